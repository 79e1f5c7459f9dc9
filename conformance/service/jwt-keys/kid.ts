import { isObject } from '../../../src/contract/json.ts';
import type { Answer } from '../../../src/run-result/wire.ts';
import { isSuccess } from '../../connection/answer.ts';
import { Untestable } from '../../engine/untestable.ts';

/** The `kid` in the response to a registration; undefined if it is missing or not a string. */
export function kidOf({ json }: Answer): string | undefined {
  return isObject(json) && typeof json.kid === 'string' ? json.kid : undefined;
}

/** The `kid` in the response to a registration. @throws Untestable with the reason if the response has no `kid` */
export function requireKid(answer: Answer, description = String(answer.status)): string {
  const kid = kidOf(answer);
  if (kid !== undefined) return kid;
  const why = isSuccess(answer)
    ? `no JWT key can be addressed: the ${answer.status} response of createJwtKey has no \`kid\` (D50)`
    : `no JWT key could be created (${description})`;
  throw new Untestable(why);
}
