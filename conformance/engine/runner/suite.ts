import type { Contract } from '../../../src/contract/contract.ts';
import type { Operation } from '../../../src/contract/document/operation.ts';
import type { CaseRecord } from '../../../src/run-result/case-record.ts';
import type { CoverageException } from '../../../src/run-result/coverage-exception.ts';
import type { Exploration } from '../../../src/run-result/exploration.ts';
import type { Case } from '../case.ts';
import { RuleBook } from '../rules/rule-book.ts';
import type { CaseGroup, RulePack, RulePackFactory } from '../rules/rule-pack.ts';
import { preflight } from './preflight.ts';
import { titlesOfProblems } from './problem-titles.ts';

const PHASES = ['early', undefined, 'late', 'closing', 'final'] as const;

/**
 * The cases and rules for one contract, which come from rule packs. A suite holds no state of a run, so several runs
 * can use it.
 */
export class Suite {
  readonly contract: Contract;
  readonly packs: readonly RulePack[];
  readonly rules: RuleBook;
  readonly unreachable: readonly CoverageException[];
  /** The case that runs alone before all other cases. */
  readonly first: Case;
  /** The case that runs alone after all other cases. */
  readonly last: Case;
  #fixed: readonly Case[] | undefined;

  constructor(contract: Contract, factories: readonly RulePackFactory[]) {
    this.contract = contract;
    this.packs = factories.map((factory) => factory(contract));
    this.rules = new RuleBook(contract, this.packs);
    this.unreachable = this.packs.flatMap(({ unreachable = [] }) => unreachable);
    this.first = this.#resolved(preflight(this.packs));
    this.last = this.#resolved(titlesOfProblems);
  }

  /** The groups of cases, in the order in which a run executes them. */
  groups(): CaseGroup[] {
    const groups = this.packs.flatMap((pack) => pack.groups?.(this.rules) ?? []);
    return PHASES.flatMap((phase) => groups.filter((group) => group.phase === phase));
  }

  /** All cases except the first and the last, in the order in which a run executes them. */
  cases(exploration?: Exploration): readonly Case[] {
    this.#fixed ??= this.groups().flatMap((group) => this.#casesOf(group));
    return exploration ? [...this.#fixed, ...this.#explored(exploration)] : this.#fixed;
  }

  #explored(exploration: Exploration): Case[] {
    const known = this.packs
      .flatMap((pack) => pack.sequences?.() ?? [])
      .filter(({ operations }) => operations.every((id) => this.contract.operation(id)));
    return this.packs.flatMap((pack) => {
      const cases = () => pack.explored?.(this.rules, known, exploration) ?? [];
      return this.#casesOf({ name: 'explore', tag: 'explore', cases });
    });
  }

  /**
   * The cases of a group, with the tags of the group and its operations, and with the IDs of the requirements that they
   * test.
   */
  #casesOf(group: CaseGroup): Case[] {
    return [...group.cases()].map((one) => {
      const operations = one.operations ?? group.operations ?? [];
      const found = one.operation ? [one.operation] : operations.flatMap((id) => this.contract.operation(id) ?? []);
      return this.#resolved({
        ...one,
        tags: [...new Set([group.tag, ...(one.tags ?? []), ...found.flatMap(tagsOf)])],
        ...(operations.length > 0 && { operations }),
        ...(group.isNegative && { isNegative: true as const }),
        ...((group.phase === 'closing' || group.phase === 'final') && { stage: group.phase }),
      });
    });
  }

  #resolved(one: Case): Case {
    return { ...one, rules: [...new Set(one.rules.map((rule) => this.rules.ruleOf(rule)))] };
  }

  /** The case records after the corrections of all packs, which depend on the findings of the whole run. */
  merge(records: readonly CaseRecord[]): readonly CaseRecord[] {
    return this.packs.reduce((merged, pack) => pack.merge?.(merged) ?? merged, records);
  }
}

/** The tags of an operation in the OpenAPI document, in the form that `--only` and `--skip` accept. */
export function tagsOf({ tags }: Operation): string[] {
  return tags.map((tag) => tag.toLowerCase().replaceAll(/\s+/g, '-'));
}
