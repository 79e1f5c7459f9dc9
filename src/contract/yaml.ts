import { CORE_SCHEMA, load, mergeTag, YAMLException } from 'js-yaml';

/** Error for a text that is not YAML. The message contains the reason and the line of the mistake. */
export class YamlError extends Error {
  override readonly name = 'YamlError';
  /** Reason why the text is not YAML, without the position and without a full stop. */
  readonly reason: string;
  /** Line of the mistake, starting at 1; undefined if the parser does not report the line. */
  readonly line: number | undefined;
  readonly column: number | undefined;

  constructor({ reason, mark }: YAMLException, options: ErrorOptions) {
    super(mark ? `${reason} at line ${mark.line + 1}, column ${mark.column + 1}.` : `${reason}.`, options);
    this.reason = reason;
    this.line = mark && mark.line + 1;
    this.column = mark && mark.column + 1;
  }
}

const SCHEMA = CORE_SCHEMA.withTags(mergeTag);

/**
 * Parses a YAML or JSON document with the core schema of YAML and merge keys, and returns its value. This parser is
 * fast. The module `data-file.ts` uses another YAML parser, which returns the position of each value.
 *
 * @throws YamlError
 */
export function parseYaml(text: string): unknown {
  try {
    return load(text, { schema: SCHEMA });
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    throw new YamlError(error, { cause: error });
  }
}
