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

/** One source of rules for a run: the document, a service. A run takes a list of them. */
export type RulePackFactory = (contract: Contract) => RulePack;

export interface RulePack extends RuleSource {
  groups?(rules: RuleBook): readonly CaseGroup[];
  /** Sequences of requests that an exploration generates. */
  sequences?(): readonly SequenceModel[];
  /** The cases of an exploration; `sequences` comes from all packs. */
  explored?(rules: RuleBook, sequences: readonly SequenceModel[], exploration: Exploration): Iterable<Case>;
  /** The rules that `preflight` decides. */
  readonly preflightRules?: readonly string[];
  /** Evaluates the first exchanges of a run, which show that the fixtures are known. */
  preflight?(scope: Scope, sent: readonly SentToFixture[]): Promise<void>;
  /** Coverage points that a run need not show. */
  readonly unreachable?: readonly CoverageException[];
  /** Corrects findings with the knowledge of the whole run; for one run and for merged shards. */
  merge?(records: readonly CaseRecord[]): readonly CaseRecord[];
}

/** Cases that are created together on demand. */
export interface CaseGroup {
  /** Unique within the suite: `accepts createThing`. */
  readonly name: string;
  /**
   * `early`: before the cases that the document implies; `late`: after them; `closing`: after the end of all earlier
   * cases; `final`: after the end of the closing cases.
   */
  readonly phase?: 'early' | 'late' | 'closing' | 'final';
  /** The tag that selects its cases. */
  readonly tag: string;
  /** True if the cases send invalid requests that follow from the schema of the document. */
  readonly isNegative?: true;
  /** The operations that the cases are about, unless a case names its own. */
  readonly operations?: readonly string[];
  cases(): Iterable<Case>;
}

/** Sequences of requests whose responses a model predicts. */
export interface SequenceModel {
  readonly name: string;
  /** The plural noun after "requests to" in a title. */
  readonly what: string;
  readonly operations: readonly string[];
  /** The rules that the model decides. */
  readonly rules: readonly string[];
  /** Loaded on demand. */
  property(session: Session): Promise<Property<unknown>>;
}

/** A valid request that names one fixture, and its response. */
export interface SentToFixture {
  readonly fixture: string;
  readonly operation: Operation;
  readonly wire: WireRequest;
  readonly answer: Answer;
}
