import type { Command } from 'commander';

function examples(...lines: readonly string[]): string {
  return `\nExamples:\n${lines.map((line) => `  ${line}\n`).join('')}`;
}

/** Examples in the help of a command. */
export const EXAMPLES = {
  mock: examples(
    'integration-contract mock',
    'integration-contract mock --port 0 --data state.sqlite',
    'integration-contract mock --spec openapi.yaml --log json',
  ),
  conform: examples(
    'integration-contract conform http://localhost:8080 --api-key dev-key',
    'integration-contract conform --config target.yaml --only D42 --watch',
    'integration-contract conform --last-failed --max-failures 1',
    'integration-contract conform --config target.yaml --reporter all',
  ),
  completion: examples(
    'source <(integration-contract completion bash)',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the shell replaces it
    'integration-contract completion zsh > "${fpath[1]}/_integration-contract"',
    'integration-contract completion fish > ~/.config/fish/completions/integration-contract.fish',
  ),
};

/** Exit statuses in the help of `conform`. */
export const EXIT_CODES = [
  '',
  'Exit codes:',
  '  0   conforming',
  '  1   nonconforming',
  '  2   error in the command or the configuration, such as an API key or a fixture that the target does not have',
  '  3   incomplete: nothing failed, but a requirement of level MUST could not be tested',
  '  4   the target does not respond',
  '  70  the suite itself failed',
  '',
].join('\n');

/** Adds a line that refers to `--help` to the error messages of each command. */
export function addUsageHints(command: Command): void {
  command.showHelpAfterError(`Run "${fullName(command)} --help" for usage.`);
  for (const one of command.commands) addUsageHints(one);
}

/** Name of a command with its parent commands: `integration-contract report diff`. */
export function fullName(command: Command): string {
  return command.parent ? `${fullName(command.parent)} ${command.name()}` : command.name();
}
