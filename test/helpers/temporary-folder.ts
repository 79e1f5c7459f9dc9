import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Global setup of vitest: tests write to one temporary folder, which is removed at the end. The compile cache of
 * Node.js is outside of the temporary folder, so that the next test run can use the filled cache, with which a command
 * starts a third faster.
 */
export default function temporaryFolder(): () => void {
  process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), 'node-compile-cache');
  const folder = mkdtempSync(join(tmpdir(), 'integration-contract-'));
  process.env.TMPDIR = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
