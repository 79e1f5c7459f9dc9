import type { Contract } from '../../src/contract/contract.ts';
import { type Operation, successOf } from '../../src/contract/document/operation.ts';

/** Source of a module with the data that a client of the control API needs at run time, in addition to the types. */
export function controlOperations({ operations }: Contract): string {
  const entries = operations.filter((operation) => !isEventStream(operation)).map(toEntry);
  return `/**
 * Generated from mock/control/admin.yaml by \`npm run generate\`; never edited.
 */

export const CONTROL_OPERATIONS = {
${entries.join('')}} as const;
`;
}

/**
 * True if the response of the operation is an event stream. The client has no method for an event stream, since the
 * response does not end.
 */
function isEventStream(operation: Operation): boolean {
  return successOf(operation)?.response.content.some(({ mediaType }) => mediaType === 'text/event-stream') ?? false;
}

function toEntry({ operationId, summary, method, path, parameters, requestBody }: Operation): string {
  const queryNames = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
  const entry = { method, path, queryNames, body: requestBody?.content[0]?.mediaType ?? null };
  return `  /** ${summary}. */\n  ${operationId}: ${JSON.stringify(entry)},\n`;
}
