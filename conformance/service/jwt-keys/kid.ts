import { isObject } from '../../../src/contract/json.ts';
import type { Answer } from '../../../src/run-result/wire.ts';
import { isSuccess } from '../../connection/answer.ts';
import { Untestable } from '../../engine/untestable.ts';

/** The ID that a registration answered with, where it is one. */
export function kidOf({ json }: Answer): string | undefined {
  return isObject(json) && typeof json.kid === 'string' ? json.kid : undefined;
}

/** The ID of the key that was to be registered. @throws Untestable that says why there is none */
export function requireKid(answer: Answer, told = String(answer.status)): string {
  const kid = kidOf(answer);
  if (kid !== undefined) return kid;
  const why = isSuccess(answer)
    ? `no JWT key can be asked for: the ${answer.status} of createJwtKey has no \`kid\` (D50)`
    : `no JWT key could be created (${told})`;
  throw new Untestable(why);
}
