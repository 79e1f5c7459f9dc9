import type { ExchangeParts } from '../../../src/contract/document/effects.ts';
import type { Operation } from '../../../src/contract/document/operation.ts';
import { isObject, type JsonObject, quoted } from '../../../src/contract/json.ts';
import { append } from '../../../src/contract/json-pointer.ts';
import type { Answer, JudgedExchange, WireRequest } from '../../../src/run-result/wire.ts';
import { isSuccess } from '../../connection/answer.ts';
import type { Target } from '../../connection/target.ts';
import type { PropertyModel, RecordExchange, RecordModel } from './record-model.ts';
import { Register, type Span, type Write } from './register.ts';

/** A difference between a value in a response and the value that the ledger expects. */
export interface Mismatch {
  readonly rules: readonly string[];
  readonly message: string;
  readonly expected: string;
  readonly actual: string;
  /** JSON Pointer to the value in the body of the response. */
  readonly pointer: string;
  /** The request that created the record. */
  readonly creation: WireRequest;
}

/** The expected state of one record that the run created. */
export interface LedgerEntry {
  readonly model: RecordModel;
  readonly id: string;
  /** The request that created the record. */
  readonly creation: WireRequest;
  /** True if two creations returned the same ID, which makes the state of the record unknown. */
  isShared: boolean;
  /** True if the response to a request after the creation has shown the record. */
  isShown: boolean;
  /** The status of the response to the latest request about the record, if the target rejected this request. */
  rejectedWith: number | undefined;
}

interface Entry extends LedgerEntry {
  readonly registers: ReadonlyMap<string, Register>;
  readonly rejected: Rejected[];
}

/** A request about the record that the target rejected. */
interface Rejected {
  readonly values: JsonObject;
  readonly status: number;
  /** True if no response after this rejection has shown the record. */
  isLatest: boolean;
}

interface Update {
  readonly entry: Entry;
  readonly exchange: RecordExchange;
  readonly writes: readonly { readonly register: Register; readonly write: Write }[];
}

/**
 * The expected state of every record that the run created. The class compares each response with the expected state.
 */
export class Ledger {
  readonly #target: Target;
  readonly #models: readonly RecordModel[];
  readonly #entries = new Map<string, Entry>();
  /**
   * Mismatches in records that several cases use. The last case of the run reports the mismatches, since chance decides
   * in which case a mismatch first occurs.
   */
  readonly deferred: { readonly mismatch: Mismatch; readonly exchange: JudgedExchange }[] = [];
  /** The properties that have had another value than the created value although no request was rejected. */
  readonly #createdWrong = new Set<PropertyModel>();
  readonly #mismatches = new WeakMap<Answer, readonly Mismatch[]>();

  constructor(target: Target, models: readonly RecordModel[]) {
    this.#target = target;
    this.#models = models;
  }

  entries(kind: string): readonly LedgerEntry[] {
    return [...this.#entries.values()].filter(({ model }) => model.kind === kind);
  }

  /** The names of the properties in the requests that the target rejected since a response last showed the record. */
  rejectedNames({ model, id }: LedgerEntry): string[] {
    const { rejected = [] } = this.#entries.get(keyOf(model, id)) ?? {};
    return rejected.flatMap(({ isLatest, values }) => (isLatest ? Object.keys(values) : []));
  }

  /** The probable state of the record. A property with several possible values gets the value of the latest request. */
  stateOf({ model: { kind }, id }: Pick<LedgerEntry, 'id'> & { model: Pick<RecordModel, 'kind'> }): JsonObject {
    const now = performance.now();
    const { registers } = this.#entries.get(keyOf({ kind }, id)) ?? {};
    const known = [...(registers ?? [])].flatMap(([name, register]): [string, unknown][] => {
      const values = register.possible({ from: now, to: now });
      return values.length > 0 ? [[name, values.at(-1)]] : [];
    });
    return Object.fromEntries(known);
  }

  mismatches(answer: Answer): readonly Mismatch[] {
    return this.#mismatches.get(answer) ?? [];
  }

  /**
   * Begins to record a request. @returns a function to call with the response, or with undefined if no response arrives
   */
  begin(
    request: WireRequest,
    operation: Operation,
    parts: ExchangeParts,
    from: number,
  ): (answered: ExchangeParts, answer: Answer | undefined, to: number) => void {
    const updates = this.#models.flatMap((model) => {
      const exchange = model.read({ target: this.#target, operation, parts, answer: undefined });
      const entry = exchange?.effect === 'update' && this.#entries.get(keyOf(model, exchange.id));
      if (!exchange || !entry) return [];
      const writes = Object.entries(exchange.sets ?? {}).flatMap(([name, value]) => {
        const register = entry.registers.get(name);
        return register ? [{ register, write: register.begin(value, from) }] : [];
      });
      return [{ entry, exchange, writes }];
    });
    return (answered, answer, to) => {
      for (const update of updates) this.#finish(update, answer, { from, to });
      for (const model of answer ? this.#models : []) {
        const exchange = model.read({ target: this.#target, operation, parts: answered, answer });
        if (exchange?.effect !== 'create') continue;
        const entry = this.#create(model, exchange, request, { from, to });
        if (entry && answer) this.#compareCreated(entry, exchange, answer, { from, to });
      }
    };
  }

  /** @returns the new entry; undefined if an earlier creation returned the same ID */
  #create(model: RecordModel, { id, sets }: RecordExchange, creation: WireRequest, span: Span): Entry | undefined {
    const key = keyOf(model, id);
    const known = this.#entries.get(key);
    if (known) {
      known.isShared = true;
      return undefined;
    }
    const registers = new Map(model.properties.map(({ name }) => [name, new Register()]));
    for (const [name, value] of Object.entries(sets ?? {})) registers.get(name)?.write(value, span);
    const entry = {
      model,
      id,
      creation,
      registers,
      isShared: false,
      isShown: false,
      rejectedWith: undefined,
      rejected: [],
    };
    this.#entries.set(key, entry);
    return entry;
  }

  /** Compares the response to a creation with the created values, if the response shows the record. */
  #compareCreated(entry: Entry, exchange: RecordExchange, answer: Answer, span: Span): void {
    const { json } = answer;
    if (!isObject(json) || answer.isSecond) return;
    const found = entry.model.properties.flatMap((property) => this.#compare(entry, property, exchange, json, span));
    if (found.length > 0) this.#mismatches.set(answer, found);
  }

  #finish({ entry, exchange, writes }: Update, answer: Answer | undefined, span: Span): void {
    const isRejected = answer !== undefined && answer.status >= 400 && answer.status < 500;
    entry.rejectedWith = isRejected ? answer.status : undefined;
    if (isRejected) {
      for (const { register, write } of writes) register.remove(write);
      entry.rejected.push({ values: { ...exchange.notSet, ...exchange.sets }, status: answer.status, isLatest: true });
      return;
    }
    const isCertain = answer !== undefined && isSuccess(answer);
    for (const { write } of writes) Object.assign(write, { to: span.to, isCertain });
    if (!isCertain || !isObject(answer.json) || entry.isShared || answer.isSecond) return;
    const shown = answer.json;
    if (!exchange.sets) {
      for (const [name, register] of entry.registers) register.accept(shown[name], span);
      return;
    }
    const found = entry.model.properties.flatMap((property) => {
      const register = entry.registers.get(property.name);
      const own = writes.find((one) => one.register === register)?.write;
      return this.#compare(entry, property, exchange, shown, span, own);
    });
    entry.isShown = true;
    for (const attempt of entry.rejected) attempt.isLatest = false;
    this.#mismatches.set(answer, found);
  }

  #compare(
    entry: Entry,
    property: PropertyModel,
    exchange: RecordExchange,
    shown: JsonObject,
    span: Span,
    own?: Write,
  ): Mismatch[] {
    const { name, isSame = Object.is } = property;
    const register = entry.registers.get(name);
    const actual = shown[name];
    if (!register || actual === undefined) return [];
    if (!register.isKnown) {
      register.accept(actual, span);
      return [];
    }
    const expected = register.possible(span, own);
    // The ledger ignores a value of a wrong type, since the validation by the schema reports it.
    if (expected.some((value) => typeof value !== typeof actual || isSame(value, actual))) {
      if (property.advances) register.write(actual, span);
      return [];
    }
    const [rules, what] = this.#cause(entry, property, exchange, actual, span);
    register.accept(actual, span);
    const message = `\`${name}\` of ${nounOf(entry)} ${what}`;
    return [
      {
        ...{ rules, message, pointer: append('', name), creation: entry.creation },
        ...{ expected: expected.map(quoted).join(' or '), actual: quoted(actual) },
      },
    ];
  }

  /**
   * The IDs of the rules that an unexpected value breaks, and a predicate for the message, which explains the value.
   */
  #cause(
    entry: Entry,
    property: PropertyModel,
    { sets, notSet, effect }: RecordExchange,
    actual: unknown,
    { from }: Span,
  ): [string[], string] {
    const { name, isSame = Object.is, set = property.later, first = property.later, later, advances } = property;
    if (sets && Object.hasOwn(sets, name))
      return [[effect === 'create' ? first : set], 'does not have the value that the request sets'];
    if (Object.hasOwn(notSet, name) && isSame(notSet[name], actual))
      return [[set], 'has a value that the request must not set'];
    if (advances) return [[later], 'is earlier than in the response to an earlier request'];
    const ofCreation: [string[], string] = [[first], 'differs from the created value'];
    const isText = this.#isText(entry, name, actual);
    // The creation of other records also leads to this difference, so no rejected request is its cause.
    if (!entry.isShown && !isText && this.#createdWrong.has(property)) return ofCreation;
    const attempts = entry.rejected.filter(
      // An unexpected text that no other record has comes from the rejected request with this text. An unexpected value
      // that other records may also have, such as a boolean, may come from several requests. Such a shared value is
      // evidence against a rejected request only if no response has shown the record since the rejection (`isLatest`).
      ({ values, isLatest }) => (isLatest || isText) && isSame(values[name], actual),
    );
    if (attempts.length > 0)
      return [
        ['rejected-unchanged', ...(attempts.every(({ status }) => status === 401) ? ['auth-rejected'] : [])],
        `has the value of a request that was rejected with ${attempts.at(-1)?.status}`,
      ];
    if (!entry.isShown) {
      this.#createdWrong.add(property);
      return ofCreation;
    }
    if (entry.registers.get(name)?.hadValue(actual, from)) return [[later], 'has an earlier value again'];
    const isForeign = typeof actual === 'string' && this.#belongsToOther(entry, name, actual);
    return [
      [isForeign ? set : later],
      isForeign ? 'has the value of another record' : 'changed, although no request set it',
    ];
  }

  /** True if the value is a string that the same property of no other record may have. */
  #isText(entry: Entry, name: string, actual: unknown): boolean {
    return typeof actual === 'string' && !this.#belongsToOther(entry, name, actual);
  }

  #belongsToOther(entry: Entry, name: string, actual: string): boolean {
    const now = performance.now();
    return [...this.#entries.values()].some(
      (other) =>
        other !== entry &&
        other.model === entry.model &&
        other.registers.get(name)?.possible({ from: now, to: now }).includes(actual) === true,
    );
  }
}

function keyOf({ kind }: Pick<RecordModel, 'kind'>, id: string): string {
  return `${kind} ${id}`;
}

function nounOf({ model, id }: LedgerEntry): string {
  return `the ${model.kind} ${id}`;
}
