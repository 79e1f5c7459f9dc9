import { DataError } from '../../src/contract/data-error.ts';
import { readDataFile } from '../../src/contract/data-file.ts';
import { InputError } from '../../src/contract/input-error.ts';
import { isObject, type JsonObject } from '../../src/contract/json.ts';
import { SchemaCompiler } from '../../src/contract/schema/schema-compiler.ts';
import { toViolations } from '../../src/contract/schema/violation.ts';
import {
  equalFixtures,
  equalValues,
  type FixtureKind,
  type Fixtures,
  fixturesSchema,
  type NamedValue,
} from './fixture-kind.ts';

/** A hook: a program that runs without a shell, or a URL that receives a POST. */
export interface HookConfiguration {
  readonly command?: readonly string[];
  readonly url?: string;
  readonly timeoutSeconds?: number;
}

export interface TargetConfiguration {
  /** Scheme, host, port and prefix, without `/v1`. */
  readonly baseUrl?: string;
  readonly apiKey?: string;
  readonly fixtures?: Fixtures;
  /** Allows writes to a target that is not on this machine. */
  readonly consent?: 'writes';
  /** The domain of generated email addresses; example.com if absent. */
  readonly emailDomain?: string;
  /** Maximum number of requests per second. */
  readonly maxRps?: number;
  /** File with additional trusted certificates in PEM. */
  readonly ca?: string;
  /** Additional headers of every request; the values are secrets. */
  readonly headers?: Readonly<Record<string, string>>;
  /** File with accepted deviations. */
  readonly waivers?: string;
  /** Creates fixtures before a run and returns them as JSON. */
  readonly provision?: HookConfiguration;
  /** Receives the created test data after a run as JSON. */
  readonly cleanup?: HookConfiguration;
}

/** Thrown for an invalid configuration; the message lists every reason. */
export class ConfigurationError extends InputError {
  override readonly name = 'ConfigurationError';
}

const text = { type: 'string', minLength: 1 };
const hook = {
  type: 'object',
  additionalProperties: false,
  properties: {
    command: { type: 'array', items: { type: 'string' }, minItems: 1 },
    url: { type: 'string', pattern: '^https?://' },
    timeoutSeconds: { type: 'number', exclusiveMinimum: 0 },
  },
  oneOf: [{ required: ['command'] }, { required: ['url'] }],
};

const SETTINGS = {
  baseUrl: {
    ...text,
    description: 'scheme, host, port and prefix, without `/v1`; a base URL on the command line wins',
  },
  apiKey: { ...text, description: 'API key of the target; `--api-key` wins' },
  consent: { const: 'writes', description: 'allows writes to a target that is not on this machine, as `--yes`' },
  maxRps: { type: 'number', exclusiveMinimum: 0, description: 'highest number of requests per second' },
  emailDomain: {
    ...{ type: 'string', format: 'hostname', pattern: '[.]' },
    description: 'domain of generated email addresses; default `example.com`',
  },
  ca: { ...text, description: 'file with additional trusted certificates (PEM)' },
  waivers: { ...text, description: 'file with accepted deviations' },
  headers: {
    ...{ type: 'object', additionalProperties: text },
    description: 'additional headers of every request; the values are secrets',
  },
  provision: { ...hook, description: 'creates fixtures before the run' },
  cleanup: { ...hook, description: 'receives the created test data after the run' },
};

/** The JSON Schema of the configuration of a target. */
export function configurationSchema(kinds: readonly FixtureKind[]): JsonObject & { readonly properties: JsonObject } {
  const properties = { ...SETTINGS, fixtures: fixturesSchema(kinds) };
  return { type: 'object', additionalProperties: false, properties };
}

/** Places with secrets, whose values no message contains. */
const SECRET = /key|token|secret|password|header/i;

/**
 * Reads the configuration of a target from YAML or JSON and replaces `${NAME}` by environment variables.
 *
 * @throws ConfigurationError with the file and every violation
 */
export function loadConfiguration(
  path: string,
  environment: Readonly<Record<string, string | undefined>>,
  kinds: readonly FixtureKind[],
): TargetConfiguration {
  const configuration = expand(read(path), environment, path);
  check(configuration, configurationSchema(kinds), `${path} is not a valid configuration of a target`);
  return configuration as TargetConfiguration;
}

/**
 * Validates settings from flags by the schema of the configuration.
 *
 * @param source the flag, for messages
 * @throws ConfigurationError
 */
export function checkSettings(settings: Pick<TargetConfiguration, 'emailDomain'>, source: string): void {
  check(settings, configurationSchema([]), `${source} is invalid`);
}

/**
 * Validates fixtures.
 *
 * @param source the origin of the fixtures, for messages
 * @throws ConfigurationError with every violation
 */
export function checkFixtures(value: unknown, who: string, kinds: readonly FixtureKind[]): Fixtures {
  check(value, fixturesSchema(kinds), `${who} returns invalid fixtures`);
  return value as Fixtures;
}

/**
 * Requires that fixtures of separate records differ. Equal ones would cause failures of a correct target.
 *
 * @throws ConfigurationError with both places of every equal pair, without values
 */
export function requireDistinct(apiKey: string, fixtures: Fixtures = {}, kinds: readonly FixtureKind[]): void {
  const keys = kinds.flatMap(({ name, shape }): NamedValue[] => {
    const value = fixtures[name];
    return shape === 'key' && typeof value === 'string' ? [[name, value]] : [];
  });
  const reasons = [
    ...equalFixtures(kinds, fixtures),
    ...equalValues([['the API key (--api-key, CONTRACT_API_KEY or apiKey)', apiKey], ...keys]),
  ];
  if (reasons.length > 0) throw new ConfigurationError(`Fixtures must differ:\n${reasons.join('\n')}`);
}

function check(value: unknown, schema: JsonObject, headline: string): void {
  const errors = new SchemaCompiler({}, false).compile(schema)(value, true);
  if (errors.length === 0) return;
  const reasons = toViolations({}, schema, 'body', errors).map(({ pointer, keyword, expected, actual }) => {
    const place = pointer || '/';
    if (keyword === 'additionalProperties') return `  ${place}: unknown property`;
    // Only the schema of a hook has alternatives.
    if (keyword === 'oneOf') return `  ${place}: expected either a command or a url, got both`;
    return `  ${place}: expected ${expected}, got ${SECRET.test(pointer) ? 'something else' : actual}`;
  });
  throw new ConfigurationError(`${headline}:\n${reasons.join('\n')}`);
}

function read(path: string): unknown {
  try {
    return readDataFile(path).value ?? {};
  } catch (error) {
    throw error instanceof DataError ? new ConfigurationError(error.message, { cause: error }) : error;
  }
}

function expand(value: unknown, environment: Readonly<Record<string, string | undefined>>, path: string): unknown {
  if (typeof value === 'string') {
    return value.replace(/\$\{([A-Za-z_]\w*)\}/g, (_, name: string) => {
      const found = environment[name];
      if (found === undefined) throw new ConfigurationError(`${path}: the environment variable ${name} is not set.`);
      return found;
    });
  }
  if (Array.isArray(value)) return value.map((item) => expand(item, environment, path));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, expand(member, environment, path)]));
}
