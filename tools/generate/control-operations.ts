import type { Contract } from '../../src/contract/contract.ts';
import { type Operation, successOf } from '../../src/contract/document/operation.ts';

/** A module with what a client of the control API has to know at run time: types alone cannot send a request. */
export function controlOperations({ operations }: Contract): string {
  const entries = operations.filter((operation) => !isEventStream(operation)).map(toEntry);
  return `/**
 * Generated from mock/control/admin.yaml by \`npm run generate\`; never edited.
 */

export const CONTROL_OPERATIONS = {
${entries.join('')}} as const;
`;
}

/** It has no end that a caller could wait for. */
function isEventStream(operation: Operation): boolean {
  return successOf(operation)?.response.content.some(({ mediaType }) => mediaType === 'text/event-stream') ?? false;
}

function toEntry({ operationId, summary, method, path, parameters, requestBody }: Operation): string {
  const queryNames = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
  const entry = { method, path, queryNames, body: requestBody?.content[0]?.mediaType ?? null };
  return `  /** ${summary}. */\n  ${operationId}: ${JSON.stringify(entry)},\n`;
}
