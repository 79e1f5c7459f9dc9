import { mkdir, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Command } from 'commander';
import { DEFECTS, type Defect } from '../../conformance/faulty/index.ts';
import { wholeNumber } from '../../src/cli/flags/numbers.ts';
import { nearest } from '../../src/contract/explain/spelling.ts';
import { loadRequirements } from '../../src/contract/requirement.ts';
import { REQUIREMENTS_FILE } from '../../src/project.ts';
import { renderMatrix, uncovered } from './matrix.ts';
import type { DefectResult, JudgeMessage } from './worker.ts';

/**
 * `npm run mutants [-- name … | --sample N [--each-rule]] [--whole]`: judges all faulty servers, the named faulty
 * servers, or every Nth faulty server. With --each-rule, the command adds faulty servers until each rule fails at least
 * once. A server with a defect in one operation is judged by the cases about that operation, except with --whole. The
 * exit status is 1 if the failed requirements of a server are not exactly the expected requirements.
 */

const command = new Command('npm run mutants --')
  .argument('[names...]', 'names of faulty servers; all by default')
  .option('--sample <n>', 'judge every nth server', wholeNumber(1), 1)
  .option('--each-rule', 'add servers until each rule fails at least once')
  .option('--whole', 'judge every server by all cases')
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
  .parse();
const names = command.args;
const {
  sample: stride,
  eachRule = false,
  whole = false,
} = command.opts<{ sample: number; eachRule?: boolean; whole?: boolean }>();
const unknown = names.filter((name) => !DEFECTS.some((defect) => defect.name === name));
if (unknown.length > 0) {
  for (const name of unknown) {
    const near = nearest(
      name,
      DEFECTS.map((defect) => defect.name),
    );
    process.stderr.write(
      `Unknown faulty server ${name}${near ? `; did you mean ${near.word}?` : '.'} docs/proof/faulty-servers.md lists all faulty servers.\n`,
    );
  }
  process.exit(2);
}
const chosen = names.length > 0 ? DEFECTS.filter(({ name }) => names.includes(name)) : sample(stride);

const results = await judgeAll();
const inexact = results.filter(({ missed, surplus }) => missed.length + surplus.length > 0);
const unproven =
  names.length === 0 && (stride === 1 || eachRule) ? uncovered(results, loadRequirements(REQUIREMENTS_FILE)) : [];
await mkdir('reports', { recursive: true });
await writeFile(join('reports', 'mutants.json'), `${JSON.stringify(results, null, 2)}\n`);
await writeFile(join('reports', 'mutants.md'), renderMatrix(results));
for (const { name, missed, surplus } of inexact) {
  process.stdout.write(
    `✗ ${name}: missed ${missed.join(' ') || 'nothing'}, unexpected ${surplus.join(' ') || 'nothing'}\n`,
  );
}
if (unproven.length > 0) process.stdout.write(`✗ requirements that no faulty server violates: ${unproven.join(' ')}\n`);
process.stdout.write(
  `${results.length - inexact.length} of ${results.length} faulty servers violate exactly the expected requirements; see reports/mutants.md\n`,
);
process.exitCode = inexact.length + unproven.length === 0 ? 0 : 1;

/**
 * Sample of the faulty servers: every nth server. With --each-rule, the sample also contains servers for each rule that
 * no other server of the sample violates, so that each rule fails at least once.
 */
function sample(stride: number): Defect[] {
  const picked = new Set(DEFECTS.filter((_, index) => index % stride === 0));
  const remaining = new Set(DEFECTS.flatMap(({ breaks }) => breaks));
  const prove = (defect: Defect) => {
    picked.add(defect);
    for (const rule of defect.breaks) remaining.delete(rule);
  };
  const gain = ({ breaks }: Defect) => breaks.filter((rule) => remaining.has(rule)).length;
  picked.forEach(prove);
  while (eachRule && remaining.size > 0)
    prove(DEFECTS.reduce((best, defect) => (gain(defect) > gain(best) ? defect : best)));
  return DEFECTS.filter((defect) => picked.has(defect));
}

async function judgeAll(): Promise<DefectResult[]> {
  const queue = chosen.values();
  const found = new Map<string, DefectResult>();
  const count = Math.min(availableParallelism(), chosen.length);
  await Promise.all(Array.from({ length: count }, () => judgeInWorker(queue, found)));
  return chosen.flatMap(({ name }) => found.get(name) ?? []);
}

function judgeInWorker(queue: Iterator<{ name: string }>, found: Map<string, DefectResult>): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(
      new URL(import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js', import.meta.url),
    );
    worker.on('error', reject);
    worker.on('message', (message: 'ready' | DefectResult) => {
      if (message !== 'ready') {
        found.set(message.name, message);
        const exact = message.missed.length + message.surplus.length === 0;
        process.stdout.write(`${exact ? '✓' : '✗'} ${message.name.padEnd(44)} ${message.found.join(' ')}\n`);
      }
      const next = queue.next();
      if (next.done) {
        worker.terminate();
        resolve();
      } else {
        worker.postMessage({ name: next.value.name, whole } satisfies JudgeMessage);
      }
    });
  });
}
