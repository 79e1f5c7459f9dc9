import type { RequirementResult } from '../../run-result/requirement-result.ts';
import type { RunResult } from '../../run-result/run-result.ts';
import { COMMAND } from '../command.ts';
import { inOrderOfReport } from '../failures.ts';
import { shortened } from '../shortened.ts';
import { visible } from '../visible.ts';

type Severity = 'error' | 'warning';

interface Annotation {
  readonly severity: Severity;
  readonly title: string;
  readonly message: string;
  readonly place?: { readonly line: number; readonly column: number };
}

/** GitHub keeps so many of each kind for a step, and drops the rest without a word. */
const MAX_SHOWN = 10;

const LONGEST = 1000;

/**
 * What did not hold as workflow commands of GitHub Actions, one a line: errors where it fails the run, else warnings.
 *
 * @param file of the contract, as the repository knows it; absent where the repository does not have it
 */
export function renderAnnotations(result: RunResult, file: string | undefined): string {
  const told = (['failed', 'warned', 'untestable'] as const).flatMap((outcome) =>
    inOrderOfReport(result.requirements, outcome).flatMap(annotationOf),
  );
  const all = [...reasonsOf(result), ...told];
  const lines = (['error', 'warning'] as const).flatMap((severity) => {
    const ofKind = all.filter((one) => one.severity === severity);
    if (ofKind.length <= MAX_SHOWN) return ofKind.map((one) => command(one, file));
    const rest = ofKind.length - MAX_SHOWN + 1;
    const more = { severity, title: 'More', message: `And ${rest} more: see the summary of the job, or its reports.` };
    return [...ofKind.slice(0, MAX_SHOWN - 1).map((one) => command(one, file)), command(more, undefined)];
  });
  return lines.map((line) => `${line}\n`).join('');
}

/** What waivers and a baseline say; the failures themselves are told one by one. */
function reasonsOf({ gate, stop }: RunResult): Annotation[] {
  const stopped = stop ? [`The run ended early: ${stop.message}.`] : [];
  const reasons = gate && gate.outcome !== 'passed' ? gate.reasons : [];
  return [...stopped, ...reasons].map((message) => ({ severity: 'error', title: 'Conformance', message }));
}

function annotationOf(requirement: RequirementResult): Annotation[] {
  const { id, title, level, outcome, message, expected, actual, places, sinceBaseline } = requirement;
  const isOpen = outcome === 'untestable' && level === 'MUST';
  if (outcome !== 'failed' && outcome !== 'warned' && !isOpen) return [];
  const place = places?.[0];
  const parts = [
    message ?? `${id}: ${title}`,
    ...(expected === undefined ? [] : [`Expected: ${expected}`]),
    ...(actual === undefined ? [] : [`Actual: ${actual}`]),
    `${COMMAND} explain ${id}`,
  ];
  return [
    {
      severity: outcome === 'failed' && sinceBaseline !== 'known' ? 'error' : 'warning',
      title: `${id} ${title}`,
      message: parts.map((part) => shortened(part, LONGEST)).join('\n'),
      ...(place && { place }),
    },
  ];
}

/** `::error file=spec/openapi.yaml,line=12,col=3,title=…::…` */
function command({ severity, title, message, place }: Annotation, file: string | undefined): string {
  const at = file !== undefined && place ? { file, line: String(place.line), col: String(place.column) } : {};
  const properties = Object.entries({ ...at, title }).map(([name, value]) => `${name}=${property(value)}`);
  return `::${severity} ${properties.join(',')}::${data(message)}`;
}

/** Text that stays text: what begins a command or ends a property is encoded. */
function data(text: string): string {
  return visible(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
