import { Command, CommanderError, InvalidArgumentError, type Option } from 'commander';
import { InputError } from '../contract/input-error.ts';
import { version } from '../run/version.ts';
import { LARGEST_SEED } from '../run-result/exploration.ts';
import type { CommandContext } from './command-context.ts';
import { addReportCommands } from './commands/report/program.ts';
import { exitStatusOf } from './exit-status.ts';
import type { ConformFlags } from './flags/conform-flags.ts';
import { positiveNumber, wholeNumber } from './flags/numbers.ts';
import { option, requireBooleanVariables } from './flags/option.ts';
import { printError } from './terminal/error-line.ts';

/** Runs the command line. @returns the exit status */
export async function run(args: readonly string[], context: CommandContext): Promise<number> {
  let status = 0;
  try {
    await commandLine(context, (returned) => {
      status = returned;
    }).parseAsync(args, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : exitStatusOf.usage;
    if (!(error instanceof InputError)) throw error;
    printError(context, error.message);
    return exitStatusOf.usage;
  }
  return status;
}

/** Commands with their options. A command loads its modules only when it runs. @param finish gets the exit status */
export function commandLine(context: CommandContext, finish: (status: number) => void): Command {
  const program = new Command('integration-contract')
    .description('The contract of the Integration Management Service: a stateful mock and a conformance suite.')
    .version(version)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => context.stdout.write(text),
      writeErr: (text) => context.stderr.write(text),
    })
    .showHelpAfterError('(--help lists the options)')
    .hook('preAction', (_, command) => requireBooleanVariables(command));

  const mock = program.command('mock').description('start the stateful mock');
  for (const option of mockOptions()) mock.addOption(option);
  mock.action(async (options) => {
    const { mockCommand } = await import('./commands/mock.ts');
    finish(await mockCommand(context, options));
  });

  const proxy = program
    .command('proxy')
    .description('forward requests to a real backend and validate both sides')
    .argument('<backend>', 'scheme, host, port and prefix of the backend, without /v1');
  for (const option of [...mockOptions(), ...proxyOptions()]) proxy.addOption(option);
  proxy.action(async (backend: string, options) => {
    const { proxyCommand } = await import('./commands/proxy.ts');
    finish(await proxyCommand(context, backend, options));
  });

  const conform = program
    .command('conform')
    .description('judge an implementation; without a base URL, an embedded mock')
    .argument('[base-url]', 'scheme, host, port and prefix, without /v1 (env: CONTRACT_BASE_URL)');
  for (const option of conformOptions()) conform.addOption(option);
  conform.action(async (baseUrl: string | undefined, options) => {
    if (!context.runSuite && runsInVitest(options)) {
      const { prepareThread } = await import('../../conformance/vitest/suite-thread.ts');
      prepareThread();
    }
    const { conformCommand } = await import('./commands/conform.ts');
    finish(await conformCommand(context, baseUrl, options));
  });

  program
    .command('explain')
    .description('print a requirement: the rule, examples, the reason, how to fix a failure, the test cases')
    .argument('<id>', 'ID of a requirement, such as D42')
    .action(async (id: string) => {
      const { explainCommand } = await import('./commands/explain.ts');
      finish(explainCommand(context, id));
    });

  addReportCommands(program, context, finish);
  return program;
}

function mockOptions(): Option[] {
  return [
    option('--port <number>', 'port to listen on; 0: a free port').default(4010).argParser(wholeNumber(0, 65_535)),
    option('--host <address>', 'address to listen on').default('127.0.0.1'),
    option('--api-key <key>', 'accepted API key, or a list separated by commas').default('test-key'),
    option('--data <file>', 'SQLite file that keeps the state across restarts; in memory by default'),
    option('--seed <number>', 'seed for repeatable identifiers').argParser(wholeNumber(0)),
    option('--strict', 'reject unknown properties and query parameters instead of ignoring them'),
    option('--spec <file>', 'OpenAPI document to serve instead of the contract'),
    option('--seed-file <file>', 'first records of each sandbox, YAML or JSON, instead of spec/seed.yaml'),
    option('--watch <choice>', 'reload the document, the seed file and the faults when they change')
      .choices(['on', 'off'])
      .default('on'),
    option('--faults <file>', 'faults of each new sandbox, YAML or JSON'),
    option(
      '--admin-token <token>',
      'bearer token for the control API; without it, only this machine may use the control API',
    ),
    option('--sandbox-ttl <seconds>', 'idle time after which a sandbox is deleted; 0: never')
      .default(86_400, 'a day')
      .argParser(wholeNumber(0)),
    option('--https', 'listen with HTTPS and a certificate that is generated at each start'),
    option('--tls-write-ca <file>', 'write the generated certificate to this file, so that clients can trust it'),
    option('--tls-cert <file>', 'listen with HTTPS and this certificate (PEM)'),
    option('--tls-key <file>', 'private key of --tls-cert (PEM)'),
    option('--journal <number>', 'number of exchanges in the journal of each sandbox; 0: none')
      .default(1000)
      .argParser(wholeNumber(0)),
    option('--body-limit <bytes>', 'maximum size of a request body')
      .default(2 ** 20, '1 MiB')
      .argParser(wholeNumber(1)),
    option('--log <format>', 'format of the log line of each request').choices(['text', 'json', 'off']).default('text'),
  ];
}

function proxyOptions(): Option[] {
  return [
    option('--mock <operations>', 'operations that the mock handles instead of the backend, separated by commas')
      .default([], 'none')
      .argParser((text) => text.split(',').map((name) => name.trim())),
    option('--timeout <ms>', 'maximum time to wait for the backend').default(30_000).argParser(wholeNumber(1)),
  ];
}

function conformOptions(): Option[] {
  return [
    option('--api-key <key>', 'API key of the target'),
    option('--config <file>', 'configuration of the target, YAML or JSON'),
    option('--reports <dir>', 'folder for the reports').default('reports'),
    option('--basis <basis>', 'requirements that decide the verdict').choices(['documented', 'all']).default('all'),
    option('--waivers <file>', 'accepted deviations with their last day, YAML or JSON'),
    option('--baseline <report>', 'report.json of an earlier run; only new failures fail this run'),
    option('--spec <file>', 'OpenAPI document to judge by instead of the contract'),
    option('--timeout <ms>', 'maximum time to wait for one response').default(10_000).argParser(wholeNumber(1)),
    option('--concurrency <number>', 'cases that run concurrently').default(8).argParser(wholeNumber(1, 64)),
    option('--only <terms>', 'judge only these: IDs, operations, bases, levels, tags; `,` is or, `+` is and').argParser(
      collect,
    ),
    option('--skip <terms>', 'exclude these; same terms as --only').argParser(collect),
    option('--quick', 'send about half of the requests: skip generated requests and cases with the tag `thorough`'),
    option(
      '--shard <index/count>',
      'run one part of the cases, such as 1/4; combine the parts with report merge',
    ).argParser(shard),
    option('--run-id <id>', 'ID in every generated name; the same for all shards of a run').argParser(runId),
    option(
      '--explore <number>',
      'generate N bodies and sequences of requests per kind (default: 4 with seed 1; none with --only or --quick)',
    ).argParser(wholeNumber(0)),
    option('--seed <number>', 'seed of the generated requests; random by default with --explore').argParser(
      wholeNumber(0, LARGEST_SEED),
    ),
    option('--explore-path <path>', 'repeat one finding of an exploration; its report contains the path').argParser(
      explorePath,
    ),
    option('--max-rps <number>', 'maximum number of requests per second').argParser(positiveNumber),
    option('--ca <file>', 'additional trusted certificates (PEM)'),
    option('--header <header>', "additional header of every request, 'Name: value'; repeatable").argParser(collect),
    option('--email-domain <domain>', 'domain of generated email addresses (default: example.com)'),
    option('--against <base-url>', 'second target, or `mock`, to judge and compare'),
    option('--against-config <file>', 'configuration of the second target'),
    option('--against-api-key <key>', 'API key of the second target'),
    option('--referee <name>', 'second validator of the same exchanges; requires @stoplight/prism-cli').choices([
      'prism',
    ]),
    option('--annotations <choice>', 'workflow commands of GitHub Actions for each failure')
      .choices(['auto', 'github', 'off'])
      .default('auto', 'github in GitHub Actions'),
    option('--plan', 'show what a run would send and create; send nothing'),
    option('--yes', 'allow writes to a target that is not on this machine'),
  ];
}

/** Collects the values of an option that can be repeated. */
function collect(text: string, before: readonly string[] = []): string[] {
  return [...before, text];
}

function shard(text: string): { index: number; count: number } {
  const [index = 0, count = 0] = /^(\d+)\/(\d+)$/.exec(text)?.slice(1).map(Number) ?? [];
  if (index >= 1 && index <= count) return { index, count };
  throw new InvalidArgumentError('Expected index/count, such as 1/4.');
}

/** Parses a run ID. It is short, since generated names contain it and have a maximum length. */
function runId(text: string): string {
  if (/^[A-Za-z0-9-]{1,20}$/.test(text)) return text;
  throw new InvalidArgumentError('Expected 1 to 20 letters, digits and hyphens.');
}

function explorePath(text: string): string {
  if (/^\d+(:\d+)*$/.test(text)) return text;
  throw new InvalidArgumentError('Expected the path of a finding, such as 12:0:3.');
}

/** True for a complete run: only its cases run in vitest, in a thread of their own. */
function runsInVitest({ only, skip, quick, shard, plan }: Partial<ConformFlags>): boolean {
  return !(only || skip || quick || shard || plan);
}
