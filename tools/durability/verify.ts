import type { World } from '../../mock/index.ts';
import type { Acknowledged } from './write-until-it-dies.ts';

/** What of the acknowledged writes is lost, and what is half-written; one sentence each. */
export async function verify(url: string, { sandbox, labels, integrations }: Acknowledged): Promise<string[]> {
  const state = (await (await fetch(`${url}/sandboxes/${sandbox}/__admin/state`)).json()) as World;
  const keys = new Map(state.jwtKeys.map((key) => [key.id, key]));
  const kept = new Set(state.integrations.map(({ name }) => name));
  const faults: string[] = [];
  for (const [kid, { acknowledged, attempted }] of labels) {
    const label = keys.get(kid)?.label;
    if (label === undefined) faults.push(`${sandbox}: key ${kid} was acknowledged and is gone.`);
    else if (label !== acknowledged && label !== attempted)
      faults.push(`${sandbox}: key ${kid} is labelled ${label}; ${acknowledged} was acknowledged.`);
  }
  for (const name of integrations) {
    if (!kept.has(name)) faults.push(`${sandbox}: the integration ${name} was acknowledged and is gone.`);
  }
  // The schemas of the control API look at every record.
  const copy = await fetch(`${url}/sandboxes/copy/__admin/state`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(state),
  });
  if (copy.status !== 204) faults.push(`${sandbox}: its state is not valid: ${await copy.text()}`);
  return faults;
}
