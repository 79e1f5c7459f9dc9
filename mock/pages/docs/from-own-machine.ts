import type { Request } from 'express';
import { isLocal } from '../../pipeline/control-access.ts';

/** Headers that show that a proxy forwarded the request. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'via'];

/** True if the client is on this machine, uses one of its names, and no proxy forwarded the request. */
export function fromOwnMachine(request: Request): boolean {
  return isLocal(request) && !FORWARDED.some((name) => request.headers[name] !== undefined);
}
