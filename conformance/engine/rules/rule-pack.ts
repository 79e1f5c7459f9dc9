import type { Contract } from '../../../src/contract/contract.ts';
import type { Operation } from '../../../src/contract/document/operation.ts';
import type { CaseRecord } from '../../../src/run-result/case-record.ts';
import type { CoverageException } from '../../../src/run-result/coverage-exception.ts';
import type { Exploration } from '../../../src/run-result/exploration.ts';
import type { Answer, WireRequest } from '../../../src/run-result/wire.ts';
import type { Case } from '../case.ts';
import type { Property } from '../property.ts';
import type { Scope } from '../scope.ts';
import type { Session } from '../session.ts';
import type { RuleBook, RuleSource } from './rule-book.ts';

/**
 * Creates the rule pack for a contract: rules and cases that come from one source, such as the OpenAPI document or
 * knowledge about one service. A run combines several packs.
 */
export type RulePackFactory = (contract: Contract) => RulePack;

export interface RulePack extends RuleSource {
  groups?(rules: RuleBook): readonly CaseGroup[];
  /** Models of the service's state, which generate request sequences for an exploration. */
  sequences?(): readonly SequenceModel[];
  /**
   * Creates the cases of an exploration. The argument `sequences` contains the models of the service's state from all
   * rule packs of the run.
   */
  explored?(rules: RuleBook, sequences: readonly SequenceModel[], exploration: Exploration): Iterable<Case>;
  /** IDs of the rules that `preflight` tests. */
  readonly preflightRules?: readonly string[];
  /** Evaluates the first exchanges of a run: one request for each fixture. */
  preflight?(scope: Scope, sent: readonly SentToFixture[]): Promise<void>;
  /** The parts of the OpenAPI document that a run need not cover. */
  readonly unreachable?: readonly CoverageException[];
  /**
   * Corrects the findings after the whole run, or after all shards of a run are merged, since the correction needs the
   * records of all cases.
   */
  merge?(records: readonly CaseRecord[]): readonly CaseRecord[];
}

/** A group of cases that the suite creates together. */
export interface CaseGroup {
  /** A name that is unique within the suite, such as `accepts createThing`. */
  readonly name: string;
  /**
   * The position of the group in a run: `early` cases run before the cases from the document, and `late` cases run
   * after the cases from the document. The `closing` cases run when all earlier cases have ended, and the `final` cases
   * run after the `closing` cases.
   */
  readonly phase?: 'early' | 'late' | 'closing' | 'final';
  /** The tag that selects the cases of the group. */
  readonly tag: string;
  /** True if the cases send invalid requests that are derived from the schemas of the document. */
  readonly isNegative?: true;
  /** The operations that the group's cases send requests to, unless a case names its own operations. */
  readonly operations?: readonly string[];
  cases(): Iterable<Case>;
}

/** A model of the service's state, which generates sequences of requests and predicts the responses to them. */
export interface SequenceModel {
  readonly name: string;
  /** The plural noun that follows "requests to" in the title of a case. */
  readonly what: string;
  readonly operations: readonly string[];
  /** The IDs of the rules that the model tests. */
  readonly rules: readonly string[];
  /**
   * Loads the model, which is not needed before an exploration begins. Returns the property "the target responds as the
   * model predicts".
   */
  property(session: Session): Promise<Property<unknown>>;
}

/** A valid request that uses one fixture, and the response of the target. */
export interface SentToFixture {
  readonly fixture: string;
  readonly operation: Operation;
  readonly wire: WireRequest;
  readonly answer: Answer;
}
