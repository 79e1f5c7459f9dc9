import type { RunResult } from '../run-result/run-result.ts';

interface Rendering {
  /** File name in the folder of the reports. */
  readonly file: string;
  /** Loads the module of the format, since most runs write only some formats, and renders the result of a run. */
  readonly render: (result: RunResult) => Promise<string>;
}

/** Formats of `report render`. */
export const RENDERINGS = {
  junit: { file: 'junit.xml', render: async (result) => (await import('./formats/junit.ts')).renderJunit(result) },
  html: { file: 'report.html', render: async (result) => (await import('./writers/html-page.ts')).renderHtml(result) },
  md: { file: 'summary.md', render: async (result) => (await import('./summary.ts')).renderSummary(result) },
  sarif: { file: 'report.sarif', render: async (result) => (await import('./formats/sarif.ts')).renderSarif(result) },
  har: { file: 'exchanges.har', render: async (result) => (await import('./formats/har.ts')).renderHar(result) },
  badge: { file: 'badge.svg', render: async (result) => (await import('./formats/badge.ts')).renderBadge(result) },
} as const satisfies Readonly<Record<string, Rendering>>;
