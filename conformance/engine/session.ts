import type { Contract } from '../../src/contract/contract.ts';
import type { Example, Operation } from '../../src/contract/document/operation.ts';
import type { Stop } from '../../src/run-result/case-record.ts';
import type { Trace } from '../../src/run-result/trace.ts';
import type { Answer, SentExchange, WireRequest } from '../../src/run-result/wire.ts';
import { isSuccess } from '../connection/answer.ts';
import { Client, NoAnswerError } from '../connection/client.ts';
import { addressesOf, type FixtureValue } from '../connection/fixture-kind.ts';
import { Presence } from '../connection/presence.ts';
import { redactedRequest } from '../connection/redact.ts';
import { RESPONSE_LIMITS } from '../connection/response-limits.ts';
import { type Concealer, concealer, credentialsOf, secretsOf } from '../connection/secrets.ts';
import { type Target, UnreachableError } from '../connection/target.ts';
import { ThrottledError } from '../connection/throttle.ts';
import { isSameId } from './catalogue/identifier-variants.ts';
import { CoverageRecorder } from './coverage/coverage.ts';
import { EvidenceSpace } from './evidence.ts';
import { partsOf, type Tracer, tracer } from './ledger/created-data.ts';
import { Deletions } from './ledger/deletions.ts';
import { Ledger } from './ledger/ledger.ts';
import type { Observer } from './ledger/record-model.ts';
import { UniqueNames } from './ledger/unique-names.ts';
import { hasApiKey, leadingJsonOfRequest, pathParametersOf } from './request/read-request.ts';
import type { RuleBook } from './rules/rule-book.ts';
import { RunNames } from './run-names.ts';
import { SeenTitles } from './seen-titles.ts';
import { Untestable } from './untestable.ts';

/** A domain that is reserved for examples (RFC 2606 §3), so it never receives email. */
const DEFAULT_EMAIL_DOMAIN = 'example.com';

/** The run ends after this number of requests with a timeout or an oversized response. */
const MAX_COSTLY = 20;

/**
 * The run ends after this number of consecutive server errors (5xx), if the target has sent no other response for
 * `MAX_FAILING_MS` milliseconds.
 */
const MAX_FAILURES = 40;
const MAX_FAILING_MS = 15_000;

/** Maximum number of requests without a response that a report shows as possible causes of a crash. */
const MAX_UNANSWERED = 8;

const ENDED_EARLY = 'the run ended early';

/** The state of one run against one target, which all cases of the run share. */
export class Session {
  readonly contract: Contract;
  readonly rules: RuleBook;
  readonly target: Target;
  readonly client: Client;
  readonly coverage: CoverageRecorder;
  readonly ledger: Ledger;
  /** The operations for which the run has received a success. */
  readonly succeeded = new Set<Operation>();
  /** The responses with 401 to the API key of the run, for operations that have succeeded with this API key. */
  readonly wrongly401 = new WeakSet<Answer>();
  readonly uniqueNames = new UniqueNames();
  readonly deletions = new Deletions();
  readonly #observers: readonly Observer[];
  /** Secrets that no error response of the target may contain (rule `leaks`). */
  readonly credentials: readonly string[];
  /** Replaces the secrets in a text by placeholders. */
  readonly conceal: Concealer;
  readonly titles = new SeenTitles();
  readonly evidence = new EvidenceSpace();
  /** By operationId: the example that cases use for an operation whose largest example the target rejects. */
  readonly acceptedExamples = new Map<string, Example>();
  /** By ID of each record that cases share: the exchange that created the record. */
  readonly setupExchanges = new Map<string, SentExchange>();
  /** The number of requests that the run has sent. */
  requests = 0;
  /** The function to call after each exchange; the response is undefined if no response arrived. */
  onExchange:
    | ((request: WireRequest, answer: Answer | undefined, operation: Operation | undefined) => void)
    | undefined;
  /** The time of the last response, in milliseconds of `performance.now()`. */
  answeredAt = Number.NEGATIVE_INFINITY;
  /** True if the case records keep every exchange, including secrets. */
  keepsTraffic = false;
  /** The reason why the suite ends the run early; undefined as long as the run may send requests. */
  stop: Stop | undefined;
  /** True after the user has ended the run: each case in progress then ends at its next request. */
  isEnding = false;
  /**
   * A sentence about a wrong setting, such as a fixture that the target does not have, without a full stop at the end.
   */
  misconfiguration: string | undefined;
  /** By name of a fixture: the reason why the suite concludes that the target does not have this fixture. */
  readonly #missing = new Map<string, string>();
  /**
   * Names of configured fixtures whose requests all get a 404, so that either the configuration or the target is wrong.
   */
  readonly #uncertain = new Set<string>();
  readonly #memo = new Map<string, Promise<unknown>>();
  readonly #presence: Presence;
  readonly #tracer: Tracer;
  readonly #traces: Trace[] = [];
  /** Requests without a response for which the suite has not yet found out whether the target is still running. */
  readonly #unanswered = new Set<WireRequest>();
  #costly = 0;
  /** Numbers of characters: in the bodies of all responses, and in the bodies whose values the suite compares. */
  #received = 0;
  #compared = 0;
  /**
   * Number of consecutive server errors, and the time of the last response that was not a server error, in milliseconds
   * of `performance.now()`.
   */
  #failures = 0;
  #servedAt = performance.now();
  readonly #names: RunNames;
  #turns = 0;

  constructor(rules: RuleBook, target: Target) {
    const { contract } = rules;
    this.rules = rules;
    this.contract = contract;
    this.target = target;
    this.#names = new RunNames(target.runId);
    this.coverage = new CoverageRecorder(contract, target.apiKey);
    this.client = new Client(target);
    this.ledger = new Ledger(target, rules.records);
    this.#observers = rules.observers.map((observer) => new observer());
    this.#tracer = tracer(contract);
    this.#presence = new Presence(target, contract.basePath);
    const ownWords = JSON.stringify(contract.document.root);
    this.credentials = credentialsOf(target, ownWords);
    this.conceal = concealer(secretsOf(target, ownWords), ownWords);
  }

  /** The object of the given observer class; a rule pack defines the class, and each run creates one object of it. */
  observer<T extends Observer>(kind: new () => T): T {
    const found = this.#observers.find((one) => one instanceof kind);
    if (!found) throw new Error(`no rule pack of the run names the observer ${kind.name}`);
    return found as T;
  }

  /** The configured value of a fixture. @throws Untestable if the target does not have the fixture */
  fixture(name: string): FixtureValue {
    const whyMissing = this.reason(name);
    const value = this.target.fixtures[name];
    if (whyMissing !== undefined || value === undefined) throw new Untestable(whyMissing ?? missing(name));
    return value;
  }

  /**
   * The ID of a fixture (or the fixture itself if it is a string), which requests contain in their paths or bodies.
   *
   * @throws Untestable if the target does not have the fixture
   */
  address(name: string): string {
    const [first] = addressesOf(this.fixture(name));
    if (first === undefined) throw new Untestable(`the fixture \`${name}\` is empty`);
    return first;
  }

  has(name: string): boolean {
    return this.reason(name) === undefined;
  }

  /** The reason why the target does not have the given fixture, without a full stop; undefined if the target has it. */
  reason(name: string): string | undefined {
    if (this.target.fixtures[name] === undefined) return missing(name);
    return this.#missing.get(name);
  }

  /** Records that the target does not have a fixture. */
  markMissing(name: string, reason = missing(name)): void {
    this.#missing.set(name, reason);
  }

  /**
   * Records that a fixture may be wrong. If a request with this fixture gets a 404, the finding suggests a check of the
   * fixture.
   */
  markUncertain(name: string): void {
    this.#uncertain.add(name);
  }

  /** The name of the uncertain fixture that a request to the operation contains; undefined if there is none. */
  uncertainFixture({ parameters }: Operation): string | undefined {
    return parameters.map(({ fixture }) => fixture).find((name) => name !== undefined && this.#uncertain.has(name));
  }

  /**
   * Calls `work` for the first case that needs its result, and stores the result under `name`. Later calls with the
   * same `name` return the stored result.
   */
  once<T>(name: string, work: () => Promise<T>): Promise<T> {
    const known = this.#memo.get(name) ?? this.#names.ofShared(name, work);
    this.#memo.set(name, known);
    return known as Promise<T>;
  }

  /**
   * Runs a case with its own numbering of unique names, so that the names in a case do not depend on concurrent cases.
   */
  asCase<T>(work: () => Promise<T>): Promise<T> {
    return this.#names.ofCase(work);
  }

  /** A number that increases by one with each call, and begins at 0. */
  takeTurn(): number {
    return this.#turns++;
  }

  /** A name that contains the ID of the run, and that no other case and no other run uses. */
  uniqueName(prefix = 'conformance'): string {
    return this.#names.next(prefix, '-');
  }

  /** A unique name like `uniqueName`, but with underscores instead of hyphens as separators. */
  uniqueIdentifier(prefix = 'conformance'): string {
    return this.#names.next(prefix, '_');
  }

  /** The given name, followed by the ID of the run, for records that all cases of this run share. */
  runName(name: string): string {
    return `${name}-${this.target.runId}`;
  }

  /**
   * An email address with the given name in the email domain of the run.
   *
   * @param under a prefix of the domain, such as `mail.`
   */
  emailAddress(name: string, under = ''): string {
    return `${name}@${under}${this.target.emailDomain ?? DEFAULT_EMAIL_DOMAIN}`;
  }

  /** Returns the test data that the run has created, and the fixtures that it has deleted, since the previous call. */
  takeTraces(): Trace[] {
    return this.#traces.splice(0);
  }

  #trace(request: WireRequest, answer: Answer | undefined, operation: Operation | undefined): void {
    const trace = this.#tracer(request, answer, operation);
    // The session records a deletion only for a configured fixture, since a faulty target may report the deletion of
    // any ID as a success.
    if (trace && (!trace.deleted || this.#isConfiguredFixture(trace.deleted.id))) this.#traces.push(trace);
  }

  #isConfiguredFixture(deleted: string): boolean {
    const consumed = this.rules.fixtures.filter(({ shape }) => shape === 'consumed');
    return consumed.some(({ name }) => addressesOf(this.target.fixtures[name]).some((id) => isSameId(id, deleted)));
  }

  /**
   * Sends a request, and records the created and deleted data and the coverage.
   *
   * @param operation the operation to which the request is addressed; undefined if the caller names no operation
   * @throws NoAnswerError if no response arrives although the target still responds to other requests
   * @throws Untestable if the target is gone or throttles the request, or if the run has ended
   */
  async send(request: WireRequest, operation: Operation | undefined): Promise<Answer> {
    if (this.stop) throw new Untestable(this.stop.message);
    if (this.isEnding) throw new Untestable(ENDED_EARLY);
    this.requests++;
    const sentAt = performance.now();
    const finish = operation && this.#follow(request, operation, sentAt);
    let answer: Answer | undefined;
    try {
      answer = await this.client.send(request).catch((error) => {
        if (error instanceof NoAnswerError) this.#trace(request, undefined, operation);
        return this.#recover(request, error, sentAt);
      });
      this.answeredAt = performance.now();
      this.#countFailure(answer);
      this.#countCharacters(answer, operation);
      this.#trace(request, answer, operation);
      if (operation && isSuccess(answer)) this.succeeded.add(operation);
      this.coverage.record(request, answer, operation);
      return answer;
    } finally {
      finish?.(answer);
      this.onExchange?.(request, answer, operation);
    }
  }

  /**
   * Sends `bytes` bytes of the body of a request, and closes the connection before the response arrives. The request must
   * have no effect.
   */
  async abandon(request: WireRequest, operation: Operation, bytes: number): Promise<void> {
    if (this.stop || this.isEnding) throw new Untestable(this.stop?.message ?? ENDED_EARLY);
    this.requests++;
    await this.client.abandon(request, bytes);
    this.onExchange?.(request, undefined, operation);
  }

  /**
   * Begins to record a request in the ledger.
   *
   * @returns a function to call with the response, or with undefined if no response arrives
   */
  #follow(request: WireRequest, operation: Operation, sentAt: number): ((answer?: Answer) => void) | undefined {
    // The ledger ignores a request to a path outside of the base path, since another server may respond there.
    if (!pathParametersOf(this.contract.basePath, operation, request)) return undefined;
    const parts = partsOf(this.contract.basePath, operation, request, undefined);
    const finish = this.ledger.begin(request, operation, parts, sentAt);
    const isOwn = request.method === operation.method;
    const isDefined = isOwn && hasApiKey(operation, request, this.target.apiKey);
    return (answer) => {
      // For a method that the document does not define, and without the API key of the run, the effect of the request
      // is known only if the target rejects the request.
      const isRejected = answer && answer.status >= 400 && answer.status < 500;
      const known = isDefined || isRejected ? answer : undefined;
      const answered = { ...parts, responseBody: known?.json, responseHeaders: known?.headers ?? {} };
      const { requestBody = leadingJsonOfRequest(request) } = parts;
      const read = { ...answered, requestBody };
      this.uniqueNames.observe(operation, request, read, known);
      for (const observer of this.#observers)
        observer.observe({ target: this.target, operation, parts: read, answer: known });
      if (isOwn) this.deletions.observe(operation, request, known);
      finish(answered, known, performance.now());
    };
  }

  /**
   * Decides whether a failed request ends the run, gets a retry, or is a failure of its case. The session retries after
   * a failed connection, since the target has received nothing. The session also retries after a timeout if the running
   * target has not responded to any other request since the session sent the failed request.
   */
  async #recover(request: WireRequest, error: unknown, sentAt = Number.NEGATIVE_INFINITY): Promise<Answer> {
    if (error instanceof ThrottledError) {
      if (error.isPermanent) this.stop ??= { reason: 'throttled', message: error.message };
      throw new Untestable(error.message);
    }
    if (!(error instanceof NoAnswerError || error instanceof UnreachableError)) throw error;
    // At its end, the run closes the connections of the requests in progress.
    if (this.isEnding) throw new Untestable(ENDED_EARLY);
    if (error instanceof NoAnswerError || error.wasSent) this.#unanswered.add(request);
    if (!(await this.#presence.confirm())) {
      this.stop ??= this.#gone(error);
      throw new Untestable(this.stop.message);
    }
    this.#unanswered.delete(request);
    if (error instanceof UnreachableError) return await this.client.send(request);
    if (error.costly && ++this.#costly >= MAX_COSTLY) {
      const message = `the target left ${MAX_COSTLY} requests without a response. The last request without a response: ${error.message}`;
      this.stop ??= { reason: 'silent', message };
    } else if (error.costly && this.answeredAt < sentAt) {
      const answer = await this.client.send(request).catch((again) => this.#recover(request, again));
      return request.method === 'GET' ? answer : { ...answer, isSecond: true };
    }
    throw error;
  }

  #gone({ message }: Error): Stop {
    const unanswered = [...this.#unanswered]
      .slice(0, MAX_UNANSWERED)
      .map((request) => redactedRequest(this.target.baseUrl, request, this.conceal));
    const requests = `${this.requests} request${this.requests === 1 ? '' : 's'}`;
    return {
      reason: 'gone',
      message: `the target stopped responding after ${requests}: ${message.replace(/\.$/, '')}`,
      ...(unanswered.length > 0 && { unanswered }),
    };
  }

  /**
   * Ends the run if the target responds to all requests with server errors, since the remaining requests could take
   * hours.
   */
  #countFailure({ status }: Answer): void {
    if (status < 500) [this.#failures, this.#servedAt] = [0, performance.now()];
    else if (++this.#failures >= MAX_FAILURES && performance.now() - this.#servedAt > MAX_FAILING_MS)
      this.stop ??= {
        reason: 'failing',
        message: `the target responded with a server error (5xx) to the last ${this.#failures} requests`,
      };
  }

  /** Ends the run if the responses of the target exceed the limits for the memory and the time of a run. */
  #countCharacters({ text, status }: Answer, operation: Operation | undefined): void {
    const { runCharacters, comparedCharacters } = RESPONSE_LIMITS;
    this.#received += text.length;
    if (operation && status < 300) this.#compared += text.length;
    if (this.#received <= runCharacters && this.#compared <= comparedCharacters) return;
    const what = this.#received > runCharacters ? 'responses of the target' : 'successful responses of the target';
    const limit = this.#received > runCharacters ? runCharacters : comparedCharacters;
    this.stop ??= { reason: 'excessive', message: `the ${what} have more than ${limit} characters in total` };
  }

  close(): void {
    this.client.close();
  }
}

function missing(name: string): string {
  return `the fixture \`${name}\` is missing`;
}
