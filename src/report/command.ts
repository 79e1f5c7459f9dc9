/** How the command is run where a project has the package, and in this repository: what a report tells can be copied. */
export const COMMAND = 'npx integration-contract';
