import { isObject, type JsonObject } from '../../src/contract/json.ts';
import type { Defect } from './defect.ts';
import {
  changesSuccess,
  isOf,
  jsonOf,
  mapped,
  problem,
  reads,
  refuses,
  segmentOf,
  UPSERT_INTEGRATION,
  UPSERTS,
  withJson,
  without,
} from './messages.ts';
import { validUpdate } from './update.ts';

/** Defects that show only where certain things meet, which no fixed case brings together: exploration is to find them. */
export const unforeseen: readonly Defect[] = [
  {
    name: 'idle-proxy-with-a-module-is-refused',
    description: 'A proxy that is off may not use the module, where nothing is read.',
    breaks: ['D34'],
    create: refuses((request) => {
      let isIdle = false;
      mapped(isOf(request, 'createIntegration') ? jsonOf(request) : undefined, 'latestRevision.content', (content) => {
        const { proxy, read } = isObject(content) ? content : {};
        isIdle = isObject(proxy) && proxy.enabled === false && proxy.useModule === true && read === undefined;
        return content;
      });
      return isIdle;
    }, 400),
  },
  {
    name: 'module-of-a-proxy-is-not-checked',
    description: 'The type of `useModule` is looked at only where `enabled` is beside it.',
    breaks: ['D34'],
    create: reads('createIntegration', 'latestRevision.content.proxy', (proxy) =>
      isObject(proxy) && proxy.enabled === undefined && proxy.useModule !== undefined
        ? { ...proxy, useModule: true }
        : proxy,
    ),
  },
  {
    name: 'key-is-gone-after-three-whole-updates',
    description: 'A key is forgotten when both of its fields were updated together three times.',
    breaks: ['D44'],
    create: () => {
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
    },
  },
  {
    name: 'invites-to-subdomains-are-mixed-up',
    description:
      'An invite to an address in a subdomain shows the address of the one before it, if that is in a subdomain, too.',
    breaks: ['D71'],
    create: () => {
      let before: unknown;
      return changesSuccess('createInvite', (invite) => {
        const { invitedEmail } = invite;
        const shown = before ?? invitedEmail;
        before = /@(.*\.){2}/.test(String(invitedEmail)) ? invitedEmail : undefined;
        return { ...invite, invitedEmail: before === undefined ? invitedEmail : shown };
      })();
    },
  },
  {
    name: 'provider-form-leaves-out-what-has-another-name',
    description: 'An upsert for a provider says nothing of fields that an integration has under another `displayName`.',
    breaks: ['D62', 'D61'],
    create: () => {
      const ofIntegrations = new Map<unknown, unknown>();
      return async (request, forward) => {
        const answer = await forward(request);
        const fields = isOf(request, UPSERTS) && answer.status === 200 ? jsonOf(request)?.fields : undefined;
        const definitions = Object.values(isObject(fields) ? fields : {}).flat() as JsonObject[];
        if (isOf(request, UPSERT_INTEGRATION)) {
          for (const { fieldName, displayName } of definitions) ofIntegrations.set(fieldName, displayName);
          return answer;
        }
        const odd = definitions.filter(
          ({ fieldName, displayName }) => (ofIntegrations.get(fieldName) ?? displayName) !== displayName,
        );
        const names = odd.map(({ fieldName }) => String(fieldName));
        if (names.length === 0) return answer;
        return withJson(
          answer,
          mapped(jsonOf(answer), 'fields.*', (results) => without(results as JsonObject, ...names)),
        );
      };
    },
  },
];
