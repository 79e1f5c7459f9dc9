import { authentication } from './authentication.ts';
import type { Defect } from './defect.ts';

/** Every planted defect: the proof that the suite can fail. */
export const DEFECTS: readonly Defect[] = [...authentication];

export type { Defect } from './defect.ts';
export { startFaultyServer } from './faulty-server.ts';
