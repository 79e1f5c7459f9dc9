import type { Operation } from '../../src/contract/document/operation.ts';
import type { Answer } from '../../src/run-result/wire.ts';
import type { Session } from './session.ts';

/** A hint that the API key or a fixture in the configuration may cause the rejection of a valid request. */
export function configurationHint(session: Session, { status }: Answer, operation: Operation): string {
  if (status === 403) return `. Check that the API key has permission for ${operation.operationId}`;
  const fixture = status === 404 ? session.uncertainFixture(operation) : undefined;
  return fixture === undefined
    ? ''
    : `. Check the fixture \`${fixture}\`: the target responds with 404 to every request with its value`;
}
