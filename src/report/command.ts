/** Start of each command in a report; works both in this repository and in a project with the npm package. */
export const COMMAND = 'npx integration-contract';
