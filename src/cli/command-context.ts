import type { RunSuite } from '../../conformance/index.ts';

/** Stream to which a command prints; a terminal also has a width, in columns. */
export type Output = Pick<NodeJS.WriteStream, 'write'> & Partial<Pick<NodeJS.WriteStream, 'isTTY' | 'columns'>>;

/**
 * Input and output of a command. The command reads the working folder and the environment from
 * the process.
 */
export interface CommandContext {
  readonly stdout: Output;
  readonly stderr: Output;
  /**
   * Resolves when the user asks the command to stop. After the first call of `stopRequest`, the command itself decides
   * how it ends.
   */
  stopRequest(): Promise<void>;
  /** Function that runs the cases of `conform`; by default, the cases run in vitest. */
  readonly runSuite?: RunSuite;
}
