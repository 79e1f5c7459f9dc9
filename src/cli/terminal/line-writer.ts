import type { Output } from '../command-context.ts';

/** Time in milliseconds for which the writer collects lines before it writes them together. */
const DELAY_MS = 20;

/**
 * Writes lines to an output, several lines together, since under load a separate write for each line would be slow.
 * Call `flush` before another text is written to the same output.
 */
export class LineWriter {
  readonly #output: Output;
  #lines: string[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(output: Output) {
    this.#output = output;
  }

  line(line: string): void {
    this.#lines.push(line);
    this.#timer ??= setTimeout(() => this.flush(), DELAY_MS);
  }

  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#lines.length === 0) return;
    this.#output.write(`${this.#lines.join('\n')}\n`);
    this.#lines = [];
  }
}
