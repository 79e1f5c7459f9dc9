import { Contract } from '../../src/contract/contract.ts';
import { loadDocument } from '../../src/contract/document/document.ts';
import type { Formats } from '../../src/contract/schema/format.ts';
import { OPENAPI_FILE } from '../../src/project.ts';
import { prepareSamples } from '../engine/request/samples.ts';
import type { RulePackFactory } from '../engine/rules/rule-pack.ts';
import { Suite } from '../engine/runner/suite.ts';

/** The rule packs of this project. */
const OWN_PACKS = new URL(import.meta.url.replace(/vitest\/suite-at(\.[jt]s)$/, 'packs$1')).href;

/** The exports of a module that defines rule packs. */
interface PacksModule {
  readonly packs: readonly RulePackFactory[];
  readonly formats?: Formats;
  /** Does the work of a run that does not depend on the target, while a worker thread waits for the run. */
  prepare?(): void;
}

let own: Promise<Suite> | undefined;

/**
 * The suite for an OpenAPI document and the module with its rule packs. The suite for the document of this project is
 * created only once.
 *
 * @throws DocumentError
 */
export function suiteAt(spec: string, trusted: boolean, packs = OWN_PACKS): Promise<Suite> {
  if (spec !== OPENAPI_FILE || packs !== OWN_PACKS) return read(spec, trusted, packs);
  own ??= read(spec, true, packs);
  return own;
}

/** Does the work that every run with the document of this project needs: creates the cases and compiles the schemas. */
export async function prepareOwnSuite(): Promise<void> {
  const { prepare } = await packsAt(OWN_PACKS);
  prepare?.();
  const suite = await suiteAt(OPENAPI_FILE, true);
  const { contract } = suite;
  suite.cases();
  for (const { requestBody, responses } of contract.operations) {
    for (const { content } of [requestBody, ...responses].filter((one) => one !== undefined)) {
      for (const { schema } of content) if (schema) contract.checker(schema)(undefined);
    }
  }
}

async function read(spec: string, trusted: boolean, packs: string): Promise<Suite> {
  const [document, module] = await Promise.all([loadDocument(spec, { trusted }), packsAt(packs)]);
  const contract = new Contract(document, module.formats);
  await prepareSamples(contract);
  return new Suite(contract, module.packs);
}

function packsAt(url: string): Promise<PacksModule> {
  return import(url);
}
