import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Vitest's global setup: whatever tests write is in one folder, which goes with them. */
export default function temporaryFolder(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'integration-contract-'));
  process.env.TMPDIR = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
