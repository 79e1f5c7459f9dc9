import { dirname } from 'node:path';
import { table } from '../../report/markdown.ts';

/** What Stryker writes: the part of the mutation testing report schema that is read here. */
export interface MutationReport {
  readonly files: Readonly<Record<string, { readonly mutants: readonly Mutant[] }>>;
}

interface Mutant {
  readonly status: string;
  readonly mutatorName?: string;
  readonly replacement?: string;
  readonly location?: unknown;
}

/** The first that one of the tests comes to is what is known of a mutant. */
const STATUSES = ['Killed', 'Timeout', 'Survived', 'NoCoverage', 'Ignored'];

/** What several sets of tests say: a mutant is found where one of them finds it. */
export function merged(reports: readonly MutationReport[]): MutationReport {
  const files = new Set(reports.flatMap(({ files }) => Object.keys(files)));
  const best = (file: string) => {
    const all = reports.flatMap(({ files }) => files[file]?.mutants ?? []);
    const same = Map.groupBy(all, ({ mutatorName, replacement, location }) =>
      JSON.stringify([mutatorName, replacement, location]),
    );
    return [...same.values()].flatMap((mutants) => mutants.toSorted(byStatus).slice(0, 1));
  };
  return { files: Object.fromEntries([...files].map((file) => [file, { mutants: best(file) }])) };
}

function byStatus(a: Mutant, b: Mutant): number {
  return STATUSES.indexOf(a.status) - STATUSES.indexOf(b.status);
}

interface Counts {
  readonly found: number;
  readonly survived: number;
  readonly uncovered: number;
  readonly ignored: number;
}

const HEADER = ['', 'files measured', 'mutants', 'found', 'survived', 'in no test', 'at load', 'score'];

/**
 * Figures per folder. The score is that of Stryker: of the mutants that were judged, those that a test found; what no
 * test runs counts as not found. Mutants of code that runs at load alone are not judged.
 *
 * @param files all that there are to be measured, from the root of the project
 */
export function mutationTable(report: MutationReport, files: readonly string[]): string {
  const folders = Map.groupBy(files, dirname);
  const rows = [...folders].map(([folder, within]) => row(folder, within, report));
  return table(HEADER, [...rows, row('all', files, report)]);
}

/** The files that no run has measured. */
export function unmeasured(report: MutationReport, files: readonly string[]): string[] {
  return files.filter((file) => report.files[file] === undefined);
}

function row(name: string, files: readonly string[], report: MutationReport): (string | number)[] {
  const measured = files.flatMap((file) => report.files[file] ?? []);
  const { found, survived, uncovered, ignored } = count(measured.flatMap(({ mutants }) => mutants));
  const judged = found + survived + uncovered;
  const score = judged === 0 ? '' : `${((100 * found) / judged).toFixed(1)} %`;
  return [name, `${measured.length} of ${files.length}`, judged + ignored, found, survived, uncovered, ignored, score];
}

function count(mutants: readonly { readonly status: string }[]): Counts {
  const of = (...statuses: string[]) => mutants.filter(({ status }) => statuses.includes(status)).length;
  return {
    found: of('Killed', 'Timeout'),
    survived: of('Survived'),
    uncovered: of('NoCoverage'),
    ignored: of('Ignored'),
  };
}
