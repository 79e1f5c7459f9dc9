import type { RunSuite } from '../../conformance/index.ts';

/** Stream to which a command prints. `columns` is the width of a terminal, in characters; absent for other streams. */
export type Output = Pick<NodeJS.WriteStream, 'write'> & Partial<Pick<NodeJS.WriteStream, 'isTTY' | 'columns'>>;

/**
 * Output streams and stop signal of a command. The command reads the working folder and the environment variables
 * directly from the process.
 */
export interface CommandContext {
  readonly stdout: Output;
  readonly stderr: Output;
  /**
   * Resolves when the user asks the command to stop, such as with Ctrl-C. Before the first call of `stopRequest`, a
   * signal ends the process. After the first call of `stopRequest`, the first signal only resolves the promise, so the
   * command must end itself.
   */
  stopRequest(): Promise<void>;
  /** Function that runs the cases of `conform`; if absent, the suite chooses how the cases run. */
  readonly runSuite?: RunSuite;
}
