import { readFileSync } from 'node:fs';
import {
  isNarrowed,
  type RunOrder,
  runOrder,
  type SelectedCases,
  type Selection,
  type Suite,
  selectCases,
  suiteAt,
} from '../../conformance/index.ts';
import type { Contract } from '../contract/contract.ts';
import type { Requirement } from '../contract/requirement.ts';
import { OPENAPI_FILE, REPORT_SCHEMA_FILE } from '../project.ts';

/** Contract of a run, with the requirements and the selected cases. */
export class ContractUnderTest {
  readonly suite: Suite;
  readonly selection: Selection;
  #selected: SelectedCases | undefined;
  #order: RunOrder | undefined;

  constructor(suite: Suite, selection: Selection) {
    this.suite = suite;
    this.selection = selection;
  }

  get contract(): Contract {
    return this.suite.contract;
  }

  get requirements(): readonly Requirement[] {
    return this.suite.rules.requirements;
  }

  /**
   * Selected cases and requirements, computed when they are used for the first time. @throws ConfigurationError if the
   * selection is invalid or empty
   */
  select(): SelectedCases {
    this.#selected ??= selectCases(this.suite, this.selection);
    return this.#selected;
  }

  get order(): RunOrder {
    this.#order ??= runOrder(this.suite, this.select().cases);
    return this.#order;
  }

  /**
   * Texts of the suite that do not depend on the target: the OpenAPI document, requirements, titles of cases and names
   * of report properties. If a text of the suite contains a secret, reports do not hide the secret in this text.
   */
  ownWords(): string {
    const titles = this.select().cases.map(({ title }) => title);
    const texts = JSON.stringify([this.contract.document.root, this.requirements, titles]);
    return texts + readFileSync(REPORT_SCHEMA_FILE, 'utf8');
  }
}

/**
 * Loads the contract of a run.
 *
 * @param spec path of the OpenAPI document; by default, the document of this project
 * @throws DocumentError if the document is invalid
 * @throws ConfigurationError if the selection is empty or contains an unknown term
 */
export async function contractUnderTest(spec: string | undefined, selection: Selection): Promise<ContractUnderTest> {
  const underTest = new ContractUnderTest(await suiteAt(spec ?? OPENAPI_FILE, spec === undefined), selection);
  // Creating the cases validates the selection before the run sends a request. A run without a selection creates its
  // cases later.
  if (isNarrowed(selection) || selection.shard || selection.exploration?.path !== undefined) underTest.select();
  return underTest;
}
