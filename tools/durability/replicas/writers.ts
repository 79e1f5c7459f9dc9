import { generateKeyPairSync } from 'node:crypto';
import { SEED_API_KEY } from '../../../mock/index.ts';

/** Writing clients work in pairs; the two clients of a pair change different fields of one JWT key. */
const PAIRS = 32;
const PEM = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ type: 'spki', format: 'pem' });
/**
 * Maximum time in milliseconds to wait for a response. The mock responds within eight seconds; the remaining time is a
 * reserve for a busy machine.
 */
const TIMEOUT_MS = 15_000;

/** Property that one client changes, with all values that the property may have now. */
interface Field<T> {
  acknowledged: T;
  /** The last acknowledged `updateTime`. */
  time: number;
  /**
   * Values sent since the last acknowledged request, by requests with an unknown outcome or by the request in flight.
   */
  attempted: T[];
  /** All values that the client has ever sent. */
  readonly sent: T[];
}

interface SharedKey {
  readonly kid: string;
  readonly label: Field<string>;
  readonly active: Field<boolean>;
}

/** Record of all writes to one sandbox. */
export interface Writes {
  readonly sandbox: string;
  /** Labels of the created JWT keys, by the ID of the JWT key. */
  readonly created: Map<string, string>;
  /** Names of created integrations. */
  readonly integrations: Set<string>;
  readonly keys: readonly SharedKey[];
  /** `X-Request-Id` of each acknowledged exchange. */
  readonly requestIds: Set<string>;
  /** Number of requests that have no response, or 503. */
  unknown: number;
  /** Sentences about contradictions between responses that a client received. */
  readonly errors: string[];
}

/** Clients that write to one sandbox through all replicas in turn. Each client sends one request at a time. */
export class Writers {
  /** Number of requests in flight. */
  inFlight = 0;
  slowestMs = 0;
  /** Number of requests without a response, or with 503. */
  unknown = 0;
  acknowledged = 0;
  readonly #urls: () => readonly string[];
  #turn = 0;
  #running = false;

  constructor(urls: () => readonly string[]) {
    this.#urls = urls;
  }

  /**
   * Creates a sandbox with one JWT key for each pair of clients; both clients of a pair update the JWT key of the pair.
   */
  async prepare(sandbox: string): Promise<Writes> {
    const writes = { sandbox, created: new Map(), integrations: new Set<string>(), requestIds: new Set<string>() };
    const all: Writes = { ...writes, keys: [], unknown: 0, errors: [] };
    const keys = await Promise.all(
      Array.from({ length: PAIRS }, async (_, pair) => {
        const created = await this.#send(all, 'POST', 'jwt-keys', newKey(`shared ${pair}`));
        if (created?.status !== 201) throw new Error(`A JWT key was not created: ${created?.status}.`);
        return {
          kid: String(created.body.kid),
          label: { acknowledged: `shared ${pair}`, time: 0, attempted: [], sent: [] },
          active: { acknowledged: true, time: 0, attempted: [], sent: [] },
        };
      }),
    );
    // The fault `counter` delays no response, and only counts createJwtKey requests. The test compares the number of
    // these requests with the number of created JWT keys.
    const fault = { operations: ['createJwtKey'], latency: { fixedMs: 0 } };
    const response = await fetch(`${this.#url(sandbox)}/__admin/faults/counter`, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(fault),
    });
    if (response.status !== 201) throw new Error(`The fault was not created: ${await response.text()}`);
    return { ...all, keys };
  }

  /** Writes until `stop`. Resolves when all requests have ended. */
  async write(writes: Writes, prefix: string): Promise<void> {
    this.#running = true;
    await Promise.all(
      writes.keys.flatMap((key, pair) => [
        this.#client(writes, `${prefix}-${pair}-a`, (n) => this.#changeLabel(writes, key, `shared ${prefix}-${n}`)),
        this.#client(writes, `${prefix}-${pair}-b`, () => this.#changeActive(writes, key)),
      ]),
    );
  }

  stop(): void {
    this.#running = false;
  }

  async #client(writes: Writes, name: string, change: (n: number) => Promise<void>): Promise<void> {
    for (let n = 0; this.#running; n++) {
      await change(n);
      if (!this.#running) return;
      const key = await this.#send(writes, 'POST', 'jwt-keys', newKey(`${name}-${n}`));
      if (key && this.#expect(writes, key, 201, `creation of the key ${name}-${n}`))
        writes.created.set(String(key.body.kid), `${name}-${n}`);
      if (!this.#running) return;
      const integration = { name: `${name}-${n}`, provider: 'salesforce' };
      const content = { ...integration, latestRevision: { specVersion: '1.0.0', content: integration } };
      const created = await this.#send(writes, 'POST', 'integrations', content);
      // Each name is new, so a 409 would show that the mock executed this POST request twice, although the transaction
      // of the first execution had been committed.
      if (created && this.#expect(writes, created, 201, `creation of the integration ${integration.name}`))
        writes.integrations.add(integration.name);
    }
  }

  async #changeLabel(writes: Writes, { kid, label, active }: SharedKey, value: string): Promise<void> {
    await this.#change(writes, kid, 'label', label, value, active);
  }

  async #changeActive(writes: Writes, { kid, label, active }: SharedKey): Promise<void> {
    const value = !(active.attempted.at(-1) ?? active.acknowledged);
    await this.#change(writes, kid, 'active', active, value, label);
  }

  /**
   * Changes a field of a JWT key. The response to the update must also show a possible value of the field that the
   * other client of the pair changes, since no update may be lost.
   */
  async #change<T>(
    writes: Writes,
    kid: string,
    name: 'label' | 'active',
    field: Field<T>,
    value: T,
    others: Field<unknown>,
  ): Promise<void> {
    const other = name === 'label' ? 'active' : 'label';
    const [before, sentBefore] = [[others.acknowledged, ...others.attempted], others.sent.length];
    field.attempted.push(value);
    field.sent.push(value);
    const body = { updateMask: [name], jwtKey: { [name]: value } };
    const response = await this.#send(writes, 'PATCH', `jwt-keys/${kid}`, body);
    if (!response || !this.#expect(writes, response, 200, `update of the JWT key ${kid}`)) return;
    field.acknowledged = value;
    field.attempted = [];
    const time = Date.parse(String(response.body.updateTime));
    if (time < field.time) writes.errors.push(`${kid}: updateTime is ${field.time - time} ms earlier than before.`);
    field.time = time;
    // The other client of the pair may have sent several values of its own field while this update waited for its
    // response.
    const possible = [...before, ...others.sent.slice(sentBefore)];
    if (!possible.includes(response.body[other]))
      writes.errors.push(`${kid}: ${other} is ${response.body[other]}; expected one of ${possible.join(', ')}.`);
  }

  #expect(writes: Writes, { status, text }: Answer, expected: number, what: string): boolean {
    if (status === expected) return true;
    writes.errors.push(`${writes.sandbox}: the ${what} got ${status}; expected ${expected}. ${text}`);
    return false;
  }

  /** Sends a request to the next replica. @returns undefined if it is unknown whether the request was executed */
  async #send(writes: Writes, method: string, path: string, body: object): Promise<Answer | undefined> {
    const url = `${this.#url(writes.sandbox)}/v1/projects/demo-project/${path}`;
    const headers = { 'X-Api-Key': SEED_API_KEY, 'Content-Type': 'application/json' };
    const start = performance.now();
    this.inFlight++;
    try {
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      const response = await fetch(url, { method, headers, body: JSON.stringify(body), signal });
      const text = await response.text();
      this.slowestMs = Math.max(this.slowestMs, performance.now() - start);
      if (response.status === 503 && response.headers.has('Retry-After')) {
        this.#addUnknown(writes);
        return undefined;
      }
      writes.requestIds.add(String(response.headers.get('X-Request-Id')));
      this.acknowledged++;
      return { status: response.status, text, body: text === '' ? {} : JSON.parse(text) };
    } catch (error) {
      this.#addUnknown(writes);
      if ((error as Error).name === 'TimeoutError') writes.errors.push(`${method} ${url} got no response.`);
      return undefined;
    } finally {
      this.inFlight--;
    }
  }

  #addUnknown(writes: Writes): void {
    writes.unknown++;
    this.unknown++;
  }

  #url(sandbox: string): string {
    const urls = this.#urls();
    return `${urls[this.#turn++ % urls.length]}/sandboxes/${sandbox}`;
  }
}

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly body: Readonly<Record<string, unknown>>;
}

function newKey(label: string): object {
  return { label, algorithm: 'RS256', publicKeyPem: PEM };
}
