import type { TargetConfiguration } from '../../conformance/index.ts';
import { readWaivers } from '../report/read-waivers.ts';
import type { Waivers } from '../report/waiver.ts';

/** What was agreed on before a run: what it finds of that does not fail it. */
export interface Agreements {
  readonly waivers?: Waivers;
}

/** Read before anything is sent. @throws DataError that lists each mistake with its line */
export function agreementsOf(configuration: TargetConfiguration, flags: { readonly waivers?: string }): Agreements {
  const { waivers = configuration.waivers } = flags;
  return { ...(waivers !== undefined && { waivers: readWaivers(waivers) }) };
}
