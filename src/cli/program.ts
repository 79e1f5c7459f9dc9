import { Command, CommanderError, InvalidArgumentError, type Option } from 'commander';
import { prepareThread } from '../../conformance/vitest/suite-thread.ts';
import { InputError } from '../contract/input-error.ts';
import { version } from '../run/version.ts';
import { LARGEST_SEED } from '../run-result/exploration.ts';
import type { CommandContext } from './command-context.ts';
import { addReportCommands } from './commands/report/program.ts';
import { exitStatusOf } from './exit-status.ts';
import { option, requireSwitches } from './flags/option.ts';
import { positiveNumber } from './flags/positive-number.ts';
import { wholeNumber } from './flags/whole-number.ts';
import { printError } from './terminal/error-line.ts';

/** Runs the command line; loads no more than the command needs. @returns the exit status */
export async function run(args: readonly string[], context: CommandContext): Promise<number> {
  let status = 0;
  const program = new Command('integration-contract')
    .description(
      'The contract of the Integration Management Service: a mock to develop against, a suite to judge implementations.',
    )
    .version(version)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => context.stdout.write(text),
      writeErr: (text) => context.stderr.write(text),
    })
    .showHelpAfterError('(--help lists the options)')
    .hook('preAction', (_, command) => requireSwitches(command));

  const mock = program.command('mock').description('start the stateful mock');
  for (const option of mockOptions()) mock.addOption(option);
  mock.action(async (options) => {
    const { mockCommand } = await import('./commands/mock.ts');
    status = await mockCommand(context, options);
  });

  const proxy = program
    .command('proxy')
    .description('send requests on to a real backend, and tell where the two sides break the contract')
    .argument('<backend>', 'scheme, host, port and prefix of the backend, without /v1');
  for (const option of [...mockOptions(), ...proxyOptions()]) proxy.addOption(option);
  proxy.action(async (backend: string, options) => {
    const { proxyCommand } = await import('./commands/proxy.ts');
    status = await proxyCommand(context, backend, options);
  });

  const conform = program
    .command('conform')
    .description('judge an implementation; without a base URL, an embedded mock')
    .argument('[base-url]', 'scheme, host, port and prefix, without /v1 (env: CONTRACT_BASE_URL)');
  for (const option of conformOptions()) conform.addOption(option);
  conform.action(async (baseUrl: string | undefined, options) => {
    if (!context.runSuite && options.plan !== true) prepareThread();
    const { conformCommand } = await import('./commands/conform.ts');
    status = await conformCommand(context, baseUrl, options);
  });

  program
    .command('explain')
    .description('print the page of a requirement: why, how it is checked, what passes and what fails')
    .argument('<id>', 'such as D42')
    .action(async (id: string) => {
      const { explainCommand } = await import('./commands/explain.ts');
      status = explainCommand(context, id);
    });

  addReportCommands(program, context, (returned) => {
    status = returned;
  });

  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : exitStatusOf.usage;
    if (!(error instanceof InputError)) throw error;
    printError(context, error.message);
    return exitStatusOf.usage;
  }
  return status;
}

function mockOptions(): Option[] {
  return [
    option('--port <number>', 'port to listen on; 0 takes a free one').default(4010).argParser(wholeNumber(0, 65_535)),
    option('--host <address>', 'address to listen on').default('127.0.0.1'),
    option('--api-key <key>', 'API key that is known; several are separated by commas').default('test-key'),
    option('--data <file>', 'SQLite file that keeps the state over restarts'),
    option('--seed <number>', 'makes identifiers repeat themselves').argParser(wholeNumber(0)),
    option('--strict', 'refuse what the contract does not name, instead of ignoring it'),
    option('--spec <file>', 'OpenAPI document to serve instead of the contract'),
    option('--seed-file <file>', 'what a new mock knows, YAML or JSON, instead of spec/seed.yaml'),
    option('--watch <choice>', 'reload the document, the seed file and the faults when they change')
      .choices(['on', 'off'])
      .default('on'),
    option('--faults <file>', 'faults that every sandbox begins with, YAML or JSON'),
    option('--admin-token <token>', 'what the control API demands; without it, it answers this machine only'),
    option('--sandbox-ttl <seconds>', 'how long a sandbox may be idle before it is deleted; 0 keeps all')
      .default(86_400, 'a day')
      .argParser(wholeNumber(0)),
    option('--https', 'listen with HTTPS, with a certificate made at each start'),
    option('--tls-write-ca <file>', 'where to write that certificate, for clients that are to trust it'),
    option('--tls-cert <file>', 'listen with HTTPS, with this certificate (PEM)'),
    option('--tls-key <file>', 'the key of --tls-cert (PEM)'),
    option('--journal <number>', 'how many exchanges the journal of each sandbox keeps; 0: none')
      .default(1000)
      .argParser(wholeNumber(0)),
    option('--body-limit <bytes>', 'largest request body')
      .default(2 ** 20, '1 MiB')
      .argParser(wholeNumber(1)),
    option('--log <format>', 'a line for each request').choices(['text', 'json', 'off']).default('text'),
  ];
}

function proxyOptions(): Option[] {
  return [
    option('--mock <operations>', 'operations that the mock answers, since the backend has them not yet; by commas')
      .default([], 'none')
      .argParser((text) => text.split(',').map((name) => name.trim())),
    option('--timeout <ms>', 'longest wait for the backend').default(30_000).argParser(wholeNumber(1)),
  ];
}

function conformOptions(): Option[] {
  return [
    option('--api-key <key>', 'API key of the target'),
    option('--config <file>', 'configuration of the target, YAML or JSON'),
    option('--reports <dir>', 'where the reports go').default('reports'),
    option('--basis <basis>', 'which rules decide the verdict').choices(['documented', 'all']).default('all'),
    option('--waivers <file>', 'deviations that do not fail the run until a day, YAML or JSON'),
    option('--baseline <report>', 'report.json of an earlier run: what fails as it did then does not fail this one'),
    option('--spec <file>', 'OpenAPI document to judge by instead of the contract'),
    option('--timeout <ms>', 'longest wait for one answer').default(10_000).argParser(wholeNumber(1)),
    option('--concurrency <number>', 'cases at a time').default(8).argParser(wholeNumber(1, 64)),
    option('--only <terms>', 'judge only these: ids, operations, bases, levels, tags; `,` is or, `+` is and').argParser(
      collect,
    ),
    option('--skip <terms>', 'do not judge these; as --only').argParser(collect),
    option('--quick', 'half the requests: skip generated requests, variants, catalogues and concurrency'),
    option('--shard <index/count>', 'run this part of the cases, such as 1/4; report merge makes the whole').argParser(
      shard,
    ),
    option('--run-id <id>', 'of the run, in every name that it makes; what its shards have in common').argParser(runId),
    option(
      '--explore <number>',
      'generate N bodies and sequences of requests per kind (default: 4 with seed 1; none with --only or --quick)',
    ).argParser(wholeNumber(0)),
    option('--seed <number>', 'seed of the generated requests; random by default with --explore').argParser(
      wholeNumber(0, LARGEST_SEED),
    ),
    option('--explore-path <path>', 'repeat what an exploration found, as its finding says').argParser(explorePath),
    option('--max-rps <number>', 'requests a second, over all cases').argParser(positiveNumber),
    option('--ca <file>', 'certificates (PEM) to trust besides the usual ones'),
    option('--header <header>', "'Name: value', which every request has besides; may be given several times").argParser(
      collect,
    ),
    option('--email-domain <domain>', 'of every address that is invited (default: example.com)'),
    option('--against <base-url>', 'another target, or `mock`: judged, too, and compared'),
    option('--against-config <file>', 'configuration of that target'),
    option('--against-api-key <key>', 'API key of that target'),
    option(
      '--referee <name>',
      'another tool that is shown what was sent and answered; it needs @stoplight/prism-cli',
    ).choices(['prism']),
    option('--annotations <choice>', 'workflow commands of GitHub Actions for what does not hold')
      .choices(['auto', 'github', 'off'])
      .default('auto', 'where GitHub Actions runs the command'),
    option('--plan', 'show what a run would send and leave behind, and send nothing'),
    option('--yes', 'agree to what a run writes, which a target that is not this machine needs'),
  ];
}

/** For options that may be given several times. */
function collect(text: string, before: readonly string[] = []): string[] {
  return [...before, text];
}

function shard(text: string): { index: number; count: number } {
  const [index = 0, count = 0] = /^(\d+)\/(\d+)$/.exec(text)?.slice(1).map(Number) ?? [];
  if (index >= 1 && index <= count) return { index, count };
  throw new InvalidArgumentError('It takes a part and their number, such as 1/4.');
}

/** In names, which have a limit of length. */
function runId(text: string): string {
  if (/^[A-Za-z0-9-]{1,20}$/.test(text)) return text;
  throw new InvalidArgumentError('It takes 1 to 20 letters, digits and hyphens.');
}

function explorePath(text: string): string {
  if (/^\d+(:\d+)*$/.test(text)) return text;
  throw new InvalidArgumentError('It takes the path that a finding names, such as 12:0:3.');
}
