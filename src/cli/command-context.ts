import type { RunSuite } from '../../conformance/index.ts';

/** Stream that a command prints to; a terminal has a width. */
export type Output = Pick<NodeJS.WriteStream, 'write'> & Partial<Pick<NodeJS.WriteStream, 'isTTY' | 'columns'>>;

/** Context of one command. The working folder and the environment are those of the process. */
export interface CommandContext {
  readonly stdout: Output;
  readonly stderr: Output;
  /** Resolves when the user asks the command to stop. After the first call, the command decides how it ends. */
  stopRequest(): Promise<void>;
  /** Runs the cases of `conform`; vitest if absent. */
  readonly runSuite?: RunSuite;
}
