import { DataError } from '../../src/contract/data-error.ts';
import { type Data, readDataFile } from '../../src/contract/data-file.ts';
import { nearest } from '../../src/contract/explain/spelling.ts';
import { InputError } from '../../src/contract/input-error.ts';
import { isObject, type JsonObject } from '../../src/contract/json.ts';
import { append, tokens } from '../../src/contract/json-pointer.ts';
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

/** A hook: a program that the run starts without a shell, or a URL to which the run sends a POST. */
export interface HookConfiguration {
  readonly command?: readonly string[];
  readonly url?: string;
  readonly timeoutSeconds?: number;
}

export interface TargetConfiguration {
  /** Scheme, host, port and path prefix of the target, without `/v1`. */
  readonly baseUrl?: string;
  readonly apiKey?: string;
  readonly fixtures?: Fixtures;
  /** Allows writes to a target that is not on this machine. */
  readonly consent?: 'writes';
  /** The domain of generated email addresses; example.com if absent. */
  readonly emailDomain?: string;
  /** Maximum number of requests per second; no limit if absent. */
  readonly maxRps?: number;
  /** Path of a PEM file with additional trusted certificates. */
  readonly ca?: string;
  /** Additional headers of every request; the values are secrets. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Path of the file with accepted deviations (waivers). */
  readonly waivers?: string;
  /** Shell command that starts the target; after the run, the suite ends the process group of this command. */
  readonly start?: string;
  /** URL that responds when the started target is ready; the base URL if absent. */
  readonly ready?: string;
  /** Maximum time in seconds until the started target is ready; 60 if absent. */
  readonly startTimeoutSeconds?: number;
  /** Hook that creates fixtures before a run and returns the fixtures as JSON. */
  readonly provision?: HookConfiguration;
  /** Hook that receives the created test data as JSON after a run. */
  readonly cleanup?: HookConfiguration;
}

/** Thrown for an invalid configuration; the message lists every violation. */
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
    description:
      'scheme, host, port and path prefix of the target, without `/v1`; a base URL on the command line has priority',
  },
  apiKey: { ...text, description: 'API key of the target; `--api-key` has priority' },
  consent: { const: 'writes', description: 'allows writes to a target that is not on this machine, like `--yes`' },
  maxRps: { type: 'number', exclusiveMinimum: 0, description: 'maximum number of requests per second' },
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
  start: {
    ...text,
    description: 'shell command that starts the target before the run; after the run, the suite ends its process group',
  },
  ready: {
    ...{ type: 'string', pattern: '^https?://' },
    description:
      'URL that responds with 2xx, 3xx, 401 or 403 when the started target is ready; default any response of `baseUrl`',
  },
  startTimeoutSeconds: {
    ...{ type: 'number', exclusiveMinimum: 0 },
    description: 'maximum time in seconds until the started target is ready; default 60',
  },
  provision: { ...hook, description: 'creates fixtures before the run' },
  cleanup: { ...hook, description: 'receives the created test data after the run' },
};

/** The JSON Schema of the configuration of a target. */
export function configurationSchema(kinds: readonly FixtureKind[]): JsonObject & { readonly properties: JsonObject } {
  const properties = { ...SETTINGS, fixtures: fixturesSchema(kinds) };
  return { type: 'object', additionalProperties: false, properties };
}

/**
 * Matches the JSON Pointers of properties that may contain a secret: messages do not show the values of these
 * properties.
 */
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
  return parseConfiguration(read(path), path, environment, kinds);
}

/**
 * Validates a configuration and replaces `${NAME}` by environment variables.
 *
 * @param path the path of the configuration file, which messages contain
 * @throws ConfigurationError with every violation
 */
export function parseConfiguration(
  data: Data,
  path: string,
  environment: Readonly<Record<string, string | undefined>>,
  kinds: readonly FixtureKind[],
): TargetConfiguration {
  const unset: UnsetVariable[] = [];
  const configuration = expand(data.value ?? {}, environment, '', (variable) => unset.push(variable));
  const headline = `${path} is not a valid configuration of a target`;
  check(configuration, configurationSchema(kinds), headline, { where: (pointer) => `${data.where(pointer)}: `, unset });
  return configuration as TargetConfiguration;
}

/**
 * Validates settings from flags by the schema of the configuration.
 *
 * @param source the name of the flag, which messages contain
 * @throws ConfigurationError
 */
export function checkSettings(settings: Pick<TargetConfiguration, 'emailDomain'>, source: string): void {
  check(settings, configurationSchema([]), `${source} is invalid`);
}

/**
 * Validates the fixtures that a hook returns.
 *
 * @param who the origin of the fixtures for the message, such as `The hook`
 * @throws ConfigurationError with every violation
 */
export function checkFixtures(value: unknown, who: string, kinds: readonly FixtureKind[]): Fixtures {
  check(value, fixturesSchema(kinds), `${who} returns invalid fixtures`);
  return value as Fixtures;
}

/**
 * Requires that two fixtures that stand for different records differ. With equal fixtures, a correct target would fail
 * some cases.
 *
 * @throws ConfigurationError with the names of both fixtures of every equal pair, without their values
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

/** Unset environment variable, and the JSON Pointer of a value that contains it. */
interface UnsetVariable {
  readonly pointer: string;
  readonly name: string;
}

interface CheckOptions {
  /** Returns the line and the column of a JSON Pointer, which precede the pointer in the message. */
  readonly where?: (pointer: string) => string;
  /** The schema does not apply to the values that contain unset variables. */
  readonly unset?: readonly UnsetVariable[];
}

function check(
  value: unknown,
  schema: JsonObject,
  headline: string,
  { where = (_) => '', unset = [] }: CheckOptions = {},
): void {
  const errors = new SchemaCompiler({}, false).compile(schema)(value, true);
  const skipped = new Set(unset.map(({ pointer }) => pointer));
  const violations = toViolations({}, schema, 'body', errors).filter(({ pointer }) => !skipped.has(pointer));
  const reasons = violations.map(({ pointer, keyword, expected, actual }) => {
    const place = where(pointer) + (pointer || '/');
    if (keyword === 'additionalProperties') return `  ${place}: unknown property${spelling(schema, pointer)}`;
    // In the schemas that this function receives, only the schema of a hook has alternatives (`oneOf`): a command or a
    // URL.
    if (keyword === 'oneOf') return `  ${place}: expected either a command or a url, got both`;
    return `  ${place}: expected ${expected}, got ${SECRET.test(pointer) ? 'something else' : actual}`;
  });
  const variables = unset.map(
    ({ pointer, name }) => `  ${where(pointer)}${pointer}: the environment variable ${name} is not set`,
  );
  const lines = [...variables, ...reasons];
  if (lines.length > 0) throw new ConfigurationError(`${headline}:\n${lines.join('\n')}`);
}

/** Names the known property whose name is similar to the name of an unknown property. */
function spelling(schema: JsonObject, pointer: string): string {
  const path = tokens(pointer);
  let parent: unknown = schema;
  for (const token of path.slice(0, -1)) parent = propertiesOf(parent)[token];
  const meant = nearest(path.at(-1) ?? '', Object.keys(propertiesOf(parent)));
  return meant ? `. Did you mean ${meant.word}?` : '';
}

function propertiesOf(schema: unknown): JsonObject {
  return isObject(schema) && isObject(schema.properties) ? schema.properties : {};
}

function read(path: string): Data {
  try {
    return readDataFile(path);
  } catch (error) {
    throw error instanceof DataError ? new ConfigurationError(error.message, { cause: error }) : error;
  }
}

/** @param onUnset receives each unset environment variable, with the JSON Pointer of its value */
function expand(
  value: unknown,
  environment: Readonly<Record<string, string | undefined>>,
  pointer: string,
  onUnset: (variable: UnsetVariable) => void,
): unknown {
  const inner = (name: string | number, member: unknown) => expand(member, environment, append(pointer, name), onUnset);
  if (typeof value === 'string') {
    return value.replace(/\$\{([A-Za-z_]\w*)\}/g, (whole, name: string) => {
      if (environment[name] === undefined) onUnset({ pointer, name });
      return environment[name] ?? whole;
    });
  }
  if (Array.isArray(value)) return value.map((item, index) => inner(index, item));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, inner(name, member)]));
}
