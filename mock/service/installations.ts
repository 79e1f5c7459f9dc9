import type { Resource } from '../core/service.ts';
import type { Handler, Kinds } from './kinds.ts';

/** Deletes an installation (§4.7 of the interface document). */
const deleteInstallation: Handler<unknown, 'installation'> = async (_request, { found, records }) => {
  await records.delete('installation', found.installation);
  return {};
};

export const installation: Resource<Kinds['installation']> = { handlers: { deleteInstallation } };
