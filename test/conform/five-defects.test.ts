import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { browserTest, lowerEdge, WIDTHS } from '../helpers/browser.ts';
import { listen } from '../helpers/listen.ts';
import { startFiveDefects } from '../helpers/report/five-defects.ts';
import { writtenReport } from '../helpers/report/written-report.ts';
import { runCli } from '../helpers/run-cli.ts';

/** Output of the run that all tests of this file share, since a run takes seconds. */
async function outputOfRun() {
  const cwd = mkdtempSync(join(tmpdir(), 'five-defects-'));
  await using server = await startFiveDefects();
  writeFileSync(join(cwd, 'target.json'), JSON.stringify({ baseUrl: server.url, fixtures: server.fixtures }));
  const env = { CONTRACT_API_KEY: server.apiKey, CI: '' };
  const { status, stdout } = await runCli(['conform', '--config', 'target.json', '--reports', 'r'], { cwd, env });
  return { status, stdout, result: writtenReport(cwd, 'r'), page: readFileSync(join(cwd, 'r', 'report.html')) };
}

const { status, stdout, result, page: html } = await outputOfRun();
const failed = result.requirements.filter(({ outcome }) => outcome === 'failed');

test('finds five planted defects, and shows the failures about the private key and the update mask first', () => {
  expect(status).toBe(1);
  const found = [...stdout.matchAll(/^✗ (D\d+)/gm)].map(([, id]) => id);
  expect(found.slice(0, 2).toSorted()).toEqual(['D42', 'D55']);
  expect(found.toSorted()).toEqual(['D06', 'D21', 'D31', 'D42', 'D55']);
  expect(stdout).toMatch(/\nNext: fix D(?:42|55) first\. /);
});

test('prints at most 6 KB of output', () => {
  expect(Buffer.byteLength(stdout)).toBeLessThanOrEqual(6 * 1024);
});

test('shows each failed requirement with the expected and the actual value', () => {
  for (const { id, expected = '?', actual = '?' } of failed) {
    const [, block = ''] = stdout.split(`\n✗ ${id} `);
    const lines = block.split('\n✗ ')[0];
    expect(lines).toContain(`    expected   ${expected}\n`);
    expect(lines).toContain(`    actual     ${actual}\n`);
  }
});

test('shows the simplest case of each failure, with the request, the response and the differing property', () => {
  const [, block = ''] = stdout.split('\n✗ D42 ');
  const mask = block.split('\n\n')[0];
  expect(mask).toMatch(/^ {4}request {4}PATCH \/v1\/.*\n {15}{"updateMask":\["\w+"\],"jwtKey":{.*}}$/m);
  expect(mask).toMatch(/^ {4}response {3}200 OK\n.*"active":false/m);
  expect(mask?.split('\n').at(-1)).toMatch(/^ {4}curl -i -X PATCH /);
});

browserTest(
  'shows the first failure of report.html without scrolling at each width',
  async ({ open, onTestFinished }) => {
    const server = createServer((_, response) => response.setHeader('Content-Type', 'text/html').end(html));
    onTestFinished(() => void server.close());
    const url = await listen(server);
    for (const width of WIDTHS) {
      const page = await open(url, { width });
      expect(await lowerEdge(page.locator('.card.failed').first()), `${width} px`).toBeLessThan(900);
    }
  },
);
