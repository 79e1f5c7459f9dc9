/** One value that a request set, and the time span of the request, by `performance.now()`. */
export interface Write {
  readonly value: unknown;
  readonly from: number;
  /** Infinite until the response arrives. */
  to: number;
  /** True if the response is a success; otherwise the target may have set the value or not. */
  isCertain: boolean;
}

/** The span of one request, by `performance.now()`. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** The values that one property of a record may have after the requests of the run. */
export class Register {
  #writes: Write[] = [];
  readonly #earlier: unknown[] = [];

  /** Adds the value of a request without a response so far. */
  begin(value: unknown, from: number): Write {
    const write = { value, from, to: Number.POSITIVE_INFINITY, isCertain: false };
    this.#writes.push(write);
    return write;
  }

  write(value: unknown, { from, to }: Span): void {
    this.#writes.push({ value, from, to, isCertain: true });
  }

  /** Removes the value of a rejected request. */
  remove(write: Write): void {
    this.#writes = this.#writes.filter((one) => one !== write);
  }

  get isKnown(): boolean {
    return this.#writes.length > 0;
  }

  /** The values that a read may show: from the last write before the read, and from every concurrent write. */
  possible({ from, to }: Span): unknown[] {
    const past = this.#past(from);
    return this.#writes.filter((write) => !past.has(write) && write.from <= to).map(({ value }) => value);
  }

  /** True if the property had the value earlier and another value since then. */
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

  /** Accepts an unexpected value of a read as the current value, so that one change is reported once. */
  accept(value: unknown, { from }: Span): void {
    this.#earlier.push(...this.#writes.filter((write) => write.to <= from).map((write) => write.value));
    const concurrent = this.#writes.filter((write) => write.to > from);
    this.#writes = [{ value, from, to: from, isCertain: true }, ...concurrent];
  }
}
