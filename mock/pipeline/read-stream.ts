import type { Readable } from 'node:stream';
import { LIMITS } from '../core/limits.ts';

/** Size from which a body counts. Smaller ones are limited by the number of connections. */
const COUNTED_BYTES = 2 ** 16;
const FIRST_BYTES = 2 ** 12;
const NONE = Buffer.alloc(0);

/** Limits of a body: its own size, and the memory of all bodies that are being read. */
export interface BodyLimits {
  readonly limit: number;
  readonly memory: BodyMemory;
}

/** The memory of the bodies that are being read. */
export class BodyMemory {
  readonly #limit: number;
  #used = 0;

  constructor(limit: number = LIMITS.bodyMemory.default) {
    this.#limit = limit;
  }

  /** @returns false if there is no room */
  reserve(bytes: number): boolean {
    if (this.#used + bytes > this.#limit) return false;
    this.#used += bytes;
    return true;
  }

  release(bytes: number): void {
    this.#used -= bytes;
  }
}

/** Merges chunks into one buffer. A buffer per chunk would need about 400 times the memory of chunks of one byte. */
class GrowingBody {
  readonly #limits: BodyLimits;
  #bytes = NONE;
  #reserved = 0;
  length = 0;

  constructor(limits: BodyLimits) {
    this.#limits = limits;
  }

  /** @returns the reason why the chunk has no place */
  add(chunk: Buffer): 'tooLarge' | 'noRoom' | undefined {
    const length = this.length + chunk.length;
    if (length > this.#limits.limit) return 'tooLarge';
    if (length > this.#bytes.length && !this.#grow(length)) return 'noRoom';
    chunk.copy(this.#bytes, this.length);
    this.length = length;
    return undefined;
  }

  #grow(needed: number): boolean {
    const size = Math.min(Math.max(FIRST_BYTES, needed, this.#bytes.length * 2), this.#limits.limit);
    const missing = size > COUNTED_BYTES ? size - this.#reserved : 0;
    if (!this.#limits.memory.reserve(missing)) return false;
    this.#reserved += missing;
    const grown = Buffer.allocUnsafeSlow(size);
    this.#bytes.copy(grown, 0, 0, this.length);
    this.#bytes = grown;
    return true;
  }

  /** Ends the reservation. @returns the bytes */
  end(): Buffer {
    this.#limits.memory.release(this.#reserved);
    this.#reserved = 0;
    return this.#bytes.subarray(0, this.length);
  }
}

/** Why a body was not read: `tooLarge`, `noRoom`, or the error of the stream. */
export type ReadFailure = 'tooLarge' | 'noRoom' | Error;

/** Reads a stream to its end. Calls `done` once. After a failure, the rest of the stream is not read. */
export function readStream(
  stream: Readable,
  limits: BodyLimits,
  done: (failure: ReadFailure | undefined, body: Buffer) => void,
): void {
  const body = new GrowingBody(limits);
  const finish = (failure?: ReadFailure) => {
    stream.off('data', take).off('end', end).off('error', fail).off('close', close);
    done(failure, body.end());
  };
  const take = (chunk: Buffer) => {
    const failure = body.add(chunk);
    if (failure) finish(failure);
  };
  const end = () => finish();
  const fail = (error: Error) => finish(error);
  const close = () => finish(new Error('the connection was closed'));
  stream.on('data', take).on('end', end).on('error', fail).on('close', close);
}
