import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ATTACKS } from './attacks.ts';

/**
 * `npm run memory [-- TEXT]`: prints the largest memory of the mock under each attack, or under the attacks whose name
 * contains the text. The exit status is 1 if the memory exceeds the limit.
 */

const BAR_MIB = 400;
const CONNECTIONS = 40;
const SCRIPT = fileURLToPath(new URL('./mock-process.ts', import.meta.url));
const [selected = ''] = process.argv.slice(2);

for (const { name, run } of ATTACKS.filter((attack) => attack.name.includes(selected))) {
  const child = fork(SCRIPT);
  const [url] = (await once(child, 'message')) as [string];
  const start = performance.now();
  await run(url, CONNECTIONS);
  const survived =
    child.exitCode === null && (await fetch(`${url}/__admin/health`).catch(() => undefined))?.ok === true;
  const peak = survived ? peakMiB(child.pid) : Number.NaN;
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  const met = survived && peak < BAR_MIB;
  console.log(
    `${met ? 'ok ' : 'NOT'} ${survived ? `${peak.toFixed(0)} MiB` : 'the mock ended'}, ${seconds} s: ${name}`,
  );
  if (!met) process.exitCode = 1;
  if (child.exitCode === null) {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
}

/** Largest resident memory of a process since its start (Linux). */
function peakMiB(pid: number | undefined): number {
  const [, kibibytes] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kibibytes) / 1024;
}
