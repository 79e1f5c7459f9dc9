import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '../contract/json.ts';
import { readTextFile } from '../contract/read-text-file.ts';
import { SchemaCompiler } from '../contract/schema/schema-compiler.ts';
import { toViolations } from '../contract/schema/violation.ts';
import { ReportError } from '../run-result/report-error.ts';
import { type RunResult, SCHEMA_VERSION } from '../run-result/run-result.ts';

const SCHEMA_FILE = new URL('./report.schema.json', import.meta.url);

const MAX_MISTAKES = 5;

/**
 * Reads a `report.json` whose `schemaVersion` this version of the suite supports.
 *
 * @param path path of the file, or of the folder with `report.json`
 * @throws ReportError
 */
export function readReport(path: string): RunResult {
  const file = statSync(path, { throwIfNoEntry: false })?.isDirectory() ? join(path, 'report.json') : path;
  const value = parse(
    file,
    readTextFile(file, (reason, options) => new ReportError(`${file}: ${reason}.`, options)),
  );
  const { schemaVersion } = (value ?? {}) as { schemaVersion?: unknown };
  if (typeof schemaVersion === 'number' && schemaVersion !== SCHEMA_VERSION) {
    throw new ReportError(
      `The schemaVersion of ${file} is ${schemaVersion}; expected ${SCHEMA_VERSION}. To read this report, use the version of integration-contract that wrote the report.`,
    );
  }
  const schema = JSON.parse(readFileSync(SCHEMA_FILE, 'utf8')) as JsonObject;
  const errors = new SchemaCompiler({}, false).compile(schema)(value, true);
  if (errors.length > 0) {
    const mistakes = toViolations({}, schema, 'body', errors).map(
      ({ pointer, expected, actual }) => `  ${pointer || '/'}: expected ${expected}, got ${actual}`,
    );
    const rest = mistakes.length - MAX_MISTAKES;
    throw new ReportError(
      [
        `${file} is not a report.json of a run:`,
        ...mistakes.slice(0, MAX_MISTAKES),
        ...(rest > 0 ? [`  and ${rest} more`] : []),
      ].join('\n'),
    );
  }
  return value as RunResult;
}

function parse(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ReportError(`${file} is not JSON: ${(error as Error).message}.`, { cause: error });
  }
}
