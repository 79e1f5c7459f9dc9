import { LIMITS } from '../../../mock/core/limits.ts';
import { recordCounts, wholeNumber } from './numbers.ts';
import { colorOptions, option } from './option.ts';
import type { OptionGroup } from './option-group.ts';

/** Options of `mock` and `proxy`. */
export function mockOptions(): OptionGroup[] {
  return [
    [
      'Server',
      [
        option('-p, --port <number>', 'Port to listen on; 0 selects a free port')
          .default(4010)
          .argParser(wholeNumber(0, 65_535)),
        option('--host <address>', 'Address to listen on').default('127.0.0.1'),
        option('--api-key <key>', 'Accepted API key, or a list separated by commas').default('test-key'),
        option('--https', 'Listen with HTTPS and a certificate that is generated at each start'),
        option('--tls-write-ca <file>', 'Write the generated certificate to this file, so that clients can trust it'),
        option('--tls-cert <file>', 'Listen with HTTPS and this certificate (PEM)'),
        option('--tls-key <file>', 'Private key of --tls-cert (PEM)'),
        option('--max-connections <number>', 'Maximum number of open connections')
          .default(LIMITS.connections.default)
          .argParser(wholeNumber(1)),
        option('--body-limit <bytes>', 'Maximum size of a request body')
          .default(2 ** 20, '1 MiB')
          .argParser(wholeNumber(1)),
      ],
    ],
    [
      'Contract and data',
      [
        option('--spec <file>', 'OpenAPI document to serve instead of the contract'),
        option('--strict', 'Reject unknown properties and query parameters instead of ignoring them'),
        option('--seed-file <file>', 'First records of each sandbox, YAML or JSON, instead of spec/seed.yaml'),
        option('--generate <counts>', 'Generate valid records in each sandbox: invites=500,jwtKeys=20').argParser(
          recordCounts,
        ),
        option('--handlers <file>', 'Module whose default export contains your own handlers of operations'),
        option('--seed <number>', 'Seed for repeatable identifiers and generated records').argParser(wholeNumber(0)),
        option(
          '--data <file>',
          'SQLite file that keeps the state, or postgres://user@host/database that several mocks share; in memory by default',
        ),
        option('--data-accept-document', 'Start even if other mocks with the same database serve another document'),
        option('--faults <file>', 'Faults of each new sandbox, YAML or JSON'),
        option('--watch <choice>', 'Reload the document, the seed file, the faults and the handlers when they change')
          .choices(['on', 'off'])
          .default('on'),
      ],
    ],
    [
      'Control and logs',
      [
        option(
          '--admin-token <token>',
          'Bearer token for the control API; without it, only this machine may use the control API',
        ),
        option(
          '--admin-origin <origins>',
          'Origins whose pages may use the control API with the token, separated by commas',
        )
          .default([], 'none')
          .argParser((text) => text.split(',').map((origin) => origin.trim())),
        option('--sandbox-ttl <seconds>', 'Idle time after which a sandbox is deleted; 0: never')
          .default(86_400, 'a day')
          .argParser(wholeNumber(0)),
        option('--max-sandboxes <number>', 'Maximum number of sandboxes; above it, the longest idle one is deleted')
          .default(LIMITS.sandboxes.default)
          .argParser(wholeNumber(1)),
        option('--memory-limit <bytes>', 'Maximum size of the state and the journals of all sandboxes')
          .default(LIMITS.memory.default, '256 MiB')
          .argParser(wholeNumber(1)),
        option('--journal <number>', 'Maximum number of exchanges in the journal of each sandbox; 0: none')
          .default(1000)
          .argParser(wholeNumber(0)),
        option('--log <format>', 'Log of requests to the service; verbose: of all requests, such as those of the pages')
          .choices(['text', 'verbose', 'json', 'off'])
          .default('text'),
        ...colorOptions(),
      ],
    ],
  ];
}

/** Additional options of `proxy`. */
export function proxyOptions(): OptionGroup[] {
  return [
    [
      'Backend',
      [
        option('--mock <operations>', 'Operations that the mock handles instead of the backend, separated by commas')
          .default([], 'none')
          .argParser((text) => text.split(',').map((name) => name.trim())),
        option('--timeout <ms>', 'Maximum time to wait for the backend').default(30_000).argParser(wholeNumber(1)),
      ],
    ],
  ];
}
