import { isObject } from '../../src/contract/json.ts';
import type { Defect } from './defect.ts';
import { changes, jsonOf, withJson } from './json-message.ts';
import { answer, instead, isOf, mapped, PROJECT, segmentOf } from './messages.ts';
import { defect, reads, readsText, rejects, rejectsAll, rejectsText, succeeds, succeedsWith } from './row.ts';

const CREATE = 'createIntegration';
const CONTENT = 'latestRevision.content';
const READ = `${CONTENT}.read.objects.*`;
const SUBSCRIBE = `${CONTENT}.subscribe.objects.*`;
const PERIOD = `${READ}.backfill.defaultPeriod`;

const isTrue = (value: unknown) => (value === 'true' || value === 1 ? true : value);
const isBeyondAscii = (text: string) => /[^\x20-\x7e]/.test(text);

/** The server rejects an object without one of its optional properties. */
const requires = (name: string, breaks: 'D33' | 'D34', at: string, property: string) =>
  defect(name, breaks, `\`${at.split('.').findLast((part) => part !== '*')}\` has to have \`${property}\`.`).does(
    rejects(CREATE, at, (value) => isObject(value) && !(property in value)),
  );

/** Defects of createIntegration: D10 and D30 to D35. */
export const integrations: readonly Defect[] = [
  defect('spec-version-is-open-under-a-name', 'D34', "Under the project's name, `specVersion` may be any value.").does(
    changes((request) => {
      const isNamed = isOf(request, CREATE) && segmentOf(request, 'projects') === PROJECT.name;
      const body = isNamed ? jsonOf(request) : undefined;
      const opened = (value: unknown) => (value === undefined ? value : '1.0.0');
      return body ? withJson(request, mapped(body, 'latestRevision.specVersion', opened)) : request;
    }),
  ),
  defect('integrations-are-refused', 'D30', 'Each integration is 400.').does(rejectsAll(CREATE, 400)),
  defect('integration-without-a-name', 'D30', '`name` has a default.').does(
    reads(CREATE, 'name', (name) => (name === undefined ? `unnamed-${process.hrtime.bigint()}` : name)),
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
  defect('subscribed-object-without-a-name', 'D33', '`objectName` is optional in objects to subscribe to.').does(
    reads(CREATE, `${SUBSCRIBE}.objectName`, instead(undefined, '')),
  ),
  defect('a-schema-to-watch-may-be-switched-on', 'D34', '`watchSchema` may be a boolean.').does(
    reads(CREATE, `${CONTENT}.watchSchema`, (schema) => (typeof schema === 'boolean' ? undefined : schema)),
  ),
  defect('last-object-alone-is-looked-at', 'D33', 'The server validates the last object to write alone.').does(
    reads(CREATE, `${CONTENT}.write.objects`, (objects) => (Array.isArray(objects) ? objects.slice(-1) : objects)),
  ),
  defect('watched-fields-may-be-one-group', 'D34', '`requiredWatchFields` may be a list of names.').does(
    reads(CREATE, `${SUBSCRIBE}.updateEvent.requiredWatchFields`, (groups) =>
      Array.isArray(groups) && groups.every((one) => typeof one === 'string') ? [groups] : groups,
    ),
  ),
  defect('proxy-enabled-is-converted', 'D34', 'The server converts a string to a boolean.').does(
    reads(CREATE, `${CONTENT}.proxy.enabled`, isTrue),
  ),
  defect('days-are-converted', 'D34', 'The server converts a string of digits to an integer.').does(
    readsText(CREATE, `${PERIOD}.days`, (days) => (/^\d+$/.test(days) ? Number(days) : days)),
  ),
  defect('enabled-may-be-true', 'D34', '`enabled` of an object to read may be `true`, too.').does(
    reads(CREATE, `${READ}.enabled`, instead(true, 'always')),
  ),
  defect('what-counts-as-false-is-not-looked-at', 'D34', 'A value that counts as false has any type.').does(
    reads(CREATE, `${CONTENT}.*`, (value) => value || undefined),
  ),
  defect('empty-text-is-no-object', 'D34', 'An empty string counts as a missing object, as in a lenient mapper.').does(
    reads(CREATE, `${CONTENT}.*`, instead('', undefined)),
  ),
  defect('true-is-an-integer', 'D34', '`true` counts as an integer, as in Python.').does(
    reads(CREATE, `${PERIOD}.days`, instead(true, 1)),
  ),
  defect('page-size-is-rounded', 'D34', 'The server rounds a fraction to an integer.').does(
    reads(CREATE, `${READ}.delivery.pageSize`, (size) => (typeof size === 'number' ? Math.trunc(size) : size)),
  ),
  defect('schedule-is-not-looked-at', 'D34', 'The schedule of an object may be any value.').does(
    reads(CREATE, `${READ}.schedule`, (schedule) =>
      typeof schedule === 'string' ? schedule : JSON.stringify(schedule),
    ),
  ),
  defect('flat-list-of-watched-fields', 'D34', 'A field name counts as a group of one.').does(
    readsText(CREATE, `${SUBSCRIBE}.updateEvent.requiredWatchFields.*`, (group) => [group]),
  ),
  defect('integration-with-an-empty-name', 'D35', '`name` may be empty.').does(
    reads(CREATE, 'name', instead('', 'unnamed')),
  ),
  defect('integration-with-an-empty-provider', 'D35', '`provider` may be empty.').does(
    reads(CREATE, 'provider', instead('', 'none')),
  ),

  defect('several-objects-are-refused', 'D34', 'An integration may read one object alone.').does(
    rejects(
      CREATE,
      `${CONTENT}.read.objects`,
      (objects) => Array.isArray(objects) && objects.filter((one) => isObject(one) && one.objectName).length > 1,
    ),
  ),
  defect('module-needs-a-display-name', 'D34', 'A module has to have a `displayName` beside it.').does(
    rejects(
      CREATE,
      CONTENT,
      (content) => isObject(content) && content.module !== undefined && content.displayName === undefined,
    ),
  ),
  defect('no-required-fields-are-refused', 'D34', 'The server rejects an empty list of required fields.').does(
    rejects(CREATE, `${READ}.requiredFields`, (fields) => Array.isArray(fields) && fields.length === 0),
  ),
  requires('backfill-without-a-period-is-refused', 'D34', `${READ}.backfill`, 'defaultPeriod'),
  requires('subscription-without-updates-is-refused', 'D33', SUBSCRIBE, 'updateEvent'),
  defect('schedule-must-be-cron', 'D34', 'A schedule has to be a cron expression.').does(
    rejectsText(CREATE, `${READ}.schedule`, (schedule) => schedule.split(' ').length !== 5),
  ),
  defect('display-name-is-ascii', 'D34', 'The server rejects a `displayName` beyond ASCII.').does(
    rejectsText(CREATE, `${CONTENT}.displayName`, isBeyondAscii),
  ),
  defect('enabled-is-an-enum', 'D34', '`enabled` of an event has to be `always` or `never`.').does(
    rejectsText(CREATE, `${SUBSCRIBE}.createEvent.enabled`, (enabled) => !['always', 'never'].includes(enabled)),
  ),
  defect('integration-name-has-three-characters', 'D35', 'The server rejects a short `name`.').does(
    rejectsText(CREATE, 'name', (name) => name.length < 3),
  ),
  defect('false-passes-for-missing', 'D34', 'The server rejects a boolean false as missing.').does(
    rejects(CREATE, `${CONTENT}.write.objects.*.inheritMapping`, (inherits) => inherits === false),
  ),
  requires('mapping-without-a-field-is-refused', 'D34', `${READ}.requiredFields.*`, 'fieldName'),
  defect('no-days-of-history-are-refused', 'D34', '`days` has to be at least 1.').does(
    rejects(CREATE, `${PERIOD}.days`, (days) => days === 0),
  ),
  defect('empty-strings-are-refused', 'D34', 'The server rejects an empty `displayName`.').does(
    rejectsText(CREATE, `${CONTENT}.displayName`, (name) => name === ''),
  ),
  defect('integration-is-named-as-a-host', 'D34 D35', 'The server rejects a `name` longer than that of a host.').does(
    rejectsText(CREATE, 'name', (name) => name.length > 63),
  ),
  defect('unknown-member-in-depth-is-refused', 'D10', 'The innermost object rejects unknown properties.').does(
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
  defect('integration-creation-is-200', 'D31', 'createIntegration succeeds with 200.').does(succeedsWith(CREATE, 200)),
  defect('integration-creation-is-accepted', 'D31', 'createIntegration is 202.').does(succeedsWith(CREATE, 202)),
  defect('integration-is-shown-with-200', 'D30 D31', 'createIntegration succeeds with 200 and the integration.').does(
    succeeds(CREATE, (_, request) => answer(200, jsonOf(request))),
  ),
];
