import { randomBytes } from 'node:crypto';
import type { Contract } from '../../src/contract/contract.ts';
import type { Operation } from '../../src/contract/operation.ts';
import type { Requirement } from '../../src/contract/requirements.ts';
import type { Answer } from '../target/answer.ts';
import { Client, type WireRequest } from '../target/client.ts';
import type { Fixtures } from '../target/configuration.ts';
import type { Target } from '../target/target.ts';

/** Something that a case needs is not there: what it would decide is untestable. */
export class Untestable extends Error {
  override readonly name = 'Untestable';
}

/** One run against one target: what its cases share. */
export class Session {
  readonly contract: Contract;
  readonly requirements: ReadonlyMap<string, Requirement>;
  readonly target: Target;
  readonly client: Client;
  /** Problem types and the titles that came with them (D24). */
  readonly titles = new Map<string, Set<string>>();
  /** Requests that were sent. */
  requests = 0;
  /** Told of each exchange; the answer is undefined where none came. */
  onExchange:
    | ((request: WireRequest, answer: Answer | undefined, operation: Operation | undefined) => void)
    | undefined;
  /** Why no case can run, once that is known. */
  blocked: string | undefined;
  readonly #missing = new Set<string>();
  readonly #memo = new Map<string, Promise<unknown>>();
  #names = 0;
  #turns = 0;

  constructor(contract: Contract, requirements: readonly Requirement[], target: Target) {
    this.contract = contract;
    this.requirements = new Map(requirements.map((requirement) => [requirement.id, requirement]));
    this.target = target;
    this.client = new Client(target);
  }

  /** @throws Untestable when the target has no such fixture */
  fixture<Name extends keyof Fixtures>(name: Name): NonNullable<Fixtures[Name]> {
    const value = this.target.fixtures[name];
    if (value === undefined || this.#missing.has(name)) throw new Untestable(`the fixture \`${name}\` is missing`);
    return value;
  }

  /** From now on the target is known not to have it. */
  markMissing(name: keyof Fixtures): void {
    this.#missing.add(name);
  }

  /** Does the work once in the run, whichever case asks first. */
  once<T>(name: string, work: () => Promise<T>): Promise<T> {
    const known = this.#memo.get(name) ?? work();
    this.#memo.set(name, known);
    return known as Promise<T>;
  }

  /** A number that rises with each call. */
  takeTurn(): number {
    return this.#turns++;
  }

  /** A name that no other run and no other case uses, and that says where it comes from. */
  uniqueName(prefix = 'conformance'): string {
    this.#names++;
    return `${prefix}-${this.target.runId}-${this.#names}-${randomBytes(2).toString('hex')}`;
  }

  /** The operation is that which the request is addressed to, if any. */
  async send(request: WireRequest, operation: Operation | undefined): Promise<Answer> {
    this.requests++;
    let answer: Answer | undefined;
    try {
      answer = await this.client.send(request);
      return answer;
    } finally {
      this.onExchange?.(request, answer, operation);
    }
  }

  /** Everything that no output may show. */
  get secrets(): string[] {
    const { apiKey, fixtures } = this.target;
    return [apiKey, fixtures.forbiddenApiKey].filter((key) => key !== undefined && key !== '') as string[];
  }

  close(): void {
    this.client.close();
  }
}
