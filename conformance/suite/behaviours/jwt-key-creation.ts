import { isSuccess } from '../../target/answer.ts';
import type { Case } from '../case.ts';
import { describe } from '../scope.ts';
import { KeyActions } from './jwt-key.ts';
import { isSameKey, NO_RSA_PUBLIC_KEYS, pkcs1Key, shortKey, spkiKey } from './key-material.ts';

/** §4.5: what is registered, and what the key is afterwards. */
export function* jwtKeyCreation(): Generator<Case> {
  yield {
    title: 'createJwtKey refuses `name` in place of `label`',
    rules: ['D51'],
    run: async (scope) => {
      const answer = await new KeyActions(scope).tryRegister({ label: undefined, name: 'Named key' });
      scope.refused(answer, 400, 'the body has `name` in place of `label`', ['D51'], ['D51']);
    },
  };
  yield {
    title: 'createJwtKey refuses the algorithm RSA',
    rules: ['D52'],
    run: async (scope) => {
      const answer = await new KeyActions(scope).tryRegister({ algorithm: 'RSA' });
      scope.refused(answer, 400, '`algorithm` is RSA', ['D52'], ['D52']);
    },
  };
  for (const algorithm of ['RS384', 'RS512', 'HS256', 'ES256', 'PS256', 'none']) {
    yield {
      title: `createJwtKey refuses the algorithm ${algorithm}`,
      rules: ['D52', 'D05'],
      run: async (scope) => {
        const answer = await new KeyActions(scope).tryRegister({ algorithm });
        scope.refused(answer, 400, `\`algorithm\` is ${algorithm}`, ['D52'], ['D05']);
      },
    };
  }
  for (const [what, pem] of NO_RSA_PUBLIC_KEYS) {
    yield {
      title: `createJwtKey refuses a publicKeyPem that is ${what}`,
      rules: ['D55'],
      run: async (scope) => {
        const answer = await new KeyActions(scope).tryRegister({ publicKeyPem: pem() });
        scope.refused(answer, 400, `\`publicKeyPem\` is ${what}`, ['D55'], ['D55']);
      },
    };
  }
  yield {
    title: 'createJwtKey refuses a key of 1024 bits',
    rules: ['D56'],
    run: async (scope) => {
      const answer = await new KeyActions(scope).tryRegister({ publicKeyPem: shortKey() });
      scope.refused(answer, 400, 'the key has 1024 bits', ['D56'], ['D56']);
    },
  };
  for (const [form, pem] of [
    ['PUBLIC KEY', spkiKey],
    ['RSA PUBLIC KEY', pkcs1Key],
  ] as const) {
    yield {
      title: `a key that was registered as ${form} comes back as the same key, active, RSA, under its kid`,
      rules: ['D53', 'D55', 'D57', 'D58', 'D46', 'D59'],
      run: async (scope) => {
        const keys = new KeyActions(scope);
        const label = `  ${scope.session.uniqueName('Ключ 鍵 🔑 e\u0301')} `;
        const created = await keys.tryRegister({ publicKeyPem: pem(), label });
        if (!scope.accepted(created, keys.create, `the key is an RSA key in a ${form} block`, ['D55'])) return;
        const kid = String((created.json as { kid?: unknown } | undefined)?.kid);
        const key = await keys.readBySettingLabel(kid);
        scope.check('D53', key.id === kid, '`id` is not the `kid` of the registration', kid, String(key.id));
        scope.check(
          'D53',
          key.algorithm === 'RSA',
          '`algorithm` of the stored key is not RSA',
          'RSA',
          String(key.algorithm),
        );
        scope.check('D57', key.active === true, 'a new key is not active', 'true', String(key.active));
        scope.check(
          'D58',
          isSameKey(pem(), key.publicKeyPem),
          'the key that came back is not the one that was registered',
          'the same key material',
          'another',
        );
        const { id } = scope.session.fixture('project');
        scope.check('D59', same(key.projectId, id), "`projectId` is not the project's UUID", id, String(key.projectId));
      },
    };
  }
  yield {
    title: 'a label that was registered is shown as it was sent',
    rules: ['D46'],
    run: async (scope) => {
      const keys = new KeyActions(scope);
      const label = ` ${scope.session.uniqueName('Ключ 鍵 🔑 e\u0301 <b>&amp;')} `;
      const key = await keys.readBySettingActive(await keys.register({ label }));
      scope.check(
        'D46',
        key.label === label,
        'the key does not show the label that it was registered with',
        label,
        String(key.label),
      );
    },
  };
  yield {
    title: 'each registration yields a new kid, also of the same key under the same label',
    rules: ['D54'],
    run: async (scope) => {
      const keys = new KeyActions(scope);
      const same = { label: scope.session.uniqueName('Same label'), publicKeyPem: spkiKey() };
      const answers = [
        await keys.tryRegister(same),
        ...(await Promise.all([1, 2, 3].map(() => keys.tryRegister(same)))),
      ];
      const refused = answers.find((answer) => !isSuccess(answer));
      scope.check(
        'D54',
        refused === undefined,
        'the same key could not be registered again',
        '201',
        refused ? describe(refused) : '201',
      );
      const kids = answers.filter(isSuccess).map(({ json }) => (json as { kid?: unknown } | undefined)?.kid);
      scope.check(
        'D54',
        new Set(kids).size === kids.length,
        'two registrations have the same kid',
        `${kids.length} kids`,
        `${new Set(kids).size}`,
      );
    },
  };
  yield {
    title: 'two keys of one project are two: an update of one leaves the other',
    rules: ['D42'],
    run: async (scope) => {
      const keys = new KeyActions(scope);
      const label = scope.session.uniqueName('Untouched');
      const [one, other] = [await keys.register(), await keys.register({ label })];
      await keys.updated(one, ['label', 'active'], { label: scope.session.uniqueName('Touched'), active: false });
      const read = await keys.readBySettingActive(other);
      scope.check(
        'D42',
        read.label === label,
        'an update of one key changed the label of another',
        label,
        String(read.label),
      );
      const key = await keys.readBySettingLabel(other);
      scope.check(
        'D42',
        key.active === true,
        'an update of one key changed `active` of another',
        'true',
        String(key.active),
      );
    },
  };
}

/** UUIDs are compared without regard to case (RFC 9562 §4). */
function same(value: unknown, id: string): boolean {
  return typeof value === 'string' && value.toLowerCase() === id.toLowerCase();
}
