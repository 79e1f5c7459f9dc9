import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A step of a job or of a composite action, as GitHub Actions reads it. */
export interface Step {
  readonly id?: string;
  readonly name?: string;
  readonly uses?: string;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly run?: string;
  readonly shell?: string;
  readonly if?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** What expressions may name: `inputs.base-url`, `steps.conform.outputs.verdict`, `matrix.shard`. */
export type Contexts = Readonly<Record<string, string>>;

export interface Ran {
  readonly status: number;
  readonly log: string;
  readonly summary: string;
  /** `conform.verdict` */
  readonly outputs: Readonly<Record<string, string>>;
}

/** Where the steps of a job run. */
export interface Runner {
  /** The workspace. */
  readonly folder: string;
  /** Where artifacts are kept, by name. */
  readonly artifacts: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Resolves the expressions of a value that is no script; one that nobody knows is empty, as on GitHub. */
export function resolve(text: string, contexts: Contexts): string {
  return text.replaceAll(/\$\{\{\s*(.*?)\s*\}\}/g, (_, expression: string) => {
    const compared = /^(\S+) != ''$/.exec(expression);
    if (compared) return String((contexts[compared[1] ?? ''] ?? '') !== '');
    return expression === '!cancelled()' ? 'true' : (contexts[expression] ?? '');
  });
}

/**
 * Runs steps as GitHub does: `run` by bash with its options, the environment with expressions resolved, the files of
 * commands. Of the actions that are used, those that carry artifacts are played; the others have done their work.
 */
export async function runSteps(steps: readonly Step[], given: Contexts, runner: Runner): Promise<Ran> {
  mkdirSync(runner.folder, { recursive: true });
  const files = { GITHUB_OUTPUT: join(runner.folder, '.output'), GITHUB_STEP_SUMMARY: join(runner.folder, '.summary') };
  const outputs: Record<string, string> = {};
  let [status, log, summary] = [0, '', ''];
  for (const step of steps) {
    const contexts = { ...given, ...prefixed(outputs) };
    const always = step.if?.includes('!cancelled()') ?? false;
    if ((status !== 0 && !always) || (step.if !== undefined && resolve(step.if, contexts) === 'false')) continue;
    if (step.uses !== undefined) playAction(step, contexts, runner);
    if (step.run === undefined) continue;
    for (const file of Object.values(files)) writeFileSync(file, '');
    const env = Object.fromEntries(
      Object.entries(step.env ?? {}).map(([name, value]) => [name, resolve(String(value), contexts)]),
    );
    const ended = await bash(step.run, runner.folder, { ...runner.env, ...files, ...env });
    status ||= ended.status;
    log += ended.log;
    summary += readFileSync(files.GITHUB_STEP_SUMMARY, 'utf8');
    for (const line of readFileSync(files.GITHUB_OUTPUT, 'utf8').split('\n').filter(Boolean)) {
      const [name = '', ...value] = line.split('=');
      outputs[`${step.id}.${name}`] = value.join('=');
    }
  }
  return { status, log, summary, outputs };
}

function prefixed(outputs: Readonly<Record<string, string>>): Contexts {
  const entries = Object.entries(outputs).map(([key, value]) => [`steps.${key.replace('.', '.outputs.')}`, value]);
  return Object.fromEntries(entries);
}

function playAction({ uses = '', with: given = {} }: Step, contexts: Contexts, { folder, artifacts }: Runner): void {
  const value = (name: string) => resolve(String(given[name] ?? ''), contexts);
  if (uses.startsWith('actions/upload-artifact@') && existsSync(join(folder, value('path')))) {
    cpSync(join(folder, value('path')), join(artifacts, value('name')), { recursive: true });
  }
  if (uses.startsWith('actions/download-artifact@')) {
    cpSync(artifacts, join(folder, value('path')), { recursive: true });
  }
}

/** `shell: bash` of GitHub Actions, and what GitLab's runner comes to for a script of one line each. */
export function bash(
  script: string,
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<{ status: number; log: string }> {
  const file = join(cwd, '.script.sh');
  writeFileSync(file, script);
  const child = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', file], {
    cwd,
    env: { ...process.env, ...env },
  });
  let log = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      log += chunk;
    });
  }
  return new Promise((done) => child.on('close', (status) => done({ status: status ?? 1, log })));
}
