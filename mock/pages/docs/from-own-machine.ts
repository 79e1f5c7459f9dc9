import type { Request } from 'express';
import { isLocal } from '../../pipeline/control-access.ts';

/** Headers with which a proxy tells for whom it asks. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'via'];

/** True if a browser on this machine asks, under a name of this machine, through no proxy that serves others. */
export function fromOwnMachine(request: Request): boolean {
  return isLocal(request) && !FORWARDED.some((name) => request.headers[name] !== undefined);
}
