import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';

/** Tests of the files that publish the mock and the suite. */

interface Step {
  readonly run?: string;
}

const ROOT = join(import.meta.dirname, '..');
/**
 * Name of the GitHub Action of this project in the examples, which name no commit, since a commit cannot contain its
 * own hash.
 */
const OWN_ACTION = 'example/integration-contract@';
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

test.each(globSync(['action.yml', '.github/workflows/*.yml', 'examples/ci/github-*.yml'], { cwd: ROOT }))(
  'uses only actions of a fixed commit in %s, with the version in a comment',
  (file) => {
    const actions = Array.from(read(file).matchAll(/\buses: *(.+)/g), ([, action = '']) => action);
    expect(actions.length).toBeGreaterThan(0);
    const ofOthers = actions.filter((action) => !action.startsWith(OWN_ACTION));
    expect(ofOthers.filter((action) => !/^[\w-]+(?:\/[\w-]+)+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action))).toEqual(
      [],
    );
  },
);

describe('the release workflow', () => {
  const { jobs } = parse(read('.github/workflows/release.yml')) as {
    jobs: Record<string, { needs?: string[]; strategy?: { matrix: { target?: string[] } }; steps: Step[] }>;
  };
  const steps = Object.values(jobs).flatMap((job) => job.steps);
  const commands = steps.flatMap(({ run }) => run ?? []);

  test('publishes both packages with provenance, after the tests', () => {
    const published = commands.filter((command) => command.startsWith('npm publish'));
    expect(published).toHaveLength(2);
    expect(published.filter((command) => command.includes('--provenance'))).toEqual(published);
    expect(published.filter((command) => command.includes('--workspace conformance'))).toHaveLength(1);
    expect(jobs.packages?.needs).toEqual(['linux', 'other-systems']);
  });

  test('publishes only container images that the Dockerfile defines', () => {
    const targets = Array.from(read('Dockerfile').matchAll(/^FROM \S+ AS (\S+)$/gm), ([, name]) => name);
    const { target = [] } = jobs.images?.strategy?.matrix ?? {};
    expect(target).toEqual(['mock', 'conform']);
    expect(targets).toEqual(expect.arrayContaining(target));
    expect(targets.at(-1)).toBe('mock');
  });
});

test('copies only files of the build context into the images', () => {
  const context = read('.dockerignore').split('\n');
  const copied = Array.from(read('Dockerfile').matchAll(/^COPY (?!--from)(.+) \S+$/gm), ([, files = '']) =>
    files.split(' '),
  );
  const top = copied.flat().map((file) => file.split('/')[0]);
  expect(top.filter((file) => file !== '.' && !context.includes(`!${file}`))).toEqual([]);
  // The build in the Dockerfile runs the script `build` of package.json, so the build context must contain the tools of
  // this script.
  const tools = Array.from(
    JSON.parse(read('package.json')).scripts.build.matchAll(/node (tools\/\S+)/g),
    ([, file]) => file,
  );
  expect(tools.filter((file) => !context.includes(`!${file}`))).toEqual([]);
});
