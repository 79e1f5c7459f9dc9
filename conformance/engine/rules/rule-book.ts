import type { Contract } from '../../../src/contract/contract.ts';
import type { Operation } from '../../../src/contract/document/operation.ts';
import type { JsonObject } from '../../../src/contract/json.ts';
import type { Requirement } from '../../../src/contract/requirement.ts';
import type { FixtureKind } from '../../connection/fixture-kind.ts';
import type { Observer, RecordModel } from '../ledger/record-model.ts';
import { ENGINE_RULES } from './engine-rules.ts';

/** The requirements and other data of a rule pack, without its cases. */
export interface RuleSource {
  /**
   * The requirements of the pack. A requirement replaces the engine rules that it lists in `covers`. If requirements of
   * two packs cover the same engine rule, the requirement of the later pack replaces this rule.
   */
  readonly requirements?: readonly Requirement[];
  readonly fixtures?: readonly FixtureKind[];
  /** The kinds of records whose state the suite follows during a run. */
  readonly records?: readonly RecordModel[];
  /** Observer classes. Each run creates one object of each observer class. */
  readonly observers?: readonly (new () => Observer)[];
  /** Changes a generated body so that the service can reject it only for a violation of the schema. */
  makeValid?(operation: Operation, body: JsonObject): JsonObject;
  /** Changes a generated body so that the service must evaluate every property of it. */
  makeFullyEvaluated?(operation: Operation, body: JsonObject): JsonObject;
}

/** The rules for one contract, with the fixtures that the rules need. A rule book holds no state of a run. */
export class RuleBook {
  readonly contract: Contract;
  /** The requirements of the packs, and the engine rules that no requirement covers. */
  readonly requirements: readonly Requirement[];
  readonly fixtures: readonly FixtureKind[];
  readonly records: readonly RecordModel[];
  readonly observers: readonly (new () => Observer)[];
  readonly #sources: readonly RuleSource[];
  readonly #byId: ReadonlyMap<string, Requirement>;
  readonly #covered: ReadonlyMap<string, string>;

  constructor(contract: Contract, sources: readonly RuleSource[]) {
    this.contract = contract;
    this.#sources = sources;
    const own = sources.flatMap(({ requirements = [] }) => requirements);
    this.#covered = new Map(own.flatMap(({ id, covers = [] }) => covers.map((rule) => [rule, id] as const)));
    this.requirements = [...own, ...ENGINE_RULES.filter(({ id }) => !this.#covered.has(id))];
    this.#byId = new Map(this.requirements.map((requirement) => [requirement.id, requirement]));
    this.fixtures = sources.flatMap(({ fixtures = [] }) => fixtures);
    this.records = sources.flatMap(({ records = [] }) => records);
    this.observers = sources.flatMap(({ observers = [] }) => observers);
  }

  /**
   * The ID under which reports show a rule: the ID of the requirement that covers the rule, or the ID of the rule
   * itself if no requirement covers it.
   */
  ruleOf(rule: string): string {
    return this.#covered.get(rule) ?? rule;
  }

  /** The requirement that covers the rule with the given ID, or that has this ID itself. */
  requirement(rule: string): Requirement | undefined {
    return this.#byId.get(this.ruleOf(rule));
  }

  /**
   * The generated body after the changes of all packs. The service can reject the changed body only for a violation of
   * the schema.
   */
  makeValid(operation: Operation, body: JsonObject): JsonObject {
    return this.#sources.reduce((changed, source) => source.makeValid?.(operation, changed) ?? changed, body);
  }

  /** The generated body after the changes of all packs. The service must evaluate each property of the changed body. */
  makeFullyEvaluated(operation: Operation, body: JsonObject): JsonObject {
    return this.#sources.reduce((changed, source) => source.makeFullyEvaluated?.(operation, changed) ?? changed, body);
  }
}
