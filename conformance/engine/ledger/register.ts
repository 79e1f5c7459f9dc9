/** One value that a request set, and the span in which the target did so, by `performance.now()`. */
export interface Write {
  readonly value: unknown;
  readonly from: number;
  /** Infinite until the response came. */
  to: number;
  /** True if the response says that the request succeeded; otherwise it may have set the value or not. */
  isCertain: boolean;
}

/** The span of one request, by `performance.now()`. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** The values that one property of a record may have, as the requests of the run allow. */
export class Register {
  #writes: Write[] = [];
  readonly #earlier: unknown[] = [];

  /** A value that a request sets, which is under way. */
  begin(value: unknown, from: number): Write {
    const write = { value, from, to: Number.POSITIVE_INFINITY, isCertain: false };
    this.#writes.push(write);
    return write;
  }

  write(value: unknown, { from, to }: Span): void {
    this.#writes.push({ value, from, to, isCertain: true });
  }

  /** The request of the write was rejected. */
  remove(write: Write): void {
    this.#writes = this.#writes.filter((one) => one !== write);
  }

  get isKnown(): boolean {
    return this.#writes.length > 0;
  }

  /** The values that a read may show: of the last write that ended before it, and of every write beside it or later. */
  possible({ from, to }: Span): unknown[] {
    const past = this.#past(from);
    return this.#writes.filter((write) => !past.has(write) && write.from <= to).map(({ value }) => value);
  }

  /** True if the property had the value before the time, and another one since. */
  had(value: unknown, from: number): boolean {
    const past = [...this.#past(from)].map((write) => write.value);
    return [...this.#earlier, ...past].includes(value);
  }

  /** The writes that a later one has replaced before the time. */
  #past(from: number): ReadonlySet<Write> {
    const certain = this.#writes.filter((write) => write.isCertain && write.to <= from);
    const [last] = certain.toSorted((a, b) => b.from - a.from);
    return new Set(this.#writes.filter((write) => last && write !== last && write.to <= last.from));
  }

  /** After a read that shows what no request allows: the target has this value now. */
  settle(value: unknown, { from }: Span): void {
    this.#earlier.push(...this.#writes.filter((write) => write.to <= from).map((write) => write.value));
    const beside = this.#writes.filter((write) => write.to > from);
    this.#writes = [{ value, from, to: from, isCertain: true }, ...beside];
  }
}
