import type { IncomingMessage } from 'node:http';
import type { AgentOptions } from 'node:https';
import { isIP } from 'node:net';
import supertest from 'supertest';
import type { Answer, WireRequest } from '../../src/run-result/wire.ts';
import { exchangeWithExpect } from './expect-continue.ts';
import { Pace } from './pace.ts';
import { contentOf, readBytes, TOO_LARGE } from './read-body.ts';
import { RESPONSE_LIMITS } from './response-limits.ts';
import { type Target, UnreachableError } from './target.ts';
import { pauseOf, Throttle, ThrottledError } from './throttle.ts';

// An import of `node:http` also loads the slow module of `fetch`; `process.getBuiltinModule` does not.
const { Agent, request: httpRequest } = process.getBuiltinModule('node:http');
const { Agent: TlsAgent, request: httpsRequest } = process.getBuiltinModule('node:https');

/** Thrown if a request was sent and no usable response arrived: broken connection, timeout or oversized response. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
  /**
   * True if the request timed out or its response was oversized: such a request takes so long that a run cannot repeat
   * it often.
   */
  readonly costly: boolean;

  constructor(message: string, options: ErrorOptions & { costly: boolean }) {
    super(message, options);
    this.costly = options.costly;
  }
}

/** Some gateways reject requests without the header `User-Agent`, which a client should send (RFC 9110 §10.1.5). */
const USER_AGENT = 'integration-contract';

/** Maximum number of retries of a throttled request while the target serves other requests. */
const MAX_RETRIES = 4;
/**
 * The maximum size of a body that shares a connection. A request with a larger body gets a new connection, since a
 * server may reject a large body unread and stop reading from the connection.
 */
const LARGE_BODY_BYTES = 2 ** 18;

/**
 * Error codes that show that the server is unreachable. An error code that is neither in `UNREACHABLE` nor in
 * `UNSENDABLE` stands for a broken connection or a timeout.
 */
const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

/** Error codes of Node.js for a request that Node.js cannot send. */
const UNSENDABLE = new Set(['ERR_INVALID_CHAR', 'ERR_INVALID_HTTP_TOKEN', 'ERR_UNESCAPED_CHARACTERS']);

/** Sends requests with supertest and returns any response, even a malformed response. */
export class Client {
  readonly #target: Target;
  readonly #requests: ReturnType<typeof supertest>;
  readonly #agent: InstanceType<typeof Agent>;
  /**
   * The agent that opens a new connection for each request, since a server may close an idle connection at any time.
   */
  readonly #freshAgent: InstanceType<typeof Agent>;
  /** Agents that open only one connection each; the key is the name in the property `connection` of a request. */
  readonly #ownAgents = new Map<string, InstanceType<typeof Agent>>();
  readonly #options: AgentOptions;
  /** Names and values of the headers of every request. */
  readonly #generalHeaders: readonly (readonly [name: string, value: string])[];
  readonly #throttle = new Throttle();
  readonly #pace: Pace;

  constructor(target: Target) {
    this.#target = target;
    this.#requests = supertest(target.baseUrl);
    this.#pace = new Pace(target.maxRps);
    const { ca, proxy, headers = {} } = target;
    const namesAgent = Object.keys(headers).some((name) => name.toLowerCase() === 'user-agent');
    this.#generalHeaders = Object.entries({ ...(!namesAgent && { 'User-Agent': USER_AGENT }), ...headers });
    const options = {
      keepAlive: true,
      maxSockets: 64,
      scheduling: 'lifo' as const,
      ...(ca && { ca: [...ca] }),
      ...(proxy && { proxyEnv: proxy }),
    };
    this.#options = options;
    this.#agent = agentFor(target.baseUrl, options);
    this.#freshAgent = agentFor(target.baseUrl, { ...options, keepAlive: false });
  }

  /**
   * Sends a request, and repeats it after each pause that the target requests with 429 or 503.
   *
   * @throws ThrottledError if the pauses exceed the limits of the run
   * @throws UnreachableError if no server listens
   * @throws NoAnswerError after a broken connection, a timeout or an oversized response
   * @throws Error if the request is invalid in HTTP, so that Node.js cannot send it
   */
  async send(request: WireRequest): Promise<Answer> {
    let [tries, retries, servings] = [0, 0, -1];
    for (;;) {
      const answer = await this.sendOnce(request);
      tries++;
      const pause = pauseOf(answer);
      if (pause === undefined) {
        this.#throttle.served();
        return answer;
      }
      const isLimit = answer.status === 429;
      if (this.#throttle.pause(pause, isLimit) && isLimit) this.#pace.halve();
      // `MAX_RETRIES` applies only if the target has served another request since the previous attempt. If the target
      // has served no request since the previous attempt, the limits in `PAUSE_LIMITS` end the run.
      if (this.#throttle.servedCount !== servings) retries++;
      servings = this.#throttle.servedCount;
      if (retries > MAX_RETRIES)
        throw new ThrottledError(
          `${request.method} ${request.path}: the target responds with ${answer.status} to all ${tries} attempts`,
          false,
        );
    }
  }

  /**
   * Sends the head of a request and a part of its body, and closes the connection before the response arrives. If the
   * target does not accept the connection or the bytes in time, closes the connection, too.
   */
  async abandon({ method, path, headers, body = '' }: WireRequest, bytes: number): Promise<void> {
    await this.#turn();
    const { baseUrl } = this.#target;
    const length = Buffer.byteLength(body);
    const all = { ...this.#headersFor(headers), 'Content-Length': length };
    const send = baseUrl.startsWith('https:') ? httpsRequest : httpRequest;
    await new Promise<void>((resolve) => {
      const sent = send(baseUrl + path, { method, headers: all, agent: this.#freshAgent });
      sent.on('response', (response) => response.resume());
      // The target may close the connection first.
      sent.on('error', () => undefined);
      const timer = setTimeout(() => sent.destroy(), this.#target.timeoutMs);
      sent.on('close', () => {
        clearTimeout(timer);
        resolve();
      });
      sent.write(Buffer.from(body).subarray(0, bytes), () => setTimeout(() => sent.destroy(), ABANDON_MS));
    });
  }

  close(): void {
    this.#agent.destroy();
    this.#freshAgent.destroy();
    for (const agent of this.#ownAgents.values()) agent.destroy();
  }

  /** Sends a request without retries for throttling, and returns the response, even if its status is 429 or 503. */
  async sendOnce(request: WireRequest): Promise<Answer> {
    try {
      return await this.#exchange(request);
    } catch (error) {
      // A server may close an idle connection at the moment when the client reuses it. A reused connection may break
      // for a reason other than the request, so the client repeats the request on a new connection.
      if (
        (error as { code?: string; reused?: boolean }).code === 'ECONNRESET' &&
        (error as { reused?: boolean }).reused
      ) {
        const answer = await this.#exchange(request, this.#freshAgent).catch((again) =>
          this.#fail(request, again, true),
        );
        return request.method === 'GET' ? answer : { ...answer, isSecond: true };
      }
      return misplacedBody(error) ?? this.#fail(request, error);
    }
  }

  /**
   * Waits for the end of the current pause, and then until the request rate allows another request. While a request
   * waits for its turn, the target may request a new pause.
   */
  async #turn(): Promise<void> {
    do {
      await this.#throttle.waitForPause();
      await this.#pace.waitForTurn();
    } while (this.#throttle.pauses());
  }

  #agentFor({ body, connection }: WireRequest): InstanceType<typeof Agent> {
    if (connection !== undefined) {
      const own =
        this.#ownAgents.get(connection) ?? agentFor(this.#target.baseUrl, { ...this.#options, maxSockets: 1 });
      this.#ownAgents.set(connection, own);
      return own;
    }
    return body !== undefined && body.length > LARGE_BODY_BYTES ? this.#freshAgent : this.#agent;
  }

  /** The headers of a request and the general headers, except those that the request itself sets in any letter case. */
  #headersFor(own: WireRequest['headers']): Record<string, string> {
    const named = new Set(Object.keys(own).map((name) => name.toLowerCase()));
    return { ...Object.fromEntries(this.#generalHeaders.filter(([name]) => !named.has(name.toLowerCase()))), ...own };
  }

  #fail({ method, path }: WireRequest, error: unknown, wasSent = false): never {
    const { message } = error as Error;
    // For a failed connection, supertest mentions the error code only in the message of the error.
    const code = (error as NodeJS.ErrnoException).code ?? /^E[A-Z]+(?=:)/.exec(message)?.[0];
    if (code !== undefined && UNREACHABLE.has(code)) {
      throw new UnreachableError(`${this.#target.baseUrl} does not respond (${code})${this.#hint(code)}.`, {
        cause: error,
        wasSent,
      });
    }
    // The request of the caller is invalid in HTTP, so Node.js sent nothing.
    if (code !== undefined && UNSENDABLE.has(code))
      throw new Error(`${method} ${path} cannot be sent (${code})`, { cause: error });
    const late = code === 'ETIMEDOUT' || code === 'ECONNABORTED';
    throw new NoAnswerError(
      `${method} ${path}: ${late ? `no response within ${this.#target.timeoutMs} ms` : reasonOf(error)}`,
      {
        cause: error,
        costly: late || code === TOO_LARGE,
      },
    );
  }

  #hint(code: string): string {
    if (/SELF_SIGNED|UNABLE_TO_VERIFY/.test(code)) {
      return ': the certificate of the server is not trusted. Use --ca with the certificate of the issuer';
    }
    if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
      return ': the certificate of the server is for another host name. Use a base URL with a host name of the certificate';
    }
    // The hint contains the name of the environment variable that sets the proxy, and not the address of the proxy,
    // which may be a secret.
    const variable = this.#target.baseUrl.startsWith('https:') ? 'HTTPS_PROXY' : 'HTTP_PROXY';
    const proxy = this.#target.proxy?.[variable] === undefined ? '' : `. Check also the proxy in ${variable}`;
    return `. Check that the service is running and that the base URL is correct${proxy}`;
  }

  async #exchange(request: WireRequest, agent = this.#agentFor(request)): Promise<Answer> {
    const { method, path, body } = request;
    await this.#turn();
    const start = performance.now();
    if (request.headers.Expect !== undefined) {
      const { baseUrl, timeoutMs } = this.#target;
      const wire = { ...request, headers: this.#headersFor(request.headers) };
      const { response, bytes } = await exchangeWithExpect(baseUrl + path, wire, this.#freshAgent, timeoutMs);
      return {
        status: response.statusCode ?? 0,
        headers: headersOf(response.headers, response.rawHeaders),
        ...contentOf(bytes),
        durationMs: performance.now() - start,
      };
    }
    const test = this.#requests[method.toLowerCase() as 'get'](path)
      .agent(agent)
      .redirects(0)
      .ok(() => true)
      .timeout({ deadline: this.#target.timeoutMs })
      .maxResponseSize(RESPONSE_LIMITS.bodyBytes)
      .buffer(true)
      .parse(readBytes as never)
      .set(this.#headersFor(request.headers));
    if (body !== undefined && request.headers['Transfer-Encoding'] === 'chunked') {
      for (const chunk of chunksOf(body)) test.write(chunk);
    } else if (body !== undefined) {
      test.serialize((raw) => raw as never).send(body as string);
      // If no content type is set, superagent sends a string with the media type of HTML forms.
      if (request.headers['Content-Type'] === undefined) test.unset('Content-Type');
    }
    try {
      const { status, headers, body: bytes, ...response } = await test;
      const { rawHeaders = [] } = (response as { res?: Partial<IncomingMessage> }).res ?? {};
      return {
        status,
        headers: headersOf(headers, rawHeaders),
        ...contentOf(Buffer.isBuffer(bytes) ? bytes : Buffer.alloc(0)),
        durationMs: performance.now() - start,
      };
    } catch (error) {
      const { req: socket, res } = test as { req?: { reusedSocket?: boolean }; res?: IncomingMessage };
      const undecodable = res && /^Z_/.test((error as NodeJS.ErrnoException).code ?? '');
      if (undecodable) return withoutBody(res, performance.now() - start);
      throw Object.assign(error as Error, { reused: socket?.reusedSocket === true });
    }
  }
}

/**
 * An agent that offers only HTTP/1.1 over TLS, so that a server without HTTP/1.1 rejects the connection instead of each
 * request.
 */
function agentFor(baseUrl: string, options: AgentOptions): InstanceType<typeof Agent> {
  const { protocol, hostname } = new URL(baseUrl);
  if (protocol !== 'https:') return new Agent(options);
  const host = hostname.replace(/^\[|\]$/g, '');
  // Without `servername`, Node.js would verify the certificate for the host in the header `Host` of a request.
  return new TlsAgent({ ...options, ALPNProtocols: ['http/1.1'], servername: isIP(host) ? '' : host });
}

function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === TOO_LARGE)
    return message.startsWith('the response') ? message : `the response exceeds ${RESPONSE_LIMITS.bodyBytes} bytes`;
  if (code?.startsWith('HPE_')) return `the response is not HTTP (${code})`;
  return `no response (${code ?? message})`;
}

/** The received response without its body, which cannot be decompressed as `Content-Encoding` states. */
function withoutBody({ statusCode = 0, headers }: IncomingMessage, durationMs: number): Answer {
  const received = Object.entries(headers).map(([name, value]) => [name, String(value)]);
  return { status: statusCode, headers: Object.fromEntries(received), text: '', json: undefined, durationMs };
}

/**
 * The response with the status 204 and a body, which violates HTTP (RFC 9110 §15.3.5); undefined for any other error.
 * Node.js parses the body of a 204 as the next response and fails, so the function reads the body from the bytes in
 * `error`.
 */
function misplacedBody(error: unknown): Answer | undefined {
  const { rawPacket } = error as { rawPacket?: Buffer };
  const [head = '', ...body] = rawPacket?.toString('latin1').split('\r\n\r\n') ?? [];
  const [statusLine = '', ...fields] = head.split('\r\n');
  if (!/^HTTP\/1\.[01] 204\b/.test(statusLine) || body.join('') === '') return undefined;
  const headers = fields
    .map((field) => field.split(/:\s*(.*)/s, 2))
    .map(([name = '', value = '']) => [name.toLowerCase(), value]);
  return {
    status: 204,
    headers: Object.fromEntries(headers),
    text: body.join('\r\n\r\n'),
    json: undefined,
    durationMs: 0,
  };
}

/** The received headers. A repeated `Content-Type` has all of its values, of which Node.js returns only the first. */
function headersOf(received: Readonly<Record<string, unknown>>, raw: readonly string[]): Record<string, string> {
  const headers = Object.fromEntries(Object.entries(received).map(([name, value]) => [name, String(value)]));
  const types = raw.filter((_, index) => index % 2 === 1 && raw[index - 1]?.toLowerCase() === 'content-type');
  return types.length > 1 ? { ...headers, 'content-type': types.join(', ') } : headers;
}

/** Time in milliseconds between the last byte of an abandoned request and the end of its connection. */
const ABANDON_MS = 2;

const CHUNK_BYTES = 7;

/** Splits the body into small chunks, so that some chunks end inside a character. */
function chunksOf(body: string | Uint8Array): Buffer[] {
  const bytes = Buffer.from(body);
  const count = Math.ceil(bytes.length / CHUNK_BYTES);
  return Array.from({ length: count }, (_, index) => bytes.subarray(index * CHUNK_BYTES, (index + 1) * CHUNK_BYTES));
}
