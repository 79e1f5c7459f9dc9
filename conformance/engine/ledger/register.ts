/**
 * One value that a request sets, with the times of the request and the response in milliseconds of `performance.now()`.
 */
export interface Write {
  readonly value: unknown;
  readonly from: number;
  /** The time of the response; Infinity until the response arrives. */
  to: number;
  /** True if the request succeeded; if false, it is unknown whether the target stored the value. */
  isCertain: boolean;
}

/** The times of one request and its response, in milliseconds of `performance.now()`. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** The values that one property of a record may have after the requests so far. */
export class Register {
  #writes: Write[] = [];
  readonly #earlier: unknown[] = [];

  /** Adds the value in a request that begins at `from` and whose response has not arrived yet. */
  begin(value: unknown, from: number): Write {
    const write = { value, from, to: Number.POSITIVE_INFINITY, isCertain: false };
    this.#writes.push(write);
    return write;
  }

  write(value: unknown, { from, to }: Span): void {
    this.#writes.push({ value, from, to, isCertain: true });
  }

  /** Removes the value of a request that the target rejected. */
  remove(write: Write): void {
    this.#writes = this.#writes.filter((one) => one !== write);
  }

  get isKnown(): boolean {
    return this.#writes.length > 0;
  }

  /**
   * The values that a response to a read may show: the value of the last write before the read, and the values of
   * concurrent writes.
   *
   * @param own the write of the same request; its response must not show a value that was certain before the request
   */
  possible({ from, to }: Span, own?: Write): unknown[] {
    const past = this.#past(from);
    return this.#writes
      .filter((write) => !past.has(write) && write.from <= to)
      .filter((write) => !own || write === own || write.to > from || !write.isCertain)
      .map(({ value }) => value);
  }

  /** True if the property had the value in the past, and another write replaced the value before the given time. */
  hadValue(value: unknown, from: number): boolean {
    const past = [...this.#past(from)].map((write) => write.value);
    return [...this.#earlier, ...past].includes(value);
  }

  /** The writes that a later write replaced before the given time. */
  #past(from: number): ReadonlySet<Write> {
    const certain = this.#writes.filter((write) => write.isCertain && write.to <= from);
    const [last] = certain.toSorted((a, b) => b.from - a.from);
    return new Set(this.#writes.filter((write) => last && write !== last && write.to <= last.from));
  }

  /** Stores an unexpected value of a response as the current value, so that the ledger reports one change only once. */
  accept(value: unknown, { from }: Span): void {
    this.#earlier.push(...this.#writes.filter((write) => write.to <= from).map((write) => write.value));
    const concurrent = this.#writes.filter((write) => write.to > from);
    this.#writes = [{ value, from, to: from, isCertain: true }, ...concurrent];
  }
}
