import type { Bar } from './bars.ts';
import type { ColdStart } from './cold-start.ts';
import type { GrowthPoint } from './growth.ts';
import type { Hardship } from './hardship.ts';
import type { BenchOptions } from './options.ts';
import type { BenchServer } from './servers.ts';
import type { SuiteMeasure } from './suite.ts';
import type { Throughput } from './throughput.ts';

export interface ServerResult extends Pick<BenchServer, 'name' | 'title' | 'kind'> {
  readonly throughput: Throughput | undefined;
  readonly start: ColdStart | undefined;
}

/** What a run measured, as it stands in `reports/bench.json`. */
export interface BenchResult {
  readonly startedAt: string;
  readonly machine: { readonly cpu: string; readonly cores: number; readonly node: string; readonly pinned: boolean };
  readonly options: BenchOptions;
  readonly servers: readonly ServerResult[];
  /** Servers that could not be measured, and why. */
  readonly skipped: readonly string[];
  readonly growth: readonly GrowthPoint[] | undefined;
  readonly hardship: Hardship | undefined;
  readonly suite: SuiteMeasure | undefined;
}

export type JudgedResult = BenchResult & { readonly bars: readonly Bar[] };
