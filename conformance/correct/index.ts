import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { OPERATIONS, type Reply } from './operations.ts';
import { Rejection } from './problem.ts';
import { type Identity, State } from './state.ts';

const MAX_BODY_BYTES = 2 ** 20;
const BASE_PATH = '/v1';

/** The configuration of the suite for the correct server. */
interface Configuration {
  readonly apiKey: string;
  readonly fixtures: {
    readonly project: { readonly id: string; readonly name: string };
    readonly otherProject: { readonly id: string; readonly name: string };
    readonly org: { readonly id: string };
    readonly otherOrg: { readonly id: string };
    readonly integration: { readonly id: string };
    readonly otherIntegration: { readonly id: string };
    readonly provider: string;
    readonly installations: readonly string[];
    readonly forbiddenApiKey: string;
  };
}

/** API keys, and IDs and names of the first records, that the caller chooses; the server generates absent values. */
interface ChosenValues {
  readonly apiKey?: string;
  readonly forbiddenApiKey?: string;
  readonly identity?: Identity;
}

export interface CorrectServer extends AsyncDisposable, Configuration {
  /** Scheme, host and port. */
  readonly url: string;
}

/**
 * Starts a correct server that shares no code with the mock. The correct server meets every MUST and SHOULD of the
 * contract, and decides open questions differently from the mock. A failed case for the correct server shows a fault of
 * the suite.
 */
export async function startCorrectServer(given: ChosenValues = {}): Promise<CorrectServer> {
  const state = new State(given.identity);
  const known = configurationOf(state, given);
  const server = createServer((request, response) => {
    const traceId = randomUUID();
    answer(state, known, request)
      .catch((error: unknown) => problemReply(error, traceId))
      .then((reply) => send(response, reply, traceId))
      .catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    ...known,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function configurationOf(
  { projects, integrations, orgs }: State,
  { apiKey = `key-${randomUUID()}`, forbiddenApiKey = randomUUID() }: ChosenValues,
): Configuration {
  const [{ id, name }, other] = projects;
  const [integration, otherIntegration] = integrations;
  const [org = '', otherOrg = ''] = orgs.keys();
  return {
    apiKey,
    fixtures: {
      project: { id, name },
      otherProject: { id: other.id, name: other.name },
      org: { id: org },
      otherOrg: { id: otherOrg },
      integration: { id: integration.id },
      otherIntegration: { id: otherIntegration.id },
      provider: 'zoho',
      installations: [...integration.installations],
      forbiddenApiKey,
    },
  };
}

/**
 * Handles a request: validates the path, the method and the query, then the API key, the media type, the body, and the
 * state.
 */
async function answer(state: State, known: Configuration, request: IncomingMessage): Promise<Outgoing> {
  const body = await bytes(request);
  const [path = '', query = ''] = (request.url ?? '').split('?');
  const here = OPERATIONS.flatMap((operation) => {
    const found = path.startsWith(BASE_PATH) ? operation.path.exec(path.slice(BASE_PATH.length)) : null;
    return found ? [{ operation, segments: found.slice(1).map(decoded) }] : [];
  });
  if (here.length === 0) throw new Rejection('notFound', 'This path does not exist.');
  const match = here.find(({ operation }) => operation.method === request.method);
  if (!match) {
    const Allow = here.map(({ operation }) => operation.method).join(', ');
    // Many frameworks respond to OPTIONS without a check of the API key. The contract allows additional methods.
    if (request.method === 'OPTIONS') return { status: 204, headers: { Allow } };
    throw new Rejection('wrongMethod', `This path accepts ${Allow}.`, { Allow });
  }
  if (query !== '' && match.operation.takesBody)
    throw new Rejection('malformed', 'A request with a body must not have a query.');
  authenticate(known, request);
  const { operation, segments } = match;
  return operation.perform(state, segments, operation.takesBody ? json(request, body) : undefined);
}

function authenticate({ apiKey, fixtures }: Configuration, { headers }: IncomingMessage): void {
  if (headers['x-api-key'] === fixtures.forbiddenApiKey)
    throw new Rejection('forbidden', 'This API key has no permission for the request.');
  if (headers['x-api-key'] !== apiKey) throw new Rejection('unauthorized', 'Send a known API key.');
}

/** @throws Rejection */
function json({ headers }: IncomingMessage, body: Buffer): unknown {
  const mediaType = headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
  if (mediaType !== 'application/json' && (mediaType !== undefined || body.length > 0)) {
    throw new Rejection('notJson', 'The media type must be application/json.');
  }
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw new Rejection('malformed', 'The body is not JSON.');
  }
}

/**
 * Reads the whole body, also beyond the maximum size, since a client that is still sending might not receive the
 * response.
 *
 * @throws Rejection
 */
async function bytes(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    length += (chunk as Buffer).length;
    if (length <= MAX_BODY_BYTES) chunks.push(chunk as Buffer);
  }
  if (length > MAX_BODY_BYTES) throw new Rejection('tooLarge', `The body has more than ${MAX_BODY_BYTES} bytes.`);
  return Buffer.concat(chunks);
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

interface Outgoing extends Reply {
  readonly headers?: Readonly<Record<string, string>>;
}

function problemReply(error: unknown, traceId: string): Outgoing {
  if (!(error instanceof Rejection)) throw error;
  const headers = { ...error.headers, 'Content-Type': 'application/problem+json; charset=utf-8' };
  return { status: error.status, headers, json: error.document(traceId) };
}

/** Sends the response in two chunks, with additional headers. */
function send(response: ServerResponse, { status, headers, json: value }: Outgoing, traceId: string): void {
  response.writeHead(status, {
    Server: 'correct',
    'Cache-Control': 'no-store',
    'X-Trace-Id': traceId,
    ...(value !== undefined && { 'Content-Type': 'Application/JSON' }),
    ...headers,
  });
  if (value !== undefined) {
    const written = JSON.stringify(value, null, 1);
    response.write(written.slice(0, 7));
    response.write(written.slice(7));
  }
  response.end();
}
