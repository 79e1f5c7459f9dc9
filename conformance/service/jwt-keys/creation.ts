import { randomUUID } from 'node:crypto';
import { RSA_3072, RSA_4096, RSA_8192, RSA_EXPONENT_3 } from '../../../spec/formats/public-keys.ts';
import { type JsonObject, quoted } from '../../../src/contract/json.ts';
import { describe, isSuccess } from '../../connection/answer.ts';
import { rulesOfMistakes } from '../../engine/bodies/common-mistakes.ts';
import type { Case } from '../../engine/case.ts';
import { isSameId } from '../../engine/catalogue/identifier-variants.ts';
import { failureOf } from '../../engine/probe.ts';
import { operationExists } from '../../engine/request/operation-exists.ts';
import type { Scope } from '../../engine/scope.ts';
import { configured, fixture } from '../fixtures.ts';
import { KeyActions } from './actions.ts';
import { MISLABELLED_KEYS, NO_RSA_PUBLIC_KEYS, pkcs1Key, SHORT_KEYS, spkiKey } from './key-material.ts';
import { kidOf } from './kid.ts';
import { milliseconds } from './milliseconds.ts';
import { keysAreFound } from './probes.ts';

/** Cases for createJwtKey (§4.5): the registration of a JWT key, and the values of the registered key. */
export function* jwtKeyCreation(): Generator<Case> {
  yield* rejections();
  yield* keyForms();
  yield {
    id: 'jwtKeys/create/onlyDocumentedProperties',
    title: 'createJwtKey uses only `label`, `algorithm` and `publicKeyPem` from the body',
    rules: ['D54', 'D57', 'D59', 'D51', 'D10'],
    run: usesNothingElse,
  };
}

function* rejections(): Generator<Case> {
  type RejectionRow = readonly [
    id: string,
    what: string,
    changes: JsonObject | (() => JsonObject),
    rules: readonly string[],
    statusRules: readonly string[],
  ];
  const rows: readonly RejectionRow[] = [
    ['name-for-label', 'has `name` instead of `label`', { label: undefined, name: 'Named key' }, ['D51'], ['D51']],
    ['algorithm-RSA', 'has the algorithm RSA', { algorithm: 'RSA' }, ['D52'], ['D52']],
    ...['RS384', 'RS512', 'HS256', 'ES256', 'PS256', 'none'].map(
      (algorithm): RejectionRow => [
        `algorithm-${algorithm}`,
        `has the algorithm ${algorithm}`,
        { algorithm },
        ['D52'],
        ['D05'],
      ],
    ),
    ...['publicKey', 'key', 'pem'].map((name): RejectionRow => {
      const changes = () => ({ publicKeyPem: undefined, [name]: spkiKey() });
      return [`${name}-for-publicKeyPem`, `has \`${name}\` instead of \`publicKeyPem\``, changes, ['D50'], ['D05']];
    }),
    ['wrapped-algorithm', 'has an array around the algorithm', { algorithm: ['RS256'] }, ['D52'], ['D05']],
  ];
  for (const [id, what, changes, rules, statusRules] of rows) {
    yield {
      id: `jwtKeys/create/rejects/${id}`,
      title: `createJwtKey rejects a body that ${what}`,
      rules: [...new Set([...rules, ...statusRules])],
      run: async (scope) => {
        const keys = new KeyActions(scope);
        await scope.requireAccepted(keys.create);
        const changed = typeof changes === 'function' ? changes() : changes;
        scope.rejected(await keys.tryRegister(changed), 400, `the body ${what}`, rules, statusRules);
      },
    };
  }
  const keys = [
    ...NO_RSA_PUBLIC_KEYS.map((row) => [...row, 'D55'] as const),
    ...SHORT_KEYS.map((row) => [...row, 'D56'] as const),
    ...MISLABELLED_KEYS.map((row) => [...row, 'D55', 'SHOULD'] as const),
  ];
  for (const [id, what, pem, rule, level] of keys) {
    yield {
      id: `jwtKeys/create/rejectsKey/${id}`,
      title: `createJwtKey rejects a publicKeyPem that is ${what}`,
      rules: [rule],
      run: async (scope) => {
        const actions = new KeyActions(scope);
        await scope.requireAccepted(actions.create);
        const answer = await actions.tryRegister({ publicKeyPem: pem() });
        if (level === undefined) scope.rejected(answer, 400, `\`publicKeyPem\` is ${what}`, [rule], [rule]);
        else {
          const message = `the target accepts ${what}; a warning only, since OpenSSL accepts this key, too`;
          scope.check(rule, answer.status >= 400, message, '400', answer, { level });
        }
      },
    };
  }
}

/** Cases for D53 to D59: the PEM forms of a public key, and the values of the registered key. */
function* keyForms(): Generator<Case> {
  yield {
    id: 'jwtKeys/create/2048Bits',
    title: 'createJwtKey accepts a key of 2048 bits',
    rules: ['D56'],
    run: async (scope) => {
      const keys = new KeyActions(scope);
      // If the target rejects even a key of 3072 bits, other cases report the failure.
      if (!isSuccess(await keys.tryRegister({ publicKeyPem: RSA_3072 }))) return;
      const answer = await keys.tryRegister();
      scope.accepted(answer, keys.create, 'the key has 2048 bits, and the target accepts 3072 bits', ['D56']);
    },
  };
  const forms: readonly (readonly [id: string, form: string, pem: () => string])[] = [
    ['spki', 'a PUBLIC KEY', spkiKey],
    ['pkcs1', 'an RSA PUBLIC KEY', pkcs1Key],
    ['crlf', 'a PUBLIC KEY with CRLF line ends', () => spkiKey().replaceAll('\n', '\r\n')],
    ['no-final-line-end', 'a PUBLIC KEY without a final line end', () => spkiKey().trimEnd()],
    ['3072', 'a PUBLIC KEY of 3072 bits', () => RSA_3072],
    ['4096', 'a PUBLIC KEY of 4096 bits', () => RSA_4096],
    ['8192', 'a PUBLIC KEY of 8192 bits', () => RSA_8192],
    ['exponent-3', 'a PUBLIC KEY with the exponent 3', () => RSA_EXPONENT_3],
  ];
  for (const [id, form, pem] of forms) {
    yield {
      id: `jwtKeys/create/form/${id}`,
      title: `createJwtKey accepts ${form}, and updateJwtKey shows the same key`,
      rules: ['D44', 'D53', 'D55', 'D57', 'D58', 'D59'],
      run: async (scope) => {
        const keys = new KeyActions(scope);
        const publicKeyPem = pem();
        const created = await keys.tryRegister({ publicKeyPem });
        if (!isSuccess(created) && (await rulesOfMistakes(scope, keys.create)).length > 0)
          return scope.untestable(['D55'], 'the target accepts keys only in another form than the contract');
        // If the target responds with 404 to every registration, other cases report the failure.
        if (created.status === 404) await scope.requireAccepted(keys.create);
        if (!scope.accepted(created, keys.create, `\`publicKeyPem\` is ${form}`, ['D55'])) return;
        const kid = kidOf(created);
        if (kid === undefined) return;
        const label = scope.session.uniqueName('Read');
        const { name: project } = fixture(scope.session, 'project');
        const read = await keys.patch(kid, ['label'], { label });
        const open = ['D57', 'D58', 'D59'];
        if (read.status === 404 && isSuccess(await keys.patch(kid, ['label'], { label }, { project })))
          return scope.untestable(['D53', ...open], 'the target finds the key only under the name of its project');
        if (read.status === 404 && (await failureOf(scope, operationExists(keys.update))) !== undefined)
          return scope.untestable(
            ['D53', ...open],
            'the target does not seem to implement updateJwtKey, which shows keys',
          );
        const found = scope.check(
          'D53',
          read.status !== 404,
          'the target finds no key under the kid of its registration',
          '200',
          read,
        );
        if (!isSuccess(read)) {
          const rules = [...(found ? ['D53'] : []), ...open];
          return scope.untestable(rules, `the target rejects an update of the key (${describe(read)})`);
        }
        // Most JWT keys of a run have the same public key, so the case uses a different public key to detect a response
        // with the wrong key.
        await keys.patch(kid, ['active'], { active: true });
        // The ledger ignores the letter case of IDs, but `id` must be exactly the `kid`.
        expectField(scope, 'D53', (read.json ?? {}) as JsonObject, 'id', kid);
        scope.holds('D44', ...open);
      },
    };
  }
}

/**
 * Compares a property of the registered key with the expected value; for `projectId`, letter case does not matter. The
 * function ignores a value of a wrong type, since another check reports violations of the schema.
 */
function expectField(scope: Scope, rule: string, key: JsonObject, name: string, want: unknown): void {
  const got = key[name];
  if (typeof got !== typeof want) return;
  const same = got === want || (name === 'projectId' && isSameId(String(want), String(got)));
  const message = `\`${name}\` of the registered key is ${quoted(got)}; expected ${quoted(want)}`;
  scope.check(rule, same, message, quoted(want), quoted(got), { pointer: `/${name}` });
}

async function usesNothingElse(scope: Scope): Promise<void> {
  const keys = new KeyActions(scope);
  const label = scope.session.uniqueName('Own label');
  const id = randomUUID();
  const extra = {
    id,
    kid: id,
    name: scope.session.uniqueName('Another name'),
    active: false,
    projectId: configured(scope.session).otherProject?.id ?? randomUUID(),
    createTime: '2001-01-01T00:00:00Z',
    updateTime: '2001-01-01T00:00:00Z',
  };
  const created = await keys.tryRegister({ label, ...extra });
  if (created.status >= 400) await scope.requireAccepted(keys.create);
  if (!scope.accepted(created, keys.create, 'unknown properties are ignored', ['D10'])) return;
  const kid = kidOf(created);
  if (kid === undefined) return;
  if (
    !scope.check(
      'D10',
      kid !== id,
      'the kid comes from the body; expected a kid of the service',
      'a kid of the service',
      kid,
    )
  ) {
    const second = await keys.tryRegister({ ...extra, name: undefined });
    scope.check(
      'D54',
      kidOf(second) !== id,
      'two keys have the same kid, which comes from the body',
      'a new kid',
      second,
    );
  }
  const answer = await keys.patch(kid, ['label'], { label: scope.session.uniqueName('Read') });
  const lost = answer.status === 404 ? await failureOf(scope, keysAreFound) : undefined;
  if (lost !== undefined) return scope.untestable(['D59'], lost);
  scope.check(
    'D59',
    answer.status !== 404,
    'the key is not in the project of the path; the body names another project',
    '200',
    answer,
  );
  if (!isSuccess(answer)) return;
  const key = (answer.json ?? {}) as JsonObject;
  expectField(scope, 'D57', key, 'active', true);
  expectField(scope, 'D59', key, 'projectId', fixture(scope.session, 'project').id);
  for (const name of ['createTime', 'updateTime'] as const) {
    const chosen = milliseconds(key[name]) === milliseconds(extra[name]);
    scope.check(
      'D10',
      !chosen,
      `\`${name}\` of the registered key comes from the request body; expected a time that the service sets`,
      'a time that the service sets',
      quoted(key[name]),
      {
        pointer: `/${name}`,
      },
    );
  }
  const again = await keys.register({ label, name: extra.name });
  const read = await keys.readBySettingActive(again);
  if (typeof read.label !== 'string' || read.label === label) return scope.holds('D51');
  scope.check(
    'D51',
    read.label !== extra.name,
    '`label` of the registered key has the value of `name` in the body',
    quoted(label),
    quoted(read.label),
    { pointer: '/label' },
  );
}
