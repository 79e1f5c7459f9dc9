import type { Contract } from '../../../src/contract/contract.ts';
import type { Operation } from '../../../src/contract/document/operation.ts';
import type { JsonObject } from '../../../src/contract/json.ts';
import type { Requirement } from '../../../src/contract/requirement.ts';
import type { FixtureKind } from '../../connection/fixture-kind.ts';
import type { Observer, RecordModel } from '../ledger/record-model.ts';
import { ENGINE_RULES } from './engine-rules.ts';

/** The data of a rule pack, without its cases. */
export interface RuleSource {
  /** `covers` of a requirement names the engine rules that it replaces; of two sources, the later one wins. */
  readonly requirements?: readonly Requirement[];
  readonly fixtures?: readonly FixtureKind[];
  /** The kinds of records whose state the run follows. */
  readonly records?: readonly RecordModel[];
  /** Classes of which a run creates one object each. */
  readonly observers?: readonly (new () => Observer)[];
  /** Changes a generated body so that only the schema can be a reason to reject it. */
  makeValid?(operation: Operation, body: JsonObject): JsonObject;
  /** Changes a body so that the service must evaluate every property. */
  makeFullyEvaluated?(operation: Operation, body: JsonObject): JsonObject;
}

/** The rules for one contract, and the fixtures that they need. Independent of any run. */
export class RuleBook {
  readonly contract: Contract;
  /** Requirements of the sources, then the engine rules that none of them covers. */
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

  /** The ID under which a rule is reported: the ID of the covering requirement, if any. */
  ruleOf(rule: string): string {
    return this.#covered.get(rule) ?? rule;
  }

  /** The requirement behind a rule. */
  requirement(rule: string): Requirement | undefined {
    return this.#byId.get(this.ruleOf(rule));
  }

  /** The generated body after the changes of all sources: only the schema can be a reason to reject it. */
  makeValid(operation: Operation, body: JsonObject): JsonObject {
    return this.#sources.reduce((changed, source) => source.makeValid?.(operation, changed) ?? changed, body);
  }

  /** The body after the changes of all sources: the service must evaluate every property. */
  makeFullyEvaluated(operation: Operation, body: JsonObject): JsonObject {
    return this.#sources.reduce((changed, source) => source.makeFullyEvaluated?.(operation, changed) ?? changed, body);
  }
}
