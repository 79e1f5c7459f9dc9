import { readFileSync } from 'node:fs';
import {
  prepareSamples,
  type RunOrder,
  runOrder,
  type SelectedCases,
  type Selection,
  selectCases,
} from '../../conformance/index.ts';
import { Contract } from '../contract/contract.ts';
import { loadDocument } from '../contract/document.ts';
import { OPENAPI_FILE, REPORT_SCHEMA_FILE, REQUIREMENTS_FILE } from '../contract/project-files.ts';
import { loadRequirements, type Requirement } from '../contract/requirements.ts';

/** What a run is judged by: a contract, its requirements and the cases that were selected. */
export class Yardstick {
  readonly contract: Contract;
  readonly requirements: readonly Requirement[];
  readonly selection: Selection;
  #selected: SelectedCases | undefined;
  #order: RunOrder | undefined;

  constructor(contract: Contract, requirements: readonly Requirement[], selection: Selection) {
    this.contract = contract;
    this.requirements = requirements;
    this.selection = selection;
  }

  /** The cases and what they judge; found once. @throws ConfigurationError as `yardstick` */
  select(): SelectedCases {
    this.#selected ??= selectCases(this.contract, this.requirements, this.selection);
    return this.#selected;
  }

  get order(): RunOrder {
    this.#order ??= runOrder(this.select().cases);
    return this.#order;
  }

  /** What a run says whatever the target is: the document, the rules, the titles of the cases, the members of a report. */
  ownWords(): string {
    const titles = this.select().cases.map(({ title }) => title);
    const said = JSON.stringify([this.contract.document.root, this.requirements, titles]);
    return said + readFileSync(REPORT_SCHEMA_FILE, 'utf8');
  }
}

/**
 * @param spec path of the OpenAPI document; the project's own when absent
 * @throws DocumentError when it cannot be used
 * @throws ConfigurationError when nothing is selected, or something that there is not
 */
export async function yardstick(spec: string | undefined, selection: Selection): Promise<Yardstick> {
  const contract = new Contract(await loadDocument(spec ?? OPENAPI_FILE, { trusted: spec === undefined }));
  await prepareSamples(contract);
  const measure = new Yardstick(contract, loadRequirements(REQUIREMENTS_FILE), selection);
  // What is asked for may not be there; the whole suite always is, and can be found later.
  if (isNarrowed(selection)) measure.select();
  return measure;
}

function isNarrowed({ only, skip, shard, exploration }: Selection): boolean {
  return only.length + skip.length > 0 || shard !== undefined || exploration !== undefined;
}
