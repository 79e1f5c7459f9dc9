import type { Readable } from 'node:stream';
import { LIMITS } from '../core/limits.ts';

/**
 * Only bodies larger than this size in bytes count towards the limit of `BodyMemory`. The limit for the
 * number of connections also limits the memory for bodies up to this size.
 */
const COUNTED_BYTES = 2 ** 16;
const FIRST_BYTES = 2 ** 12;
const NONE = Buffer.alloc(0);

/**
 * The limits for a body: the largest size of one body in bytes, and the memory for all bodies that the mock is reading.
 */
export interface BodyLimits {
  readonly limit: number;
  readonly memory: BodyMemory;
}

/** Limits the total memory for all bodies that the mock is reading. */
export class BodyMemory {
  readonly #limit: number;
  #used = 0;

  constructor(limit: number = LIMITS.bodyMemory.default) {
    this.#limit = limit;
  }

  /** Reserves memory for a part of a body. @returns false if the free memory is too small */
  reserve(bytes: number): boolean {
    if (this.#used + bytes > this.#limit) return false;
    this.#used += bytes;
    return true;
  }

  release(bytes: number): void {
    this.#used -= bytes;
  }
}

/**
 * Merges the chunks of a body into one buffer. A separate buffer for each chunk of one byte would need about 400 times
 * the memory of the merged buffer.
 */
class GrowingBody {
  readonly #limits: BodyLimits;
  #bytes = NONE;
  #reserved = 0;
  length = 0;

  constructor(limits: BodyLimits) {
    this.#limits = limits;
  }

  /** Adds a chunk to the body. @returns the name of the exceeded limit if the chunk would exceed a limit of the body */
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

  /** Ends the reservation of memory for the body. @returns the bytes of the body */
  end(): Buffer {
    this.#limits.memory.release(this.#reserved);
    this.#reserved = 0;
    return this.#bytes.subarray(0, this.length);
  }
}

/** The reason why the mock did not read a body: `tooLarge`, `noRoom`, or the error of the stream. */
export type ReadFailure = 'tooLarge' | 'noRoom' | Error;

/** Reads a stream to its end, or until a failure. Then calls `done` once. */
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
