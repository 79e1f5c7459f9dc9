/**
 * Start of a command that works both in a project with the npm package and in this repository, so that a reader can
 * copy the command.
 */
export const COMMAND = 'npx integration-contract';
