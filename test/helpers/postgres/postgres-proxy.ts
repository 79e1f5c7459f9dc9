import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** Message of the PostgreSQL protocol (version 3). */
export interface ProtocolMessage {
  readonly from: 'client' | 'server';
  /**
   * Type byte of the message, such as `Q` (query) or `C` (command complete); empty for the first messages of a client.
   */
  readonly type: string;
  readonly bytes: Buffer;
  /** Process ID of the PostgreSQL backend of this connection; undefined until PostgreSQL has sent the process ID. */
  readonly backend: number | undefined;
}

/** True if a message contains the statement that commits a transaction. */
export function isCommit({ from, bytes }: ProtocolMessage): boolean {
  return from === 'client' && bytes.includes('COMMIT\0');
}

/**
 * Action of the proxy for a message. The proxy can close the client's connection and its own connection to PostgreSQL,
 * before or after it forwards the message.
 */
type Verdict = 'forward' | 'cut' | 'forward and cut';

/** Proxy in front of PostgreSQL that reads each message, and can close its connections or stop forwarding. */
export class PostgresProxy implements AsyncDisposable {
  readonly port: number;
  /** Called with each message. */
  judge: (message: ProtocolMessage) => Verdict = () => 'forward';
  /** True if the proxy forwards nothing, and keeps the connections open. */
  stopped = false;
  readonly #server: Server;
  readonly #target: number;
  readonly #links = new Set<Link>();

  private constructor(server: Server, target: number) {
    this.#server = server;
    this.#target = target;
    this.port = (server.address() as AddressInfo).port;
    server.on('connection', (client) => this.#accept(client));
  }

  static async start(target: number): Promise<PostgresProxy> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new PostgresProxy(server, target);
  }

  /** Forwards the messages that arrived while the proxy was stopped. */
  resume(): void {
    this.stopped = false;
    for (const link of this.#links) link.flush();
  }

  /** Cuts all connections. */
  cut(): void {
    for (const link of this.#links) link.cut();
  }

  #accept(client: Socket): void {
    const link: Link = new Link(client, connect(this.#target, '127.0.0.1'), this, () => this.#links.delete(link));
    this.#links.add(link);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.cut();
    this.#server.close();
    await once(this.#server, 'close');
  }
}

/** Connection of a client, with the proxy's connection to the server. */
class Link {
  readonly #client: Socket;
  readonly #server: Socket;
  readonly #proxy: PostgresProxy;
  readonly #rest = { client: Buffer.alloc(0), server: Buffer.alloc(0) };
  /** True until the client has sent its startup packet, which has no type byte. */
  #starting = true;
  #backend: number | undefined;
  /** Number of requests for encryption to which PostgreSQL has not yet sent its reply of one byte. */
  #replies = 0;

  constructor(client: Socket, server: Socket, proxy: PostgresProxy, ended: () => void) {
    this.#client = client;
    this.#server = server;
    this.#proxy = proxy;
    for (const [from, socket] of [
      ['client', client],
      ['server', server],
    ] as const) {
      socket.setNoDelay();
      socket.on('data', (chunk: Buffer) => {
        this.#rest[from] = Buffer.concat([this.#rest[from], chunk]);
        this.flush();
      });
      socket
        .on('error', () => undefined)
        .on('close', () => {
          this.cut();
          ended();
        });
    }
  }

  cut(): void {
    this.#client.destroy();
    this.#server.destroy();
  }

  /** Forwards the complete messages. */
  flush(): void {
    if (this.#proxy.stopped) return;
    for (const from of ['client', 'server'] as const) {
      for (let message = this.#next(from); message; message = this.#next(from)) {
        const verdict = this.#proxy.judge(message);
        if (verdict !== 'cut') (from === 'client' ? this.#server : this.#client).write(message.bytes);
        if (verdict === 'forward') continue;
        // The proxy closes the two connections only after it has sent the bytes that are already in the buffers of
        // these connections.
        setImmediate(() => this.cut());
        this.#rest.client = this.#rest.server = Buffer.alloc(0);
        return;
      }
    }
  }

  #next(from: 'client' | 'server'): ProtocolMessage | undefined {
    const rest = this.#rest[from];
    const untyped = from === 'client' && this.#starting;
    if (from === 'server' && this.#replies > 0 && rest.length > 0) {
      this.#replies--;
      return this.#take(from, 1, '');
    }
    const head = untyped ? 0 : 1;
    if (rest.length < head + 4) return undefined;
    const length = head + rest.readUInt32BE(head);
    if (rest.length < length) return undefined;
    // The code 80877103 requests encryption; the client sends its startup packet after the reply.
    if (untyped && rest.readUInt32BE(4) === 80_877_103) this.#replies++;
    else if (untyped) this.#starting = false;
    return this.#take(from, length, untyped ? '' : String.fromCharCode(rest.readUInt8(0)));
  }

  #take(from: 'client' | 'server', length: number, type: string): ProtocolMessage {
    const bytes = this.#rest[from].subarray(0, length);
    this.#rest[from] = this.#rest[from].subarray(length);
    // In the message of type `K`, PostgreSQL sends the process ID and the secret that a client needs to cancel a query.
    if (from === 'server' && type === 'K') this.#backend = bytes.readUInt32BE(5);
    return { from, type, bytes, backend: this.#backend };
  }
}
