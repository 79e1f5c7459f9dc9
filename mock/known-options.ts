import { nearest } from '../src/contract/explain/spelling.ts';
import type { MockOptions } from './mock-options.ts';

/** The names of all options of a mock. */
export const MOCK_OPTIONS: Readonly<Record<keyof MockOptions, true>> = {
  acceptDocument: true,
  adminOrigin: true,
  adminToken: true,
  apiKeys: true,
  bodyLimit: true,
  checkReplies: true,
  clock: true,
  data: true,
  faults: true,
  generate: true,
  handlers: true,
  ids: true,
  journal: true,
  log: true,
  maxSandboxes: true,
  memoryLimit: true,
  notice: true,
  proxy: true,
  report: true,
  sandboxTtl: true,
  seed: true,
  seedFile: true,
  spec: true,
  store: true,
  strict: true,
  world: true,
};

/**
 * Rejects unknown options, since a mock without the intended option would behave in an unexpected way.
 *
 * @param caller name of the function that received the options, for the message
 * @throws TypeError with the unknown option, and the option with the most similar name
 */
export function requireKnownOptions(caller: string, options: object, known: Readonly<Record<string, true>>): void {
  for (const name of Object.keys(options)) {
    if (Object.hasOwn(known, name)) continue;
    const intended = nearest(name, Object.keys(known))?.word;
    const hint = intended === undefined ? '' : ` Did you mean \`${intended}\`?`;
    throw new TypeError(`${caller}: \`${name}\` is an unknown option.${hint}`);
  }
}
