import { readFileSync } from 'node:fs';
import {
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

/** The basis of a run: a contract, its requirements and the selected cases. */
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

  /** The cases and what they judge; found once. @throws ConfigurationError as `contractUnderTest` */
  select(): SelectedCases {
    this.#selected ??= selectCases(this.suite, this.selection);
    return this.#selected;
  }

  get order(): RunOrder {
    this.#order ??= runOrder(this.suite, this.select().cases);
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
export async function contractUnderTest(spec: string | undefined, selection: Selection): Promise<ContractUnderTest> {
  const underTest = new ContractUnderTest(await suiteAt(spec ?? OPENAPI_FILE, spec === undefined), selection);
  // What is asked for may not be there; the whole suite always is, and can be found later.
  if (isNarrowed(selection)) underTest.select();
  return underTest;
}

function isNarrowed({ only, skip, shard, exploration }: Selection): boolean {
  return only.length + skip.length > 0 || shard !== undefined || exploration !== undefined;
}
