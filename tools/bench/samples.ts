/** The measurements of a run: for each subject (a server, a version) and each metric, one value per round. */
export type SampleTable = Readonly<Record<string, Readonly<Record<string, readonly number[]>>>>;

export class Samples {
  readonly table: Record<string, SampleTable[string]> = {};

  add(subject: string, values: Readonly<Record<string, number>>): void {
    for (const [metric, value] of Object.entries(values))
      this.table[subject] = { ...this.table[subject], [metric]: [...series(this.table, subject, metric), value] };
  }
}

/** One value per round; empty where nothing was measured. */
export function series(table: SampleTable, subject: string, metric: string): readonly number[] {
  return table[subject]?.[metric] ?? [];
}

/** The middle value, or the mean of the two in the middle; NaN of nothing. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? Number.NaN) + (sorted[Math.floor(middle)] ?? Number.NaN)) / 2;
}

/** The median of the ratios of each round: other work on the machine affects both sides of a round. */
export function ratio(ours: readonly number[], theirs: readonly number[]): number {
  return median(ours.slice(0, theirs.length).map((value, round) => value / (theirs[round] ?? Number.NaN)));
}
