import type { Argument, Command, Option } from 'commander';

export type Shell = 'bash' | 'zsh' | 'fish';

/** A command, and the words that a shell suggests after the name of the command. */
interface Completed {
  /** Name of a command or subcommand, such as `report diff`; empty for the program itself. */
  readonly path: string;
  readonly words: readonly Word[];
}

interface Word {
  readonly text: string;
  readonly description: string;
  /** Values that an option accepts, if it has a fixed list of values. */
  readonly choices?: readonly string[];
}

/** Shell script that completes the commands, options and option values of the program. */
export function completionScript(program: Command, shell: Shell): string {
  const commands = completed(program, []);
  return { bash, zsh, fish }[shell](program.name(), commands);
}

function completed(command: Command, names: readonly string[]): Completed[] {
  const children = command.commands.filter((one) => one.name() !== 'help');
  const words = [
    ...children.flatMap((one) => [one.name(), ...one.aliases()].map((text) => word(text, one.description()))),
    ...command.registeredArguments.flatMap(({ argChoices = [], description }: Argument) =>
      argChoices.map((text) => word(text, description)),
    ),
    ...[...command.options, ...helpOptions(command)].map(({ long, flags, description, argChoices }) => ({
      ...word(long ?? flags, description),
      ...(argChoices && { choices: argChoices }),
    })),
  ];
  const below = children.flatMap((one) =>
    [one.name(), ...one.aliases()].flatMap((name) => completed(one, [...names, name])),
  );
  return [{ path: names.join(' '), words }, ...below];
}

function helpOptions(command: Command): readonly Option[] {
  return command
    .createHelp()
    .visibleOptions(command)
    .filter(({ long }) => long === '--help');
}

function word(text: string, description: string): Word {
  return { text, description };
}

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: the shell replaces it
function bash(name: string, commands: readonly Completed[]): string {
  const identifier = name.replaceAll('-', '_');
  const words = (texts: readonly string[]) => `words=${quote(texts.join(' '))}`;
  return script(
    `_${identifier}() {`,
    '  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} command= words= part',
    '  for part in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do',
    ...commandLoop('', commands),
    '  done',
    '  case "$command,$previous" in',
    ...choices(commands).map(({ path, text, values }) => `    ${quote(`${path},${text}`)}) ${words(values)} ;;`),
    '    *)',
    '      case "$command" in',
    ...commands.map((one) => `        ${quote(one.path)}) ${words(one.words.map(({ text }) => text))} ;;`),
    '      esac ;;',
    '  esac',
    '  COMPREPLY=($(compgen -W "$words" -- "$current"))',
    '}',
    `complete -o default -F _${identifier} ${name}`,
  );
}

function zsh(name: string, commands: readonly Completed[]): string {
  const identifier = name.replaceAll('-', '_');
  const entries = (texts: readonly string[]) => `entries=(${texts.map(quote).join(' ')})`;
  const described = (words: readonly Word[]) => words.map(({ text, description }) => `${text}:${description}`);
  return script(
    `#compdef ${name}`,
    `_${identifier}() {`,
    '  local command= part',
    '  local -a entries',
    '  for part in "${(@)words[2,CURRENT-1]}"; do',
    ...commandLoop('(', commands),
    '  done',
    '  case "$command,${words[CURRENT-1]}" in',
    ...choices(commands).map(({ path, text, values }) => `    (${quote(`${path},${text}`)}) ${entries(values)} ;;`),
    '    (*)',
    '      case "$command" in',
    ...commands.map((one) => `        (${quote(one.path)}) ${entries(described(one.words))} ;;`),
    '      esac ;;',
    '  esac',
    `  _describe ${quote(name)} entries || _files`,
    '}',
    `if [ "$funcstack[1]" = "_${identifier}" ]; then _${identifier} "$@"; else compdef _${identifier} ${name}; fi`,
  );
}

/** Lines of the completion script that find the command among the words before the cursor. */
function commandLoop(parenthesis: '' | '(', commands: readonly Completed[]): string[] {
  const paths = commands.flatMap(({ path }) => (path === '' ? [] : [quote(path)]));
  return [
    '    case "${command:+$command }$part" in',
    `      ${parenthesis}${paths.join('|')}) command="\${command:+$command }$part" ;;`,
    '    esac',
  ];
}

// biome-ignore-end lint/suspicious/noTemplateCurlyInString: the shell replaces it

function script(...lines: readonly string[]): string {
  return `${lines.join('\n')}\n`;
}

function fish(name: string, commands: readonly Completed[]): string {
  const lines = commands.flatMap(({ path, words }) => {
    const names = path === '' ? [] : path.split(' ');
    const below = commands.filter((one) => isChild(path, one.path)).map((one) => one.path.split(' ').at(-1));
    const seen = names.map((one) => `__fish_seen_subcommand_from ${one}`);
    const none = below.length > 0 ? [`not __fish_seen_subcommand_from ${below.join(' ')}`] : [];
    const condition = quote([...seen, ...none].join('; and '));
    return words.map(({ text, description, choices: values }) => {
      const what = text.startsWith('--') ? `-l ${text.slice(2)}` : `-f -a ${text}`;
      const more = values ? ` -x -a ${quote(values.join(' '))}` : '';
      return `complete -c ${name} -n ${condition} ${what}${more} -d ${quote(description)}`;
    });
  });
  return script(...lines);
}

function isChild(parent: string, path: string): boolean {
  return path !== '' && path.slice(0, Math.max(0, path.lastIndexOf(' '))) === parent;
}

/** Options that accept only a fixed list of values, each with the path of its command. */
function choices(commands: readonly Completed[]) {
  return commands.flatMap(({ path, words }) =>
    words.flatMap(({ text, choices: values }) => (values ? [{ path, text, values }] : [])),
  );
}

/** Text in the single quotes of a shell. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
