import type { RunResult } from '../run-result/run-result.ts';
import { renderBadge } from './formats/badge.ts';
import { renderHar } from './formats/har.ts';
import { renderJunit } from './formats/junit.ts';
import { renderSarif } from './formats/sarif.ts';
import { renderSummary } from './summary.ts';
import { renderHtml } from './writers/html-page.ts';

interface Rendering {
  /** File name in the folder of the reports. */
  readonly file: string;
  readonly render: (result: RunResult) => string;
}

/** Formats of `report render`. */
export const RENDERINGS = {
  junit: { file: 'junit.xml', render: renderJunit },
  html: { file: 'report.html', render: renderHtml },
  md: { file: 'summary.md', render: renderSummary },
  sarif: { file: 'report.sarif', render: renderSarif },
  har: { file: 'exchanges.har', render: renderHar },
  badge: { file: 'badge.svg', render: renderBadge },
} as const satisfies Readonly<Record<string, Rendering>>;
