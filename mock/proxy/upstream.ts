import { randomUUID } from 'node:crypto';
import { Agent as HttpAgent, request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { HOP_BY_HOP } from '../../src/contract/hop-by-hop.ts';
import { type BodyLimits, readStream } from '../pipeline/read-stream.ts';

/** The response of the backend, with all headers unchanged. */
export interface UpstreamResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** The error if the backend sends no usable response. The message names the backend and the reason. */
export class UpstreamError extends Error {
  override readonly name = 'UpstreamError';
  readonly timedOut: boolean;
  constructor(message: string, timedOut: boolean, options?: ErrorOptions) {
    super(message, options);
    this.timedOut = timedOut;
  }
}

interface UpstreamRequest {
  readonly method: string;
  /** The path and the query of the request to the backend. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

interface UpstreamOptions {
  readonly timeoutMs: number;
  /** The largest size of a response body, and the memory that all request and response bodies in the proxy share. */
  readonly bodies: BodyLimits;
}

/** Returns the headers that a proxy forwards: the headers without hop-by-hop headers (RFC 9110 §7.6.1). */
export function endToEnd(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const named = new Set(
    String(headers.connection ?? '')
      .toLowerCase()
      .split(',')
      .map((name) => name.trim()),
  );
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_BY_HOP.has(name) && !named.has(name)));
}

/** The client of the backend behind the proxy, which uses each connection for several requests. */
export class Upstream {
  readonly #base: URL;
  readonly #agent: HttpAgent | HttpsAgent;
  readonly #options: UpstreamOptions;
  /** Name of this proxy in the header `Via` of the requests to the backend (RFC 9110 §7.6.3). */
  readonly #pseudonym = `integration-contract-${randomUUID()}`;

  constructor(base: URL, options: UpstreamOptions) {
    this.#base = base;
    this.#agent = base.protocol === 'https:' ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true });
    this.#options = options;
  }

  /** Returns true if this proxy itself has sent the request, because the URL of the backend leads to this proxy. */
  sent({ via = '' }: IncomingHttpHeaders): boolean {
    return via.includes(this.#pseudonym);
  }

  /**
   * @param signal ends the request to the backend when the client of the proxy has disconnected
   * @throws UpstreamError when the backend does not respond, does not respond in time, or sends a too large response
   */
  send({ method, path, headers, body }: UpstreamRequest, signal: AbortSignal): Promise<UpstreamResponse> {
    const { protocol, hostname, port, host, pathname } = this.#base;
    const request = protocol === 'https:' ? httpsRequest : httpRequest;
    return new Promise((resolve, reject) => {
      const fail = (reason: string, timedOut = false, cause?: unknown) =>
        reject(new UpstreamError(`${this.#base.href} ${reason}`, timedOut, { cause }));
      const outgoing = request(
        {
          method,
          hostname: hostname.replace(/^\[(.*)\]$/, '$1'),
          port,
          path: pathname.replace(/\/$/, '') + path,
          headers: {
            ...endToEnd(headers),
            host,
            'accept-encoding': 'identity',
            via: [headers.via, `1.1 ${this.#pseudonym}`].filter(Boolean).join(', '),
            ...(body.length > 0 || headers['content-length'] !== undefined ? { 'content-length': body.length } : {}),
          },
          agent: this.#agent,
          signal: AbortSignal.any([signal, AbortSignal.timeout(this.#options.timeoutMs)]),
        },
        (incoming) => {
          this.#read(incoming).then(resolve, (error: Error) => fail(error.message, false, error));
        },
      );
      outgoing.on('upgrade', (_, socket) => {
        socket.destroy();
        fail('responded with 101; expected a final response');
      });
      outgoing.on('error', (error: NodeJS.ErrnoException) => {
        if (error.name === 'TimeoutError' || error.name === 'AbortError')
          fail(`did not respond within ${this.#options.timeoutMs} ms`, true, error);
        else fail(`cannot be reached (${error.code ?? error.message})`, false, error);
      });
      outgoing.end(body);
    });
  }

  close(): void {
    this.#agent.destroy();
  }

  async #read(incoming: IncomingMessage): Promise<UpstreamResponse> {
    const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
    const { bodies } = this.#options;
    readStream(incoming, bodies, (failure, body) => {
      if (failure === undefined) return resolve(body);
      incoming.on('error', () => undefined).destroy();
      if (failure instanceof Error) reject(failure);
      else if (failure === 'tooLarge') reject(new Error(`returned more than ${bodies.limit} bytes`));
      else reject(new Error('returned a large response while too many others arrive'));
    });
    return { status: incoming.statusCode ?? 0, headers: incoming.headers, body: await promise };
  }
}
