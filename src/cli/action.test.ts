import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { DEFECTS, startFaultyServer } from '../../conformance/faulty/index.ts';
import { startMock } from '../../mock/index.ts';
import { parseYaml } from '../contract/yaml.ts';
import { bash, type Contexts, type Ran, resolve, runSteps, type Step } from '../testing/workflow.ts';
import { version } from './version.ts';

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default: string; readonly description: string }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
}

interface Job {
  readonly needs?: string;
  readonly steps: readonly Step[];
  readonly strategy?: { readonly matrix: { readonly shard: readonly number[] } };
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const BIN = join(ROOT, 'src/cli/bin.cjs');
const temporary = mkdtempSync(join(tmpdir(), 'action-'));
const PATIENCE_MS = 240_000;

function read<T>(path: string): T {
  return parseYaml(readFileSync(join(ROOT, path), 'utf8')) as T;
}

const action = read<Action>('action.yml');
const { steps } = action.runs;
const workflows = ['github-release.yml', 'github-shards.yml'].map((name) => {
  return [name, read<{ readonly jobs: Readonly<Record<string, Job>> }>(`examples/ci/${name}`).jobs] as const;
});

/** Never a name: on a registry, it may be anybody's. */
const PACKAGE = `--yes --package ./conformance/integration-contract-${version}.tgz -- integration-contract`;

/** Stands for npx: the package is this one. */
const tools = join(temporary, 'bin');
mkdirSync(tools);
writeFileSync(
  join(tools, 'npx'),
  `#!/usr/bin/env bash\ntest "$1 $2 $3 $4 $5" = '${PACKAGE}' && shift 5 && exec node '${BIN}' "$@"\n`,
);
chmodSync(join(tools, 'npx'), 0o755);
const PATH = [tools, dirname(process.execPath), process.env.PATH].join(delimiter);

let runs = 0;

/** Runs the action in a workspace of its own. */
async function runAction(
  given: Contexts,
  { artifacts = join(temporary, `artifacts-${runs}`), folder = join(temporary, `run-${runs++}`) } = {},
): Promise<Ran & { folder: string }> {
  const inputs = Object.entries(action.inputs).map(([name, { default: value }]) => [
    `inputs.${name}`,
    given[name] ?? value,
  ]);
  const env = { PATH, GITHUB_ACTION_PATH: ROOT, GITHUB_ACTIONS: 'true', NO_COLOR: '1' };
  return { ...(await runSteps(steps, Object.fromEntries(inputs), { folder, artifacts, env })), folder };
}

const narrowed = { only: 'createInvite,D42', skip: 'survives' };

describe('the action', () => {
  test('a target that conforms: verdict, summary and reports, no annotation', { timeout: PATIENCE_MS }, async () => {
    await using mock = await startMock({ port: 0, apiKeys: ['key of $(touch pwned) "quotes"'] });
    const artifacts = join(temporary, 'artifacts-of-good');
    const given = { ...narrowed, 'base-url': mock.url, 'api-key': 'key of $(touch pwned) "quotes"' };
    const { status, log, summary, outputs, folder } = await runAction(given, { artifacts });
    expect(status, log).toBe(0);
    expect(outputs).toEqual({ 'conform.verdict': 'conforming', 'conform.exit-status': '0' });
    expect(summary).toMatch(/^# Conforming: /);
    expect(log).not.toMatch(/^::/m);
    expect(existsSync(join(folder, 'pwned'))).toBe(false);
    expect(readdirSync(join(artifacts, 'conformance-reports'))).toContain('junit.xml');
  });

  test('a target that does not: exit status, annotations at the contract', { timeout: PATIENCE_MS }, async () => {
    await using mock = await startMock({ port: 0 });
    const defect = DEFECTS.find(({ name }) => name === 'first-path-of-the-mask-only');
    if (!defect) throw new Error('the defect is gone');
    await using server = await startFaultyServer(defect, mock.url);
    const given = { ...narrowed, 'base-url': server.url, 'api-key': 'test-key' };
    const { status, log, summary, outputs } = await runAction(given);
    expect(status, log).toBe(1);
    expect(outputs).toEqual({ 'conform.verdict': 'nonconforming', 'conform.exit-status': '1' });
    expect(summary).toMatch(/^# Nonconforming: /);
    // The workspace of this test does not have the contract: no file is named.
    expect(log).toMatch(/^::error title=D42 Exactly the fields in the mask change::D42 .*%0AExpected: /m);
    await mock.admin.resetState();
    const folder = join(temporary, 'with-the-contract');
    cpSync(join(ROOT, 'spec/openapi.yaml'), join(folder, 'spec/openapi.yaml'));
    const tolerant = await runAction({ ...given, 'fail-on': 'never' }, { folder });
    expect(tolerant.status, tolerant.log).toBe(0);
    expect(tolerant.log).toMatch(/^::error file=spec\/openapi\.yaml,line=\d+,col=\d+,title=D42 /m);
    expect(tolerant.log).toContain('::notice title=Conformance::The target is nonconforming');
  });

  test.each<[string, Contexts, number, RegExp]>([
    ['nobody answers', { 'base-url': 'http://127.0.0.1:1', 'fail-on': 'never' }, 4, /does not answer/],
    ['an input is wrong', { basis: 'everything', 'fail-on': 'never' }, 2, /Allowed choices are/],
    ['fail-on is unknown', { 'fail-on': 'sometimes' }, 2, /^::error title=Conformance::fail-on is one of/m],
    ['the URL looks like an option', { 'base-url': '--yes' }, 2, /--yes is not a base URL/],
  ])('it fails where %s, and has no verdict', async (_, given, status, message) => {
    const ran = await runAction(given);
    expect(ran.log).toMatch(message);
    expect(ran.status).toBe(status);
    expect(ran.outputs['conform.verdict'] ?? 'none').toBe('none');
    expect(ran.summary).toBe('');
  });

  test('it is a composite action whose scripts hold no expression, so that no input is ever part of a script', () => {
    expect(action.runs.using).toBe('composite');
    for (const { run, shell, uses } of steps) {
      expect(run ?? '').not.toContain('${{');
      expect(run === undefined ? uses : shell).toBeTruthy();
    }
  });

  test('each input and output is described, used, and known where it is named', () => {
    const text = readFileSync(join(ROOT, 'action.yml'), 'utf8');
    const named = new Set([...text.matchAll(/inputs\.([\w-]+)/g)].map(([, name]) => name));
    expect(named).toEqual(new Set(Object.keys(action.inputs)));
    for (const { description, default: value } of Object.values(action.inputs)) {
      expect(description).toBeTruthy();
      expect(typeof value).toBe('string');
    }
    for (const { value } of Object.values(action.outputs))
      expect(value).toMatch(/^\$\{\{ steps\.conform\.outputs\.[\w-]+ \}\}$/);
  });
});

describe('the examples for CI', () => {
  test.each(workflows)('%s gives the action inputs that it has, and its scripts hold no expression', (_, jobs) => {
    for (const { uses, with: given = {}, run } of Object.values(jobs).flatMap((job) => job.steps)) {
      expect(run ?? '').not.toContain('${{');
      if (uses?.includes('integration-contract@'))
        expect(Object.keys(action.inputs)).toEqual(expect.arrayContaining(Object.keys(given)));
    }
  });

  test.each(workflows)('the jobs of %s need jobs that there are', (_, jobs) => {
    for (const { needs } of Object.values(jobs)) if (needs !== undefined) expect(Object.keys(jobs)).toContain(needs);
  });

  test('the shards of a matrix are merged into one verdict', { timeout: PATIENCE_MS }, async () => {
    const jobs = workflows.find(([name]) => name === 'github-shards.yml')?.[1];
    const judging = jobs?.shard?.steps.find(({ uses }) => uses?.includes('integration-contract@'));
    const artifacts = join(temporary, 'shards-of-one-run');
    for (const shard of jobs?.shard?.strategy?.matrix.shard ?? []) {
      await using mock = await startMock({ port: 0 });
      const contexts = { 'matrix.shard': String(shard), 'github.run_id': '19042', 'vars.SERVICE_URL': 'http://mock' };
      const given = Object.entries(judging?.with ?? {}).map(([name, value]) => [
        name,
        resolve(String(value), contexts),
      ]);
      const folder = join(temporary, `shard-${shard}`);
      mkdirSync(join(folder, 'conformance'), { recursive: true });
      writeFileSync(join(folder, 'conformance', `shard-${shard}.yaml`), '{}\n');
      // One service behind one URL, whose installations are new for each job.
      const ran = await runAction({ ...Object.fromEntries(given), 'base-url': mock.url }, { artifacts, folder });
      expect(ran.status, ran.log).toBe(0);
    }
    expect(readdirSync(artifacts).toSorted()).toEqual(['shard-1', 'shard-2', 'shard-3', 'shard-4']);
    sameTarget(artifacts);
    const folder = join(temporary, 'merged');
    const env = { PATH, GITHUB_ACTIONS: 'true', NO_COLOR: '1' };
    const merged = await runSteps(jobs?.verdict?.steps ?? [], {}, { folder, artifacts, env });
    expect(merged.status, merged.log).toBe(0);
    expect(merged.summary).toMatch(/^# Conforming: /);
  });

  test('the job of GitLab writes what its artifacts name, and the badge is published', {
    timeout: PATIENCE_MS,
  }, async () => {
    const { conformance, pages } =
      read<Record<string, { script: string[]; artifacts: { reports?: { junit: string }; paths: string[] } }>>(
        'examples/ci/gitlab-ci.yml',
      );
    await using mock = await startMock({ port: 0 });
    const folder = join(temporary, 'gitlab');
    mkdirSync(join(folder, 'conformance'), { recursive: true });
    writeFileSync(join(folder, 'conformance/staging.yaml'), '{}\n');
    const env = {
      PATH,
      CONTRACT_BASE_URL: mock.url,
      CONTRACT_API_KEY: 'test-key',
      CONTRACT_ONLY: 'createInvite',
      NO_COLOR: '1',
    };
    const { status, log } = await bash(conformance?.script.join('\n') ?? '', folder, env);
    expect(status, log).toBe(0);
    expect(readFileSync(join(folder, conformance?.artifacts.reports?.junit ?? ''), 'utf8')).toContain('<testsuites');
    expect((await bash(pages?.script.join('\n') ?? '', folder, env)).status).toBe(0);
    expect(readdirSync(join(folder, pages?.artifacts.paths[0] ?? ''))).toEqual(['badge.svg', 'report.html']);
  });
});

/** In the test each shard has a mock of its own, in the example one URL leads to all. */
function sameTarget(artifacts: string): void {
  for (const name of readdirSync(artifacts)) {
    const file = join(artifacts, name, 'report.json');
    const report = JSON.parse(readFileSync(file, 'utf8')) as object;
    writeFileSync(file, JSON.stringify({ ...report, target: { baseUrl: 'https://service.example' } }));
  }
}
