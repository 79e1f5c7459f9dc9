import type { World } from '../../mock/index.ts';
import type { Acknowledged } from './write-until-exit.ts';

/** Finds lost acknowledged writes and incomplete writes. @returns one sentence for each lost or incomplete write */
export async function verifyState(url: string, { sandbox, labels, integrations }: Acknowledged): Promise<string[]> {
  const state = (await (await fetch(`${url}/sandboxes/${sandbox}/__admin/state`)).json()) as World;
  const keys = new Map(state.jwtKeys.map((key) => [key.id, key]));
  const kept = new Set(state.integrations.map(({ name }) => name));
  const errors: string[] = [];
  for (const [kid, { acknowledged, attempted }] of labels) {
    const label = keys.get(kid)?.label;
    if (label === undefined) errors.push(`${sandbox}: JWT key ${kid} was acknowledged and is lost.`);
    else if (label !== acknowledged && label !== attempted)
      errors.push(
        `${sandbox}: JWT key ${kid} has the label ${label}; the mock acknowledged the label ${acknowledged}.`,
      );
  }
  for (const name of integrations) {
    if (!kept.has(name)) errors.push(`${sandbox}: the integration ${name} was acknowledged and is lost.`);
  }
  // The test sends the state back to the control API, which validates every record and rejects a state with an
  // incomplete write.
  const copy = await fetch(`${url}/sandboxes/copy/__admin/state`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(state),
  });
  if (copy.status !== 204) errors.push(`${sandbox}: its state is not valid: ${await copy.text()}`);
  return errors;
}
