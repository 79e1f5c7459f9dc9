import { InputError } from '../contract/input-error.ts';

const SUITE = 'integration-contract-suite';

/**
 * Loads a module that uses the suite. The suite is a separate npm package, which may not be installed.
 *
 * @param command name of the command, for the message
 * @throws InputError if the suite is not installed; the message explains how to get the suite
 */
export async function withSuite<Module>(command: string, load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    if (!isMissing(error, SUITE)) throw error;
    const message = `${command} requires the package ${SUITE}, which is not installed. Run \`npm pack --workspace conformance\` in the repository of the contract, then install the created file with \`npm install --save-dev\`.`;
    throw new InputError(message, { cause: error });
  }
}

function isMissing(error: unknown, name: string): boolean {
  const { code, message } = error as NodeJS.ErrnoException;
  return code === 'ERR_MODULE_NOT_FOUND' && message.includes(`'${name}'`);
}
