import { isObject, type JsonObject } from '../../src/contract/json.ts';
import type { Defect } from './defect.ts';
import { jsonOf, withJson } from './json-message.ts';
import { validUpdate } from './jwt-keys/update.ts';
import { bodyOf, isOf, mapped, problem, segmentOf, UPSERT_INTEGRATION, UPSERTS, without } from './messages.ts';
import { defect, reads, rejects, showsBody } from './row.ts';

const CREATE = 'createIntegration';

/**
 * Defects that only rare combinations of values or requests reveal. Explorations find all of these defects. No fixed case
 * tests the rare combinations.
 */
export const unforeseen: readonly Defect[] = [
  defect(
    'idle-proxy-with-a-module-is-refused',
    'D34',
    'The server rejects a proxy with `useModule` true and `enabled` false if the content of the revision has no `read`.',
  ).does(
    rejects(CREATE, 'latestRevision.content', (content) => {
      const { proxy, read } = isObject(content) ? content : {};
      return isObject(proxy) && proxy.enabled === false && proxy.useModule === true && read === undefined;
    }),
  ),
  defect(
    'module-of-a-proxy-is-not-checked',
    'D34',
    'The server validates `useModule` of the proxy only if the proxy has the property `enabled`.',
  ).does(
    reads(CREATE, 'latestRevision.content.proxy', (proxy) =>
      isObject(proxy) && proxy.enabled === undefined && proxy.useModule !== undefined
        ? { ...proxy, useModule: true }
        : proxy,
    ),
  ),
  defect(
    'key-is-gone-after-three-whole-updates',
    'D44',
    'After three updates of a JWT key that each set both `label` and `active`, the server deletes this key.',
  ).does(() => {
    const updates = new Map<string, number>();
    return async (request, forward) => {
      const kid = segmentOf(request, 'jwt-keys');
      const update = validUpdate(request);
      if (update && (updates.get(kid) ?? 0) >= 3) return problem(404);
      const answer = await forward(request);
      const isWhole = update && new Set(update.mask).size === 2 && answer.status === 200;
      if (isWhole) updates.set(kid, (updates.get(kid) ?? 0) + 1);
      return answer;
    };
  }),
  defect(
    'invites-to-subdomains-are-mixed-up',
    'D71',
    'If two invites in succession have email addresses in subdomains, the second response shows the first address.',
  ).does(() => {
    let before: unknown;
    return showsBody('createInvite', (invite) => {
      const { invitedEmail } = invite;
      const shown = before ?? invitedEmail;
      before =
        /^.{1,100}$/.test(String(invitedEmail)) && /@(.*\.){2}/.test(String(invitedEmail)) ? invitedEmail : undefined;
      return { ...invite, invitedEmail: before === undefined ? invitedEmail : shown };
    })();
  }),
  defect(
    'provider-form-leaves-out-what-has-another-name',
    'D62 D61',
    'The response to an upsert for a provider lacks a field if an earlier upsert for an integration defined a field with the same name and another `displayName`.',
  ).does(() => {
    const ofIntegrations = new Map<unknown, unknown>();
    return async (request, forward) => {
      const answer = await forward(request);
      const fields = answer.status === 200 ? bodyOf(request, UPSERTS).fields : undefined;
      const definitions = Object.values(isObject(fields) ? fields : {}).flat() as JsonObject[];
      if (isOf(request, UPSERT_INTEGRATION)) {
        for (const { fieldName, displayName } of definitions) ofIntegrations.set(fieldName, displayName);
        return answer;
      }
      const renamed = definitions.filter(
        ({ fieldName, displayName }) => (ofIntegrations.get(fieldName) ?? displayName) !== displayName,
      );
      const names = renamed.map(({ fieldName }) => String(fieldName));
      if (names.length === 0) return answer;
      return withJson(
        answer,
        mapped(jsonOf(answer), 'fields.*', (results) => without(results as JsonObject, ...names)),
      );
    };
  }),
];
