import type { Request } from 'express';
import { isLocal } from '../pipeline/control-access.ts';

/** The names of headers that show that a proxy has forwarded a request. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'via'];

/**
 * Returns true if the client is on this machine, addresses the mock by a name of this machine, and no proxy has
 * forwarded the request.
 */
export function fromOwnMachine(request: Request): boolean {
  return isLocal(request) && !FORWARDED.some((name) => request.headers[name] !== undefined);
}
