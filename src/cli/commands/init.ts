import { existsSync, writeFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join, relative, sep } from 'node:path';
import { configurationSchema, FIXTURES } from '../../../conformance/index.ts';
import { baseUrlOf } from '../../base-url.ts';
import { InputError } from '../../contract/input-error.ts';
import { isObject } from '../../contract/json.ts';
import { COMMAND } from '../../report/command.ts';
import type { CommandContext } from '../command-context.ts';

interface InitFlags {
  readonly config: string;
}

/**
 * Runs `integration-contract init`: writes a configuration with a comment for each setting.
 *
 * @returns the exit status
 * @throws InputError if the file exists or cannot be written
 */
export function initCommand({ stdout }: CommandContext, baseUrl: string | undefined, { config }: InitFlags): number {
  if (existsSync(config))
    throw new InputError(`${config} exists. Remove the file, or choose another file with --config.`);
  const url = baseUrl === undefined ? 'http://localhost:8080' : baseUrlOf(baseUrl);
  try {
    writeFileSync(config, configurationText(url, dirname(config)), { flag: 'wx' });
  } catch (error) {
    throw new InputError(`${config} cannot be written: ${(error as Error).message}.`, { cause: error });
  }
  stdout.write(
    `${config} is written. Set the API key and the fixtures in the configuration file, then run:\n  ${COMMAND} conform\n`,
  );
  return 0;
}

/** Example value of each setting; the configuration file that `init` writes contains the example values as comments. */
const EXAMPLES: Readonly<Record<string, string>> = {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the configuration contains it
  apiKey: '${MY_API_KEY}',
  consent: 'writes',
  maxRps: '20',
  emailDomain: 'qa.example.com',
  ca: 'ca.pem',
  waivers: 'waivers.yaml',
  headers: '{ X-Team: blue }',
  start: 'npm run dev',
  ready: 'http://localhost:8080/health',
  startTimeoutSeconds: '60',
  provision: '{ command: [node, provision.js] }',
  cleanup: '{ command: [node, cleanup.js] }',
};

const EXAMPLE_FIXTURES = {
  named: '{ id: "…", name: "…" }',
  identified: '{ id: "…" }',
  value: '"…"',
  consumed: '["…", "…", "…"]',
  key: '"…"',
} as const;

function configurationText(baseUrl: string, folder: string): string {
  const { fixtures: _, ...settings } = configurationSchema(FIXTURES).properties;
  const schema = schemaPath(folder);
  return [
    ...(schema === undefined ? [] : [`# yaml-language-server: $schema=${schema}`]),
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the configuration contains it
    '# Target of `integration-contract conform`. ${NAME} stands for an environment variable.',
    ...Object.entries(settings).flatMap(([name, setting]) => [
      '',
      `# ${isObject(setting) ? sentence(String(setting.description)) : name}`,
      name === 'baseUrl' ? `baseUrl: ${baseUrl}` : `# ${name}: ${EXAMPLES[name]}`,
    ]),
    '',
    "# Records that the target already has. Without `fixtures`, a run uses the records of the mock's seed.",
    '# With `fixtures`, requirements whose fixture is missing are untestable.',
    '# fixtures:',
    ...FIXTURES.map(
      ({ name, shape, needed = 0 }) => `#   ${name}: ${EXAMPLE_FIXTURES[shape]}${needed > 0 ? '' : ' # optional'}`,
    ),
    '',
  ].join('\n');
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1).replace(/\.$/, '')}.`;
}

/**
 * Path of the JSON Schema for the configuration, relative to the folder of the configuration; undefined if the npm
 * package is not installed in the project.
 */
function schemaPath(folder: string): string | undefined {
  const root = dirname(findPackageJSON(import.meta.url) ?? '');
  if (relative('', root).startsWith('..')) return undefined;
  const path = relative(folder, join(root, 'docs/reference/schemas/target.schema.json')).split(sep).join('/');
  return path.startsWith('.') ? path : `./${path}`;
}
