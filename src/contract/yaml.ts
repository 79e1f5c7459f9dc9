import { CORE_SCHEMA, load, mergeTag, YAMLException } from 'js-yaml';

/** The text is not YAML: the message says why and on which line. */
export class YamlError extends Error {
  override readonly name = 'YamlError';
  /** Without the place, and without a full stop. */
  readonly reason: string;
  /** From 1; undefined where the parser knows no place. */
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
 * The value of a YAML (or JSON) document, by the core schema, with merge keys. This parser is quick;
 * where the place of each value matters, `data-file.ts` has one that knows them.
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
