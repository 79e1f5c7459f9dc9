import type { IncomingMessage } from 'node:http';
import type { AgentOptions } from 'node:https';
import supertest from 'supertest';
import { parseJson } from '../../src/contract/json.ts';
import type { Answer, WireRequest } from '../../src/run-result/wire.ts';
import { Pace } from './pace.ts';
import { type Target, UnreachableError } from './target.ts';
import { pauseOf, Throttle, ThrottledError } from './throttle.ts';

// Node's own fetch, which takes as long to load as ten modules, comes with an import of `node:http`, and not with this.
const { Agent } = process.getBuiltinModule('node:http');
const { Agent: TlsAgent } = process.getBuiltinModule('node:https');

/** The request was sent, but no answer came: the connection broke, or the time was up. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
  /** True if waiting or reading for it took long: a run cannot do that often. */
  readonly costly: boolean;

  constructor(message: string, options: ErrorOptions & { costly: boolean }) {
    super(message, options);
    this.costly = options.costly;
  }
}

/** Reading stops here, also where the bytes come out of a compressed body. */
const MAX_ANSWER_BYTES = 8 * 2 ** 20;
/** The error code of superagent for it. */
const TOO_LARGE = 'ETOOLARGE';
/** Retries of a request that is throttled while others are served. */
const MAX_RETRIES = 4;
/** A body of more may be refused before it is read, and whatever comes after it on its connection not be read, either. */
const LARGE_BODY_BYTES = 2 ** 18;

/** Nobody listens, as opposed to somebody who hangs up. */
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

/** Node's word for a request that it does not send. */
const UNSENDABLE = new Set(['ERR_INVALID_CHAR', 'ERR_INVALID_HTTP_TOKEN', 'ERR_UNESCAPED_CHARACTERS']);

/** Sends requests with supertest and reads any answer, whatever its status and form. */
export class Client {
  readonly #target: Target;
  readonly #requests: ReturnType<typeof supertest>;
  readonly #agent: InstanceType<typeof Agent>;
  /** Makes a connection for each request: none that the server may be about to close. */
  readonly #anew: InstanceType<typeof Agent>;
  readonly #throttle = new Throttle();
  readonly #pace: Pace;

  constructor(target: Target) {
    this.#target = target;
    this.#requests = supertest(target.baseUrl);
    this.#pace = new Pace(target.maxRps);
    const { ca, proxy } = target;
    const options = {
      keepAlive: true,
      maxSockets: 64,
      scheduling: 'lifo' as const,
      ...(ca && { ca: [...ca] }),
      ...(proxy && { proxyEnv: proxy }),
    };
    this.#agent = agentFor(target.baseUrl, options);
    this.#anew = agentFor(target.baseUrl, { ...options, keepAlive: false });
  }

  /**
   * Sends a request, and again where the target asks for a pause.
   *
   * @throws ThrottledError when it asks for more than the run can give
   * @throws UnreachableError when nobody listens
   * @throws NoAnswerError when the connection breaks, the time is up or the answer has no end
   * @throws Error when HTTP does not allow it: nothing was sent
   */
  async send(request: WireRequest): Promise<Answer> {
    let [tries, passedOver, servings] = [0, 0, -1];
    for (;;) {
      const answer = await this.sendOnce(request);
      tries++;
      const pause = pauseOf(answer);
      if (pause === undefined) {
        this.#throttle.served();
        return answer;
      }
      const isLimit = answer.status === 429;
      if (this.#throttle.pause(pause, isLimit) && isLimit) this.#pace.slower();
      // Where nothing is served, it is not about this request: how long that may take is for the throttle.
      if (this.#throttle.servings !== servings) passedOver++;
      servings = this.#throttle.servings;
      if (passedOver > MAX_RETRIES)
        throw new ThrottledError(
          `${request.method} ${request.path}: answered with ${answer.status} ${tries} times`,
          false,
        );
    }
  }

  close(): void {
    this.#agent.destroy();
    this.#anew.destroy();
  }

  /** Sends a request, whatever the answer asks for. @throws as `send`, but for a pause */
  async sendOnce(request: WireRequest): Promise<Answer> {
    try {
      return await this.#exchange(request);
    } catch (error) {
      // A server may close an idle connection just when it is used again: that says nothing of the request.
      if (
        (error as { code?: string; reused?: boolean }).code === 'ECONNRESET' &&
        (error as { reused?: boolean }).reused
      ) {
        const answer = await this.#exchange(request, this.#anew).catch((again) => this.#fail(request, again, true));
        return request.method === 'GET' ? answer : { ...answer, isSecond: true };
      }
      return misplacedBody(error) ?? this.#fail(request, error);
    }
  }

  /** A pause may begin while others wait for their turn. */
  async #turn(): Promise<void> {
    do {
      await this.#throttle.turn();
      await this.#pace.turn();
    } while (this.#throttle.pauses());
  }

  #agentFor({ body }: WireRequest): InstanceType<typeof Agent> {
    return body !== undefined && body.length > LARGE_BODY_BYTES ? this.#anew : this.#agent;
  }

  #fail({ method, path }: WireRequest, error: unknown, wasSent = false): never {
    const { message } = error as Error;
    // supertest keeps the code of a refused connection only in the message.
    const code = (error as NodeJS.ErrnoException).code ?? /^E[A-Z]+(?=:)/.exec(message)?.[0];
    if (code !== undefined && UNREACHABLE.has(code)) {
      throw new UnreachableError(`${this.#target.baseUrl} does not answer (${code})${this.#hint(code)}.`, {
        cause: error,
        wasSent,
      });
    }
    // Nothing left: that is for whoever made the request.
    if (code !== undefined && UNSENDABLE.has(code))
      throw new Error(`${method} ${path} cannot be sent (${code})`, { cause: error });
    const late = code === 'ETIMEDOUT' || code === 'ECONNABORTED';
    throw new NoAnswerError(
      `${method} ${path}: ${late ? `no answer within ${this.#target.timeoutMs} ms` : broken(error)}`,
      {
        cause: error,
        costly: late || code === TOO_LARGE,
      },
    );
  }

  #hint(code: string): string {
    if (/SELF_SIGNED|UNABLE_TO_VERIFY/.test(code)) {
      return ': its certificate is not trusted; --ca names that of who signed it';
    }
    if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
      return ': its certificate is for another name; the base URL has to have one that it is for';
    }
    // Where the proxy is may be a secret, which variable names it is none.
    const variable = this.#target.baseUrl.startsWith('https:') ? 'HTTPS_PROXY' : 'HTTP_PROXY';
    return this.#target.proxy?.[variable] === undefined ? '' : `: it, or the proxy that ${variable} names`;
  }

  async #exchange(request: WireRequest, agent = this.#agentFor(request)): Promise<Answer> {
    const { method, path, headers, body } = request;
    await this.#turn();
    const start = performance.now();
    const test = this.#requests[method.toLowerCase() as 'get'](path)
      .agent(agent)
      .redirects(0)
      .ok(() => true)
      .timeout({ deadline: this.#target.timeoutMs })
      .maxResponseSize(MAX_ANSWER_BYTES)
      .buffer(true)
      .parse(readText as never)
      .set(withoutThose(headers, this.#target.headers))
      .set(headers);
    if (body !== undefined && headers['Transfer-Encoding'] === 'chunked') {
      for (const chunk of chunksOf(body)) test.write(chunk);
    } else if (body !== undefined) {
      test.serialize((raw) => raw as never).send(body as string);
      // Else superagent takes a text for a form.
      if (headers['Content-Type'] === undefined) test.unset('Content-Type');
    }
    try {
      const { status, headers: received, body: text } = await test;
      const answer = String(typeof text === 'string' ? text : '');
      return {
        status,
        headers: Object.fromEntries(
          Object.entries(received as Record<string, unknown>).map(([name, value]) => [name, String(value)]),
        ),
        text: answer,
        json: parseJson(answer),
        durationMs: performance.now() - start,
      };
    } catch (error) {
      const socket = (test as { req?: { reusedSocket?: boolean } }).req;
      throw Object.assign(error as Error, { reused: socket?.reusedSocket === true });
    }
  }
}

/** Over TLS it says that it speaks HTTP/1.1: a server that does not then refuses the connection, not each request. */
function agentFor(baseUrl: string, options: AgentOptions): InstanceType<typeof Agent> {
  return baseUrl.startsWith('https:') ? new TlsAgent({ ...options, ALPNProtocols: ['http/1.1'] }) : new Agent(options);
}

function broken(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === TOO_LARGE) return `no end of the answer within ${MAX_ANSWER_BYTES} bytes`;
  if (code?.startsWith('HPE_')) return `what came is no HTTP answer (${code})`;
  return `no answer (${code ?? message})`;
}

/**
 * A 204 with a body breaks HTTP (RFC 9110 §15.3.5), and Node takes the body for the next answer: it is
 * read from the bytes that Node could not.
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

/** What every request has, but for what this one says itself: names in any letter case. */
function withoutThose(
  own: Readonly<Record<string, string>>,
  general: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const named = new Set(Object.keys(own).map((name) => name.toLowerCase()));
  return Object.fromEntries(Object.entries(general).filter(([name]) => !named.has(name.toLowerCase())));
}

const CHUNK_BYTES = 7;

/** Small ones, so that some end within a character. */
function chunksOf(body: string | Uint8Array): Buffer[] {
  const bytes = Buffer.from(body);
  const count = Math.ceil(bytes.length / CHUNK_BYTES);
  return Array.from({ length: count }, (_, index) => bytes.subarray(index * CHUNK_BYTES, (index + 1) * CHUNK_BYTES));
}

/** Collects the answer as UTF-8, whatever it says that it is. */
function readText(response: IncomingMessage, done: (error: Error | null, text: string) => void): void {
  const chunks: Buffer[] = [];
  response.on('data', (chunk: Buffer | string) => chunks.push(Buffer.from(chunk)));
  response.on('end', () => done(null, Buffer.concat(chunks).toString('utf8')));
}
