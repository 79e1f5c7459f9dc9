import { Argument, Command, CommanderError } from 'commander';
import { version } from '../../mock/core/version.ts';
import { InputError } from '../contract/input-error.ts';
import type { CommandContext } from './command-context.ts';
import { addReportCommands } from './commands/report/program.ts';
import { exitStatusOf } from './exit-status.ts';
import type { ConformFlags } from './flags/conform-flags.ts';
import { conformOptions, selectionOptions } from './flags/conform-options.ts';
import { mockOptions, proxyOptions } from './flags/mock-options.ts';
import { applyColorOptions, option, requireBooleanVariables } from './flags/option.ts';
import { addGroups } from './flags/option-group.ts';
import { withSuite } from './suite-package.ts';
import { PREFIX, printError } from './terminal/error-line.ts';
import { addUsageHints, EXAMPLES, EXIT_CODES } from './terminal/help.ts';

/** Runs the command line. @returns the exit status */
export async function run(given: readonly string[], context: CommandContext): Promise<number> {
  // Before a command, `-v` means `--version`; after `conform`, `-v` means `--verbose`.
  const args = given[0] === '-v' ? ['--version', ...given.slice(1)] : given;
  let status = 0;
  try {
    if (isVerboseVersion(args)) {
      context.stdout.write(`${version}\nNode.js ${process.versions.node}, ${process.platform} ${process.arch}\n`);
      return 0;
    }
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

/**
 * Commands with their options. A command loads its modules only when it runs. @param finish function that receives the
 * exit status
 */
export function commandLine(context: CommandContext, finish: (status: number) => void): Command {
  const program = new Command('integration-contract')
    .description('The contract of the Integration Management Service: a stateful mock and a conformance suite.')
    .version(version, '-V, --version', 'Print the version; with --verbose, also the version of Node.js')
    .helpOption('-h, --help', 'Print this help')
    .helpCommand('help [command]', 'Print the help of a command')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => context.stdout.write(text),
      writeErr: (text) => context.stderr.write(text),
      outputError: (text, write) => write(PREFIX + text.replace(/^error: /, '')),
    })
    .hook('preAction', (_, command) => {
      requireBooleanVariables(command);
      applyColorOptions(command.opts());
    });

  const mock = program.command('mock').description('Start the stateful mock');
  addGroups(mock, mockOptions()).action(async (options) => {
    const { mockCommand } = await import('./commands/mock.ts');
    finish(await mockCommand(context, options));
  });
  mock.addHelpText('after', EXAMPLES.mock);

  const proxy = program
    .command('proxy')
    .description('Forward requests to a real backend, and validate requests and responses')
    .argument('<backend>', 'Scheme, host, port and prefix of the backend, without /v1');
  addGroups(proxy, [...proxyOptions(), ...mockOptions()]).action(async (backend: string, options) => {
    const { proxyCommand } = await import('./commands/proxy.ts');
    finish(await proxyCommand(context, backend, options));
  });

  const conform = program
    .command('conform')
    .alias('test')
    .description('Judge an implementation; without a base URL, an embedded mock')
    .argument('[base-url]', 'Scheme, host, port and prefix, without /v1 (env: CONTRACT_BASE_URL)');
  addGroups(conform, conformOptions()).action(async (baseUrl: string | undefined, options) => {
    if (!context.runSuite && usesVitest(options)) {
      const load = () => import('../../conformance/vitest/suite-thread.ts');
      const { prepareThread } = await withSuite('conform', load);
      prepareThread();
    }
    const { conformCommand } = await withSuite('conform', () => import('./commands/conform.ts'));
    finish(await conformCommand(context, baseUrl, options));
  });
  conform.addHelpText('after', EXAMPLES.conform + EXIT_CODES);

  program
    .command('init')
    .description('Write a configuration with comments')
    .argument('[base-url]', 'Base URL of the target')
    .addOption(option('-c, --config <file>', 'File to write').default('integration-contract.config.yaml'))
    .action(async (baseUrl: string | undefined, options) => {
      const { initCommand } = await withSuite('init', () => import('./commands/init.ts'));
      finish(initCommand(context, baseUrl, options));
    });

  const list = program
    .command('list')
    .description('List requirements, cases, operations or tags')
    .addArgument(
      new Argument('[kind]', 'What to list')
        .choices(['requirements', 'cases', 'operations', 'tags'])
        .default('requirements'),
    );
  for (const one of [...selectionOptions(), option('--spec <file>', 'OpenAPI document, instead of the contract')])
    list.addOption(one);
  list.action(async (kind, options) => {
    const { listCommand } = await withSuite('list', () => import('./commands/list.ts'));
    finish(await listCommand(context, kind, options));
  });

  program
    .command('explain')
    .description(
      'Print a requirement: the rule, examples, the reason, the fix of a failure, and the commands for its test cases',
    )
    .argument('<id>', 'ID of a requirement, such as D42, or an operation')
    .action(async (id: string) => {
      const { explainCommand } = await import('./commands/explain.ts');
      finish(explainCommand(context, id));
    });

  addReportCommands(program, context, finish);

  program
    .command('completion')
    .description('Print a script that completes commands and options in a shell')
    .addArgument(new Argument('<shell>', 'Shell').choices(['bash', 'zsh', 'fish']))
    .addHelpText('after', EXAMPLES.completion)
    .action(async (shell) => {
      const { completionScript } = await import('./commands/completion.ts');
      context.stdout.write(completionScript(program, shell));
    });

  addUsageHints(program);
  return program;
}

/** True for a run that executes all cases. The cases of such a run are executed in vitest, in a separate thread. */
function usesVitest({ only, skip, quick, shard, plan, lastFailed }: Partial<ConformFlags>): boolean {
  return !(only || skip || quick || shard || plan || lastFailed);
}

/** True for `--version --verbose`, which prints the versions for a bug report. */
function isVerboseVersion([first = '', second = '', ...more]: readonly string[]): boolean {
  return ['-V', '--version'].includes(first) && second === '--verbose' && more.length === 0;
}
