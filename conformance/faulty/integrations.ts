import { isObject } from '../../src/contract/json.ts';
import type { Defect } from './defect.ts';
import { answer, answersWith, changesAnswer, isOf, jsonOf, mapped, refuses, refusesValid } from './messages.ts';
import { type Misreading, misreadings, orElse } from './misreadings.ts';

const CONTENT = 'latestRevision.content';
const READ = `${CONTENT}.read.objects.*`;
const isTrue = (value: unknown) => (value === 'true' || value === 1 ? true : value);
const digits = (value: unknown) => (typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value);
const number = (value: unknown) => (typeof value === 'number' ? Math.trunc(value) : value);
const anything = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

/** Bodies that are taken though they should be refused: the server fills in, converts or does not look. */
const TAKEN: readonly Misreading[] = [
  [
    'integration-without-a-name',
    '`name` has a default.',
    ['D30'],
    'name',
    (name) => (name === undefined ? `unnamed-${process.hrtime.bigint()}` : name),
  ],
  [
    'integration-without-a-revision',
    '`latestRevision` may come later.',
    ['D30'],
    'latestRevision',
    orElse({ specVersion: '1.0.0', content: { name: 'unnamed', provider: 'salesforce' } }),
  ],
  [
    'spec-version-has-a-default',
    '`specVersion` may be left out.',
    ['D33'],
    'latestRevision.specVersion',
    orElse('1.0.0'),
  ],
  ['content-without-a-provider', '`content.provider` is not required.', ['D33'], `${CONTENT}.provider`, orElse('')],
  [
    'subscribed-object-without-a-name',
    '`objectName` is required of objects to read and to write, and forgotten for those to subscribe to.',
    ['D33'],
    `${CONTENT}.subscribe.objects.*.objectName`,
    orElse(''),
  ],
  [
    'a-schema-to-watch-may-be-switched-on',
    '`watchSchema` may be a boolean.',
    ['D34'],
    `${CONTENT}.watchSchema`,
    (schema) => (typeof schema === 'boolean' ? undefined : schema),
  ],
  [
    'last-object-alone-is-looked-at',
    'Of the objects to write, the last one is looked at.',
    ['D33'],
    `${CONTENT}.write.objects`,
    (objects) => (Array.isArray(objects) ? objects.slice(-1) : objects),
  ],
  [
    'watched-fields-may-be-one-group',
    '`requiredWatchFields` may be a list of names.',
    ['D34'],
    `${CONTENT}.subscribe.objects.*.updateEvent.requiredWatchFields`,
    (groups) => (Array.isArray(groups) && groups.every((one) => typeof one === 'string') ? [groups] : groups),
  ],
  ['proxy-enabled-is-converted', 'A string is taken for a boolean.', ['D34'], `${CONTENT}.proxy.enabled`, isTrue],
  [
    'days-are-converted',
    'A string of digits is taken for an integer.',
    ['D34'],
    `${READ}.backfill.defaultPeriod.days`,
    digits,
  ],
  [
    'enabled-may-be-true',
    '`enabled` of an object to read may be `true`, too.',
    ['D34'],
    `${READ}.enabled`,
    (enabled) => (enabled === true ? 'always' : enabled),
  ],
  [
    'what-counts-as-false-is-not-looked-at',
    'Of what may be left out, the type is looked at only where it does not count as false.',
    ['D34'],
    `${CONTENT}.*`,
    (member) => member || undefined,
  ],
  [
    'empty-text-is-no-object',
    'An empty string is taken for an object that is not there, as a lenient mapper does.',
    ['D34'],
    `${CONTENT}.*`,
    (member) => (member === '' ? undefined : member),
  ],
  [
    'true-is-an-integer',
    '`true` passes for an integer, as a class of integers.',
    ['D34'],
    `${READ}.backfill.defaultPeriod.days`,
    (days) => (days === true ? 1 : days),
  ],
  ['page-size-is-rounded', 'A fraction is taken for an integer.', ['D34'], `${READ}.delivery.pageSize`, number],
  ['schedule-is-not-looked-at', 'The schedule of an object may be anything.', ['D34'], `${READ}.schedule`, anything],
  [
    'flat-list-of-watched-fields',
    'A field name is taken for a group of one.',
    ['D34'],
    `${CONTENT}.subscribe.objects.*.updateEvent.requiredWatchFields.*`,
    (group) => (typeof group === 'string' ? [group] : group),
  ],
  [
    'integration-with-an-empty-name',
    '`name` may be empty.',
    ['D35'],
    'name',
    (name) => (name === '' ? 'unnamed' : name),
  ],
  [
    'integration-with-an-empty-provider',
    '`provider` may be empty.',
    ['D35'],
    'provider',
    (provider) => (provider === '' ? 'none' : provider),
  ],
];

type RefusedRow = readonly [
  name: string,
  description: string,
  breaks: readonly string[],
  path: string,
  isRefused: (value: unknown) => boolean,
];

/** Bodies that are refused though they should be taken. */
const REFUSED: readonly RefusedRow[] = [
  [
    'several-objects-are-refused',
    'One object alone may be read.',
    ['D34'],
    `${CONTENT}.read.objects`,
    (objects) => Array.isArray(objects) && objects.filter((one) => isObject(one) && one.objectName).length > 1,
  ],
  [
    'module-needs-a-display-name',
    'A module is refused where no `displayName` is given as well.',
    ['D34'],
    CONTENT,
    (content) => isObject(content) && content.module !== undefined && content.displayName === undefined,
  ],
  [
    'no-required-fields-are-refused',
    'A list of required fields must have one.',
    ['D34'],
    `${READ}.requiredFields`,
    (fields) => Array.isArray(fields) && fields.length === 0,
  ],
  [
    'backfill-without-a-period-is-refused',
    'A `backfill` without `defaultPeriod` is refused.',
    ['D34'],
    `${READ}.backfill`,
    (backfill) => isObject(backfill) && !('defaultPeriod' in backfill),
  ],
  [
    'subscription-without-updates-is-refused',
    'An object to subscribe to without `updateEvent` is refused.',
    ['D33'],
    `${CONTENT}.subscribe.objects.*`,
    (object) => isObject(object) && !('updateEvent' in object),
  ],
  [
    'schedule-must-be-cron',
    'A schedule that is no cron expression is refused.',
    ['D34'],
    `${READ}.schedule`,
    (schedule) => typeof schedule === 'string' && schedule.split(' ').length !== 5,
  ],
  [
    'display-name-is-ascii',
    'A `displayName` with a character beyond ASCII is refused.',
    ['D34'],
    `${CONTENT}.displayName`,
    (name) => typeof name === 'string' && /[^\x20-\x7e]/.test(name),
  ],
  [
    'enabled-is-an-enum',
    '`enabled` of an event must be `always` or `never`.',
    ['D34'],
    `${CONTENT}.subscribe.objects.*.createEvent.enabled`,
    (enabled) => typeof enabled === 'string' && !['always', 'never'].includes(enabled),
  ],
  [
    'integration-name-has-three-characters',
    'A `name` shorter than three characters is refused.',
    ['D35'],
    'name',
    (name) => typeof name === 'string' && name.length < 3,
  ],
  [
    'false-passes-for-missing',
    'A boolean that is false is refused, as if it was not there.',
    ['D34'],
    `${CONTENT}.write.objects.*.inheritMapping`,
    (inherits) => inherits === false,
  ],
  [
    'mapping-without-a-field-is-refused',
    'An item of `requiredFields` must have a `fieldName`.',
    ['D34'],
    `${READ}.requiredFields.*`,
    (mapping) => isObject(mapping) && !('fieldName' in mapping),
  ],
  [
    'no-days-of-history-are-refused',
    '`days` must be at least 1.',
    ['D34'],
    `${READ}.backfill.defaultPeriod.days`,
    (days) => days === 0,
  ],
  [
    'empty-strings-are-refused',
    'A name for people that is empty is refused.',
    ['D34'],
    `${CONTENT}.displayName`,
    (displayName) => displayName === '',
  ],
  [
    'integration-is-named-as-a-host',
    'A `name` longer than that of a host is refused.',
    ['D34'],
    'name',
    (name) => typeof name === 'string' && name.length > 63,
  ],
  [
    'unknown-member-in-depth-is-refused',
    'The innermost object of a revision refuses members that it does not know.',
    ['D10'],
    `${READ}.backfill.defaultPeriod`,
    (period) => isObject(period) && Object.keys(period).some((name) => !['days', 'fullHistory'].includes(name)),
  ],
];

/** Defects of createIntegration: D10 and D30 to D35. */
export const integrations: readonly Defect[] = [
  {
    name: 'integrations-are-refused',
    description: 'Every integration is refused with 400.',
    breaks: ['D30'],
    create: refusesValid('createIntegration', 400),
  },
  ...misreadings('createIntegration', TAKEN),
  ...REFUSED.map(([name, description, breaks, path, isRefused]) => ({
    name,
    description,
    breaks,
    create: refuses((request) => {
      let found = false;
      const body = isOf(request, 'createIntegration') ? jsonOf(request) : undefined;
      mapped(body, path, (value) => {
        found ||= isRefused(value);
        return value;
      });
      return found;
    }, 400),
  })),
  {
    name: 'integration-is-shown',
    description: 'createIntegration answers with the integration.',
    breaks: ['D30'],
    create: changesAnswer(
      (request, { status }) => isOf(request, 'createIntegration') && status === 201,
      ({ headers }, { body }) => ({ status: 201, headers: { ...headers, 'content-type': 'application/json' }, body }),
    ),
  },
  {
    name: 'integration-creation-is-200',
    description: 'createIntegration succeeds with 200.',
    breaks: ['D31'],
    create: answersWith('createIntegration', 201, 200),
  },
  {
    name: 'integration-creation-is-accepted',
    description: 'createIntegration succeeds with 202.',
    breaks: ['D31'],
    create: answersWith('createIntegration', 201, 202),
  },
  {
    name: 'integration-is-shown-with-200',
    description: 'createIntegration succeeds with 200 and the integration.',
    breaks: ['D30', 'D31'],
    create: changesAnswer(
      (request, { status }) => isOf(request, 'createIntegration') && status === 201,
      (_answer, request) => answer(200, jsonOf(request)),
    ),
  },
];
