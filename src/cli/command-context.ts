import type { RunSuite } from '../../conformance/index.ts';

/** Stream that a command prints to; a terminal has a width. */
export type Output = Pick<NodeJS.WriteStream, 'write'> & Partial<Pick<NodeJS.WriteStream, 'isTTY' | 'columns'>>;

/**
 * Input and output of a command. The command reads the working folder and the environment from
 * the process.
 */
export interface CommandContext {
  readonly stdout: Output;
  readonly stderr: Output;
  /**
   * Resolves when the user asks the command to stop. After the first call of this function, the command itself decides
   * how it ends.
   */
  stopRequest(): Promise<void>;
  /** Runner of the cases of `conform`; vitest if absent. */
  readonly runSuite?: RunSuite;
}
