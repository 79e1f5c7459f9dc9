/** Measurements of a run: one value per round for each subject (server or version) and metric. */
export type SampleTable = Readonly<Record<string, Readonly<Record<string, readonly number[]>>>>;

export class Samples {
  readonly table: Record<string, SampleTable[string]> = {};

  add(subject: string, values: Readonly<Record<string, number>>): void {
    for (const [metric, value] of Object.entries(values))
      this.table[subject] = { ...this.table[subject], [metric]: [...series(this.table, subject, metric), value] };
  }
}

/** Values of a metric, one per round; empty if the metric was not measured. */
export function series(table: SampleTable, subject: string, metric: string): readonly number[] {
  return table[subject]?.[metric] ?? [];
}

/** Median: the middle value, or the mean of the two middle values; NaN for an empty list. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? Number.NaN) + (sorted[Math.floor(middle)] ?? Number.NaN)) / 2;
}

/**
 * Median of the ratios of all rounds. The ratio of two servers in one round is stable, since other work on the machine
 * affects both servers equally.
 */
export function ratio(ours: readonly number[], theirs: readonly number[]): number {
  return median(ours.slice(0, theirs.length).map((value, round) => value / (theirs[round] ?? Number.NaN)));
}
