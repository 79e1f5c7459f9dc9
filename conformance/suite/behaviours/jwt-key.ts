import { setTimeout as sleep } from 'node:timers/promises';
import { isObject, type JsonObject } from '../../../src/contract/json.ts';
import type { Operation } from '../../../src/contract/operation.ts';
import { type Answer, isSuccess } from '../../target/answer.ts';
import { requireKid } from '../kid.ts';
import { validBody } from '../request.ts';
import { describe, type Scope } from '../scope.ts';
import { Untestable } from '../session.ts';

/** A registered key as `updateJwtKey` shows it. */
export type JwtKey = JsonObject;

/** The service does not find a key that it registered. */
export class KeyGone extends Untestable {}

/** Long enough for what a service does behind an answer, and no longer than a run takes anyway. */
export const MOMENT_MS = 400;

/** What the cases about keys do with them. Preconditions that fail make a case untestable: other cases judge them. */
export class KeyActions {
  readonly scope: Scope;
  readonly create: Operation;
  readonly update: Operation;
  /** The last id of keys that an update showed under another than that of their registration. */
  readonly #shownAs = new Map<string, unknown>();

  constructor(scope: Scope) {
    this.scope = scope;
    this.create = operationOf(scope, 'createJwtKey');
    this.update = operationOf(scope, 'updateJwtKey');
  }

  /** Registers a key. @returns its kid @throws Untestable */
  async register(changes: JsonObject = {}, project?: string): Promise<string> {
    const answer = await this.tryRegister(changes, project);
    return requireKid(answer, describe(answer));
  }

  tryRegister(changes: JsonObject = {}, project?: string): Promise<Answer> {
    const { scope, create } = this;
    const label = scope.session.uniqueName('Conformance key');
    const body = { ...(validBody(scope.session, create) as JsonObject), label, ...changes };
    return scope.send({ operation: create, body, ...(project && { params: { projectIdOrName: project } }) });
  }

  /**
   * Sends an update, whatever comes of it.
   *
   * @throws KeyGone when the key is not found after an update that showed it under another id
   */
  async patch(
    kid: string,
    updateMask: readonly unknown[],
    jwtKey: JsonObject,
    options: { project?: string; apiKey?: string | undefined } = {},
  ): Promise<Answer> {
    const { project, ...rest } = options;
    const answer = await this.scope.send({
      operation: this.update,
      params: { keyId: kid, ...(project && { projectIdOrName: project }) },
      body: { updateMask, jwtKey },
      ...rest,
    });
    const { id = kid } = (isSuccess(answer) && isObject(answer.json) ? answer.json : {}) as JwtKey;
    if (id !== kid) this.#shownAs.set(kid, id);
    if (answer.status === 404 && this.#shownAs.has(kid))
      throw new KeyGone(`the JWT key is not found any more: an update showed it as ${this.#shownAs.get(kid)}`);
    return answer;
  }

  /** An update that must succeed for the case to go on. @throws Untestable */
  async updated(kid: string, updateMask: readonly string[], jwtKey: JsonObject, project?: string): Promise<JwtKey> {
    const answer = await this.patch(kid, updateMask, jwtKey, project === undefined ? {} : { project });
    if (isObject(answer.json) && answer.status >= 200 && answer.status < 300) return answer.json;
    const message = `the JWT key could not be updated (${describe(answer)})`;
    throw answer.status === 404 ? new KeyGone(message) : new Untestable(message);
  }

  /** All of a key but `active`, which is set: no operation only reads. */
  readBySettingActive(kid: string, active = true): Promise<JwtKey> {
    return this.updated(kid, ['active'], { active });
  }

  /**
   * Whether the service finds keys at all, as one shows that was just registered. Where it finds none, the 404 of a
   * key that is special in some way says nothing of what is special. Asked once in a run.
   */
  findsKeys(): Promise<boolean> {
    return this.scope.onceAside('keys are found', async () => {
      const answer = await this.patch(await this.register(), ['active'], { active: true });
      return answer.status !== 404;
    });
  }

  /** Whether a key is there after updates of both its fields. Asked once in a run. */
  outliveUpdates(): Promise<boolean> {
    return this.scope.onceAside('keys outlive updates', async () => {
      const kid = await this.register();
      await this.patch(kid, ['active'], { active: true });
      await this.patch(kid, ['label'], { label: this.scope.session.uniqueName('Outlives') });
      return (await this.patch(kid, ['active'], { active: true })).status !== 404;
    });
  }

  /**
   * Whether updates of one key are kept that come one after the other, also a moment later. Where they are not, one
   * that is lost among concurrent ones, or under another address, says nothing of these. Asked once in a run.
   */
  keepsUpdates(): Promise<boolean> {
    return this.scope.onceAside('updates are kept', async () => {
      const kid = await this.register();
      const label = this.scope.session.uniqueName('Kept');
      const answers = [
        await this.patch(kid, ['active'], { active: false }),
        await this.patch(kid, ['label'], { label }),
        await this.patch(kid, ['label'], { label }),
        await this.patch(kid, ['active'], { active: true }),
        await this.patch(kid, ['active'], { active: true }),
      ];
      await sleep(MOMENT_MS);
      answers.push(await this.patch(kid, ['active'], { active: true }));
      const [, ...shown] = answers.map(({ json }) => json as JwtKey | undefined);
      const isSwitched = shown.every((key, index) => key?.active === index > 1);
      return isSwitched && shown.every((key) => key?.label === label);
    });
  }

  /** All of a key but `label`, which is set. */
  readBySettingLabel(kid: string): Promise<JwtKey> {
    return this.updated(kid, ['label'], { label: this.scope.session.uniqueName('Read') });
  }
}

export function operationOf(scope: Scope, operationId: string): Operation {
  const operation = scope.session.contract.operation(operationId);
  if (!operation) throw new Untestable(`the document has no operation ${operationId}`);
  return operation;
}
