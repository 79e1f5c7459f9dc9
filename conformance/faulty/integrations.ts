import { isObject } from '../../src/contract/json.ts';
import type { Defect } from './defect.ts';
import { changes, jsonOf, withJson } from './json-message.ts';
import { answer, instead, isOf, mapped, PROJECT, problem, segmentOf } from './messages.ts';
import {
  defect,
  reads,
  readsBody,
  readsText,
  rejects,
  rejectsAll,
  rejectsText,
  responds,
  succeeds,
  succeedsWith,
} from './row.ts';

const CREATE = 'createIntegration';
const CONTENT = 'latestRevision.content';
const READ = `${CONTENT}.read.objects.*`;
const SUBSCRIBE = `${CONTENT}.subscribe.objects.*`;
const PERIOD = `${READ}.backfill.defaultPeriod`;

const isTrue = (value: unknown) => (value === 'true' || value === 1 ? true : value);
const isBeyondAscii = (text: string) => /[^\x20-\x7e]/.test(text);

/** A faulty server that rejects an object that lacks the given optional property. */
const requires = (name: string, breaks: 'D33' | 'D34', at: string, property: string) =>
  defect(
    name,
    breaks,
    `The server requires \`${property}\` in \`${at.split('.').findLast((part) => part !== '*')}\`.`,
  ).does(rejects(CREATE, at, (value) => isObject(value) && !(property in value)));

/** Defects of createIntegration, which break the requirements D10 and D30 to D35. */
export const integrations: readonly Defect[] = [
  defect(
    'spec-version-is-open-under-a-name',
    'D34',
    'If the path names the project by its name, `specVersion` may have any value.',
  ).does(
    changes((request) => {
      const isNamed = isOf(request, CREATE) && segmentOf(request, 'projects') === PROJECT.name;
      const body = isNamed ? jsonOf(request) : undefined;
      const opened = (value: unknown) => (value === undefined ? value : '1.0.0');
      return body ? withJson(request, mapped(body, 'latestRevision.specVersion', opened)) : request;
    }),
  ),
  defect(
    'integration-is-shown-on-request',
    'D30',
    'The 201 of createIntegration has a body if the request has the header `Prefer: return=representation`.',
  ).does(
    responds(
      (request, { status }) => isOf(request, CREATE) && status === 201 && 'prefer' in request.headers,
      (response) => withJson(response, { name: 'created' }),
    ),
  ),
  defect('integrations-are-refused', 'D30', 'The server rejects each new integration with 400.').does(
    rejectsAll(CREATE, 400),
  ),
  defect('integration-without-a-name', 'D30', '`name` has a default.').does(
    reads(CREATE, 'name', (name) => (name === undefined ? `unnamed-${process.hrtime.bigint()}` : name)),
  ),
  defect(
    'revision-at-the-top',
    'D30',
    'The server takes the properties of `latestRevision` from the top level of the body if `latestRevision` is missing.',
  ).does(
    readsBody(CREATE, ({ specVersion, content, ...body }) =>
      body.latestRevision === undefined ? { ...body, latestRevision: { specVersion, content } } : undefined,
    ),
  ),
  defect('integration-without-a-revision', 'D30', '`latestRevision` is optional.').does(
    reads(
      CREATE,
      'latestRevision',
      instead(undefined, { specVersion: '1.0.0', content: { name: 'unnamed', provider: 'salesforce' } }),
    ),
  ),
  defect('spec-version-has-a-default', 'D33', '`specVersion` is optional.').does(
    reads(CREATE, 'latestRevision.specVersion', instead(undefined, '1.0.0')),
  ),
  defect('content-without-a-provider', 'D33', '`content.provider` is optional.').does(
    reads(CREATE, `${CONTENT}.provider`, instead(undefined, '')),
  ),
  defect(
    'subscribed-object-without-a-name',
    'D33',
    'The server does not require `objectName` in subscribed objects.',
  ).does(reads(CREATE, `${SUBSCRIBE}.objectName`, instead(undefined, ''))),
  defect('a-schema-to-watch-may-be-switched-on', 'D34', 'The server accepts a boolean as `watchSchema`.').does(
    reads(CREATE, `${CONTENT}.watchSchema`, (schema) => (typeof schema === 'boolean' ? undefined : schema)),
  ),
  defect('last-object-alone-is-looked-at', 'D33', 'The server validates only the last of the objects to write.').does(
    reads(CREATE, `${CONTENT}.write.objects`, (objects) => (Array.isArray(objects) ? objects.slice(-1) : objects)),
  ),
  defect(
    'watched-fields-may-be-one-group',
    'D34',
    'The server accepts a list of field names as `requiredWatchFields`, instead of a list of groups of field names.',
  ).does(
    reads(CREATE, `${SUBSCRIBE}.updateEvent.requiredWatchFields`, (groups) =>
      Array.isArray(groups) && groups.every((one) => typeof one === 'string') ? [groups] : groups,
    ),
  ),
  defect('proxy-enabled-is-converted', 'D34', 'The server accepts a string such as "true" as a boolean.').does(
    reads(CREATE, `${CONTENT}.proxy.enabled`, isTrue),
  ),
  defect('days-are-converted', 'D34', 'The server accepts a string of digits as an integer.').does(
    readsText(CREATE, `${PERIOD}.days`, (days) => (/^\d+$/.test(days) ? Number(days) : days)),
  ),
  defect('enabled-may-be-true', 'D34', 'The server accepts `true` as `enabled` of an object to read.').does(
    reads(CREATE, `${READ}.enabled`, instead(true, 'always')),
  ),
  defect(
    'what-counts-as-false-is-not-looked-at',
    'D34',
    'The server does not validate values in `content` that JavaScript treats as false, such as 0.',
  ).does(reads(CREATE, `${CONTENT}.*`, (value) => value || undefined)),
  defect(
    'empty-text-is-no-object',
    'D34',
    'The server accepts an empty string instead of an object in `content`, as lenient parsers do.',
  ).does(reads(CREATE, `${CONTENT}.*`, instead('', undefined))),
  defect('true-is-an-integer', 'D34', 'The server accepts `true` as an integer, as Python does.').does(
    reads(CREATE, `${PERIOD}.days`, instead(true, 1)),
  ),
  defect('page-size-is-rounded', 'D34', 'The server accepts a fraction instead of an integer, and rounds it.').does(
    reads(CREATE, `${READ}.delivery.pageSize`, (size) => (typeof size === 'number' ? Math.trunc(size) : size)),
  ),
  defect(
    'schedule-is-not-looked-at',
    'D34',
    'The server accepts any type of value as `schedule` of an object to read.',
  ).does(
    reads(CREATE, `${READ}.schedule`, (schedule) =>
      typeof schedule === 'string' ? schedule : JSON.stringify(schedule),
    ),
  ),
  defect('empty-group-of-watched-fields', 'D34', 'The server rejects an empty group in `requiredWatchFields`.').does(
    rejects(
      CREATE,
      `${SUBSCRIBE}.updateEvent.requiredWatchFields.*`,
      (group) => Array.isArray(group) && group.length === 0,
    ),
  ),
  defect(
    'flat-list-of-watched-fields',
    'D34',
    'The server accepts a field name instead of a list that contains only this field name.',
  ).does(readsText(CREATE, `${SUBSCRIBE}.updateEvent.requiredWatchFields.*`, (group) => [group])),
  defect('integration-with-an-empty-name', 'D35', '`name` may be empty.').does(
    reads(CREATE, 'name', instead('', 'unnamed')),
  ),
  defect('integration-with-an-empty-provider', 'D35', '`provider` may be empty.').does(
    reads(CREATE, 'provider', instead('', 'none')),
  ),

  defect(
    'several-objects-are-refused',
    'D34',
    'The server rejects an integration that reads more than one object.',
  ).does(
    rejects(
      CREATE,
      `${CONTENT}.read.objects`,
      (objects) => Array.isArray(objects) && objects.filter((one) => isObject(one) && one.objectName).length > 1,
    ),
  ),
  defect('module-needs-a-display-name', 'D34', 'The server rejects a `module` without a `displayName`.').does(
    rejects(
      CREATE,
      CONTENT,
      (content) => isObject(content) && content.module !== undefined && content.displayName === undefined,
    ),
  ),
  defect('no-required-fields-are-refused', 'D34', 'The server rejects an empty list in `requiredFields`.').does(
    rejects(CREATE, `${READ}.requiredFields`, (fields) => Array.isArray(fields) && fields.length === 0),
  ),
  requires('backfill-without-a-period-is-refused', 'D34', `${READ}.backfill`, 'defaultPeriod'),
  requires('subscription-without-updates-is-refused', 'D33', SUBSCRIBE, 'updateEvent'),
  defect('schedule-must-be-cron', 'D34', 'The server rejects a `schedule` that is not a cron expression.').does(
    rejectsText(CREATE, `${READ}.schedule`, (schedule) => schedule.split(' ').length !== 5),
  ),
  defect('display-name-is-ascii', 'D34', 'The server rejects a `displayName` with non-ASCII characters.').does(
    rejectsText(CREATE, `${CONTENT}.displayName`, isBeyondAscii),
  ),
  defect(
    'enabled-is-an-enum',
    'D34',
    'The server rejects an event whose `enabled` is neither `always` nor `never`.',
  ).does(rejectsText(CREATE, `${SUBSCRIBE}.createEvent.enabled`, (enabled) => !['always', 'never'].includes(enabled))),
  defect(
    'integration-name-has-three-characters',
    'D35',
    'The server rejects a `name` shorter than three characters.',
  ).does(rejectsText(CREATE, 'name', (name) => name.length < 3)),
  defect(
    'false-passes-for-missing',
    'D34',
    'The server treats the boolean false as a missing value, and rejects it.',
  ).does(rejects(CREATE, `${CONTENT}.write.objects.*.inheritMapping`, (inherits) => inherits === false)),
  requires('mapping-without-a-field-is-refused', 'D34', `${READ}.requiredFields.*`, 'fieldName'),
  defect('no-days-of-history-are-refused', 'D34', 'The server rejects `days` with the value 0.').does(
    rejects(CREATE, `${PERIOD}.days`, (days) => days === 0),
  ),
  defect(
    'empty-string-is-a-number',
    'D34',
    'The server reads an empty string as the number 0, as a form parser does.',
  ).does(
    readsBody(CREATE, (body) =>
      [`${PERIOD}.days`, `${READ}.delivery.pageSize`].reduce(
        (read: unknown, at) => mapped(read, at, (value) => (value === '' ? 0 : value)),
        body,
      ),
    ),
  ),
  defect(
    'display-name-needs-a-name',
    'D34',
    'The server rejects an object to read with `mapToDisplayName`, but without `mapToName`.',
  ).does(rejects(CREATE, READ, (one) => isObject(one) && 'mapToDisplayName' in one && !('mapToName' in one))),
  defect('mappings-are-ten', 'D34', 'The server rejects more than 10 items in `requiredFields`.').does(
    rejects(CREATE, `${READ}.requiredFields`, (fields) => Array.isArray(fields) && fields.length > 10),
  ),
  defect('display-name-is-one-line', 'D34', 'The server rejects a `displayName` with a line break.').does(
    rejectsText(CREATE, `${CONTENT}.displayName`, (name) => name.includes('\n')),
  ),
  defect('schedule-has-no-outer-space', 'D34', 'The server rejects a `schedule` with spaces around the text.').does(
    rejectsText(CREATE, `${READ}.schedule`, (schedule) => schedule !== schedule.trim()),
  ),
  defect('empty-strings-are-refused', 'D34', 'The server rejects an empty `displayName`.').does(
    rejectsText(CREATE, `${CONTENT}.displayName`, (name) => name === ''),
  ),
  defect('integration-is-named-as-a-host', 'D34 D35', 'The server rejects a `name` of more than 63 characters.').does(
    rejectsText(CREATE, 'name', (name) => name.length > 63),
  ),
  defect(
    'unknown-member-in-depth-is-refused',
    'D10',
    'The server rejects unknown properties in the most deeply nested object of the body.',
  ).does(
    rejects(
      CREATE,
      PERIOD,
      (period) => isObject(period) && Object.keys(period).some((name) => !['days', 'fullHistory'].includes(name)),
    ),
  ),

  defect('integration-is-shown', 'D30', 'createIntegration responds with the integration.').does(
    succeeds(CREATE, ({ headers }, { body }) => ({
      status: 201,
      headers: { ...headers, 'content-type': 'application/json' },
      body,
    })),
  ),
  defect(
    'new-integration-is-unknown-at-first',
    'D31',
    'The server responds with 404 to requests for a new integration in the first 600 ms after its creation.',
  ).does(() => {
    const visibleAt = new Map<string, number>();
    return async (request, forward) => {
      if (Date.now() < (visibleAt.get(segmentOf(request, 'integrations')) ?? 0)) return problem(404);
      const answer = await forward(request);
      const id = answer.headers.location?.split('/').at(-1);
      if (id !== undefined) visibleAt.set(id, Date.now() + 600);
      return answer;
    };
  }),
  defect('integration-creation-is-200', 'D31', 'createIntegration succeeds with 200.').does(succeedsWith(CREATE, 200)),
  defect('integration-creation-is-accepted', 'D31', 'createIntegration succeeds with 202.').does(
    succeedsWith(CREATE, 202),
  ),
  defect('integration-is-shown-with-200', 'D30 D31', 'createIntegration succeeds with 200 and the integration.').does(
    succeeds(CREATE, (_, request) => answer(200, jsonOf(request))),
  ),
];
