import type { RequirementResult } from '../../run-result/requirement-result.ts';
import type { RunResult } from '../../run-result/run-result.ts';
import { shortened } from '../../run-result/words.ts';
import { COMMAND } from '../command.ts';
import { inReportOrder } from '../failures.ts';
import { consoleText } from '../visible.ts';

type Severity = 'error' | 'warning';

interface Annotation {
  readonly severity: Severity;
  readonly title: string;
  readonly message: string;
  readonly place?: { readonly line: number; readonly column: number };
}

/**
 * Maximum number of annotations of each kind that GitHub shows for a step. GitHub drops all annotations above this
 * maximum without a notice.
 */
const MAX_SHOWN = 10;

const LONGEST = 1000;

/**
 * Failures and warnings as workflow commands of GitHub Actions, one per line. A failure becomes an error annotation,
 * except a failure that the baseline contains, which becomes a warning annotation.
 *
 * @param file path of the contract in the repository; undefined if the repository does not contain the contract
 */
export function renderAnnotations(result: RunResult, file: string | undefined): string {
  const annotations = (['failed', 'warned', 'untestable'] as const).flatMap((outcome) =>
    inReportOrder(result.requirements, outcome).flatMap(annotationOf),
  );
  const all = [...reasonsOf(result), ...annotations];
  const lines = (['error', 'warning'] as const).flatMap((severity) => {
    const ofKind = all.filter((one) => one.severity === severity);
    if (ofKind.length <= MAX_SHOWN) return ofKind.map((one) => command(one, file));
    const rest = ofKind.length - MAX_SHOWN + 1;
    const more = {
      severity,
      title: 'More',
      message: `And ${rest} more. For all messages, see the job summary or the reports.`,
    };
    return [...ofKind.slice(0, MAX_SHOWN - 1).map((one) => command(one, file)), command(more, undefined)];
  });
  return lines.map((line) => `${line}\n`).join('');
}

/** Annotations for an early end of the run, and for the reasons why the gate did not pass. */
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

/** Workflow command: `::error file=spec/openapi.yaml,line=12,col=3,title=…::…`. */
function command({ severity, title, message, place }: Annotation, file: string | undefined): string {
  const at = file !== undefined && place ? { file, line: String(place.line), col: String(place.column) } : {};
  const properties = Object.entries({ ...at, title }).map(([name, value]) => `${name}=${property(value)}`);
  return `::${severity} ${properties.join(',')}::${data(message)}`;
}

/** Encodes the characters with which a text could end its workflow command or begin another one. */
function data(text: string): string {
  return consoleText(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
