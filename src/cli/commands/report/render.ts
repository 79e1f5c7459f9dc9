import { existsSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readReport } from '../../../report/read-report.ts';
import { RENDERINGS } from '../../../report/renderings.ts';
import { makeDirectory, writeFailure } from '../../../report/reports-directory.ts';
import { renderText } from '../../../report/summary.ts';
import type { RunResult } from '../../../run-result/run-result.ts';
import type { CommandContext, Output } from '../../command-context.ts';
import { hasColors } from '../../terminal/colors.ts';

type Format = keyof typeof RENDERINGS | 'text';

interface RenderFlags {
  /** Format to render; if absent, the command renders all formats. */
  readonly format?: Format;
  /**
   * Output file or folder. By default, a single format goes to standard output, and all formats go to the folder of the
   * report.
   */
  readonly out?: string;
}

/** Runs `integration-contract report render`: writes the reports again from report.json. @returns the exit status */
export async function renderCommand(
  context: CommandContext,
  path: string,
  { format, out }: RenderFlags,
): Promise<number> {
  const { stdout } = context;
  const result = readReport(path);
  if (format === undefined) return await writeAll(stdout, result, out ?? folderOf(path));
  const { file, render } = renderingOf(format, out === undefined && hasColors(stdout));
  if (out === undefined) stdout.write(await render(result));
  else await write(isFolder(out) ? join(out, file) : out, await render(result));
  return 0;
}

function renderingOf(format: Format, color: boolean): { file: string; render: (result: RunResult) => Promise<string> } {
  if (format !== 'text') return RENDERINGS[format];
  return { file: 'summary.txt', render: async (result) => renderText(result, { color }) };
}

async function writeAll(stdout: Output, result: RunResult, folder: string): Promise<number> {
  for (const { file, render } of Object.values(RENDERINGS)) await write(join(folder, file), await render(result));
  const names = Object.values(RENDERINGS).map(({ file }) => file);
  stdout.write(`Reports in ${folder}: ${names.join(', ')}\n`);
  return 0;
}

async function write(path: string, text: string): Promise<void> {
  try {
    await makeDirectory(dirname(path));
    await writeFile(path, text);
  } catch (error) {
    throw writeFailure(path, error);
  }
}

function isFolder(path: string): boolean {
  return path.endsWith('/') || (existsSync(path) && statSync(path).isDirectory());
}

function folderOf(path: string): string {
  return isFolder(path) ? path : dirname(path);
}
