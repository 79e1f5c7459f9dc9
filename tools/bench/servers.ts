import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Paths and port for the start of a server. */
export interface Places {
  /** Folder with the npm packages of the server and copies of the hand-written servers. */
  readonly folder: string;
  /** Path of the OpenAPI document that the compared tools (`peer`) read. */
  readonly document: string;
  readonly port: number;
}

/** Server that is measured. */
export interface BenchServer {
  readonly name: string;
  /** Title in the table. */
  readonly title: string;
  /**
   * Kind of server: `peer` is a tool that serves the document, and `yardstick` is a hand-written server without a
   * document.
   */
  readonly kind: 'ours' | 'peer' | 'yardstick';
  /** npm packages of the server, with their exact versions. */
  readonly install: Readonly<Record<string, string>>;
  /** Prefix of the paths before `/projects`, since some of the compared tools ignore the base path in `servers`. */
  readonly prefix: '' | '/v1';
  /** Arguments of Node.js. */
  readonly command: (places: Places) => string[];
}

const EXPRESS = { express: '5.3.0' };
const AJV = { ajv: '8.20.0', 'ajv-formats': '3.0.1' };

/** Name in the tables for the mock of this project, which is compiled as in the published package. */
export const OURS = 'mock';
/** Path of the command of this project, compiled as in the published package. */
export const CONFORM = join(ROOT, 'dist/src/cli/bin.cjs');

export const SERVERS: readonly BenchServer[] = [
  ourMock(OURS, 'this mock, everything on (compiled)', CONFORM),
  ourMock('mock-source', 'this mock, everything on (from source)', join(ROOT, 'src/cli/bin.cjs')),
  byHand('express-ajv', 'hand-written Express 5 + compiled ajv + Map; reads the key', 'express-ajv.mjs', {
    ...EXPRESS,
    ...AJV,
  }),
  byHand('express-trusting', 'the same, but accepts any text as a key', 'express-ajv.mjs', { ...EXPRESS, ...AJV }, [
    'trusting',
  ]),
  byHand(
    'express-complete',
    'the same hand-written server, but it lists all violations',
    'express-ajv.mjs',
    { ...EXPRESS, ...AJV },
    ['complete'],
  ),
  byHand('express', 'bare Express 5, fixed response', 'bare-express.mjs', EXPRESS),
  byHand('fastify', 'Fastify 5.12.8, schemas for requests and responses, fixed response', 'fastify.mjs', {
    fastify: '5.12.8',
  }),
  byHand('http', 'bare node:http, JSON.parse, fixed response', 'bare-http.mjs', {}),
  {
    name: 'prism',
    title: 'Prism 5.16.0, `--verboseLevel silent` (its fastest mode)',
    kind: 'peer',
    install: { '@stoplight/prism-cli': '5.16.0' },
    prefix: '',
    command: ({ folder, document, port }) => [
      join(folder, 'node_modules/@stoplight/prism-cli/dist/index.js'),
      ...['mock', document, '--port', String(port), '--verboseLevel', 'silent', '--multiprocess', 'false'],
    ],
  },
  {
    name: 'mockoon',
    title: 'Mockoon CLI 9.9.0',
    kind: 'peer',
    install: { '@mockoon/cli': '9.9.0' },
    prefix: '/v1',
    command: ({ folder, document, port }) => [
      join(folder, 'node_modules/@mockoon/cli/bin/run.js'),
      ...['start', '--data', document, '--port', String(port), '--hostname', '127.0.0.1', '--disable-log-to-file'],
    ],
  },
  {
    ...byHand('scalar', '`@scalar/mock-server` 0.14.4', 'scalar.mjs', {
      '@scalar/mock-server': '0.14.4',
      '@hono/node-server': '1.19.19',
    }),
    kind: 'peer',
    prefix: '',
  },
  {
    name: 'open-api-mocker',
    title: 'open-api-mocker 2.0.0',
    kind: 'peer',
    install: { 'open-api-mocker': '2.0.0' },
    prefix: '/v1',
    command: ({ folder, document, port }) => [
      join(folder, 'node_modules/open-api-mocker/lib/open-api-mocker-cli.js'),
      ...['--schema', document, '--port', String(port)],
    ],
  },
  {
    ...byHand('openapi-backend', 'openapi-backend 5.21.2 + handlers + Map', 'openapi-backend.mjs', {
      'openapi-backend': '5.21.2',
    }),
    kind: 'peer',
  },
  {
    ...byHand(
      'express-openapi-validator',
      'express-openapi-validator 5.6.2 + handlers + Map',
      'openapi-validator.mjs',
      {
        ...EXPRESS,
        'express-openapi-validator': '5.6.2',
      },
    ),
    kind: 'peer',
  },
];

/** Server of the benchmark that runs the mock of this checkout or of another checkout. */
export function ourMock(name: string, title: string, bin: string): BenchServer {
  const command = ({ port }: Places) => [bin, 'mock', '--log', 'off', '--port', String(port)];
  return { name, title, kind: 'ours', install: {}, prefix: '/v1', command };
}

/** Hand-written server from a file of the folder `servers/`. */
function byHand(
  name: string,
  title: string,
  file: string,
  install: Readonly<Record<string, string>>,
  more: readonly string[] = [],
): BenchServer {
  const command = ({ folder, port, document }: Places) => [join(folder, file), String(port), document, ...more];
  return { name, title, kind: 'yardstick', install, prefix: '/v1', command };
}
