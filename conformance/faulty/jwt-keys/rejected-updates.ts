import type { JsonObject } from '../../../src/contract/json.ts';
import type { Defect } from '../defect.ts';
import { jsonOf, withJson } from '../json-message.ts';
import { segmentOf } from '../messages.ts';
import { type Create, defect } from '../row.ts';
import { keyOf, sendUpdate, type Update, updateOf, validUpdate } from './update.ts';

/** A faulty server that rejects an update, but performs a part of the update first. */
const performsPart =
  (part: (status: number, update: Update) => JsonObject | undefined): Create =>
  () =>
  async (request, forward) => {
    const reply = await forward(request);
    const values = part(reply.status, updateOf(jsonOf(request)) ?? { mask: [], values: {} });
    if (values) await sendUpdate(request, forward, values);
    return reply;
  };

const MINUTE_MS = 60_000;

/** Defects in which an update that the server rejects has an effect. They break the requirements D07, D16, D41, D43 and D45. */
export const rejectedUpdates: readonly Defect[] = [
  defect(
    'refused-update-in-part',
    'D16 D43',
    'An update that the server rejects with 422 still stores the first field of the mask.',
  ).does(
    performsPart((status, { mask: [first], values }) => {
      const value = values[String(first)];
      return status === 422 && value !== undefined ? { [String(first)]: value } : undefined;
    }),
  ),
  defect(
    'impossible-update-counts-as-one',
    'D43',
    'An update that the server rejects with 422 still advances `updateTime` by a minute.',
  ).does(() => {
    const ahead = new Map<string, number>();
    return async (request, forward) => {
      const reply = await forward(request);
      const kid = segmentOf(request, 'jwt-keys');
      if (reply.status === 422) ahead.set(kid, (ahead.get(kid) ?? 0) + MINUTE_MS);
      const shown = jsonOf(reply);
      const lead = ahead.get(kid);
      if (lead === undefined || shown?.updateTime === undefined) return reply;
      return withJson(reply, {
        ...shown,
        updateTime: new Date(Date.parse(String(shown.updateTime)) + lead).toISOString(),
      });
    };
  }),
  defect(
    'update-after-a-rejected-one-shows-old-values',
    'D42',
    'After an update that the server rejects, the next response to an update of the JWT key shows the values before this update.',
  ).does(() => {
    const stored = new Map<string, JsonObject>();
    const isRejected = new Set<string>();
    return async (request, forward) => {
      const reply = await forward(request);
      const { kid, label, active } = jsonOf(reply) ?? {};
      if (reply.status === 201) stored.set(String(kid), { label: jsonOf(request)?.label, active: true });
      if (request.method !== 'PATCH') return reply;
      const keyId = segmentOf(request, 'jwt-keys');
      const before = stored.get(keyId);
      if (reply.status === 400 || reply.status === 422) isRejected.add(keyId);
      if (reply.status !== 200) return reply;
      stored.set(keyId, { label, active });
      return isRejected.delete(keyId) ? withJson(reply, { ...jsonOf(reply), ...before }) : reply;
    };
  }),
  defect(
    'long-label-refused-in-part',
    'D16 D45',
    'An update that the server rejects for its long label still stores `active`.',
  ).does(
    performsPart((status, { mask, values }) =>
      status === 400 && mask.includes('active') && mask.includes('label') && String(values.label).length > 255
        ? { active: values.active }
        : undefined,
    ),
  ),
  defect(
    'invalid-update-in-part',
    'D16 D41',
    'An update that the server rejects for the mask item `name` still stores the label.',
  ).does(
    performsPart((status, { mask, values }) =>
      status === 400 && mask.includes('name') && mask.includes('label') && values.label !== undefined
        ? { label: values.label }
        : undefined,
    ),
  ),
  defect(
    'stranger-update-done',
    'D07 D16',
    'The server responds with 404 to an update of a key of another project, but performs the update.',
  ).does(() => async (request, forward) => {
    const reply = await forward(request);
    const key = reply.status === 404 && validUpdate(request) ? await keyOf(request, forward, 'anywhere') : undefined;
    if (key) await forward({ ...request, path: `/v1/projects/${key.projectId}/jwt-keys/${key.id}` });
    return reply;
  }),
];
