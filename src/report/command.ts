/** Command as it works in a project with the package and in this repository, so that a reader can copy it. */
export const COMMAND = 'npx integration-contract';
