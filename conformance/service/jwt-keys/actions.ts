import type { Operation } from '../../../src/contract/document/operation.ts';
import { isObject, type JsonObject } from '../../../src/contract/json.ts';
import type { Answer } from '../../../src/run-result/wire.ts';
import { describe, isSuccess } from '../../connection/answer.ts';
import { validBody } from '../../engine/request/request.ts';
import type { Scope } from '../../engine/scope.ts';
import { Untestable } from '../../engine/untestable.ts';
import { requireKid } from './kid.ts';

/** A JWT key as shown in a response of `updateJwtKey`. */
export type JwtKey = JsonObject;

/** Error that reports that the service no longer finds a registered JWT key. */
export class KeyNotFound extends Untestable {}

/**
 * Sends the requests of a case about JWT keys. A failed precondition makes the case untestable, since another case
 * reports the failure of the precondition.
 */
export class KeyActions {
  readonly scope: Scope;
  readonly create: Operation;
  readonly update: Operation;
  /** The ID or name of the project of all requests that name no other project. */
  readonly #project: string | undefined;
  /**
   * By `kid`: the last `id` that a response to an update showed, for each key whose shown `id` differs from its `kid`.
   */
  readonly #shownAs = new Map<string, unknown>();

  /** @param project the ID or name of a project; by default, the ID of the first configured project */
  constructor(scope: Scope, project?: string) {
    this.scope = scope;
    this.#project = project;
    this.create = operationOf(scope, 'createJwtKey');
    this.update = operationOf(scope, 'updateJwtKey');
  }

  /**
   * Registers a key.
   *
   * @returns the `kid` of the key
   * @throws Untestable
   */
  async register(changes: JsonObject = {}, project?: string): Promise<string> {
    const answer = await this.tryRegister(changes, project);
    return requireKid(answer, describe(answer));
  }

  tryRegister(changes: JsonObject = {}, project = this.#project): Promise<Answer> {
    const { scope, create } = this;
    const label = scope.session.uniqueName('Conformance key');
    const body = { ...(validBody(scope.session, create) as JsonObject), label, ...changes };
    return scope.send({ operation: create, body, ...(project && { params: { projectIdOrName: project } }) });
  }

  /**
   * Sends an update and returns the response, even if it is a rejection.
   *
   * @throws KeyNotFound if the target responds with 404 for a key after a response showed an `id` that differs from the
   * `kid`
   */
  async patch(
    kid: string,
    updateMask: readonly unknown[],
    jwtKey: JsonObject,
    options: { project?: string; apiKey?: string | undefined } = {},
  ): Promise<Answer> {
    const { project = this.#project, ...rest } = options;
    const answer = await this.scope.send({
      operation: this.update,
      params: { keyId: kid, ...(project && { projectIdOrName: project }) },
      body: { updateMask, jwtKey },
      ...rest,
    });
    const { id = kid } = (isSuccess(answer) && isObject(answer.json) ? answer.json : {}) as JwtKey;
    if (id !== kid) this.#shownAs.set(kid, id);
    if (answer.status === 404 && this.#shownAs.has(kid))
      throw new KeyNotFound(`the JWT key no longer exists: an update showed its id as ${this.#shownAs.get(kid)}`);
    return answer;
  }

  /** Sends an update that must succeed before the case can continue. @throws Untestable if the update fails */
  async updated(kid: string, updateMask: readonly string[], jwtKey: JsonObject, project?: string): Promise<JwtKey> {
    const answer = await this.patch(kid, updateMask, jwtKey, project === undefined ? {} : { project });
    if (isObject(answer.json) && answer.status >= 200 && answer.status < 300) return answer.json;
    const message = `the target rejects an update of the JWT key (${describe(answer)})`;
    throw answer.status === 404 ? new KeyNotFound(message) : new Untestable(message);
  }

  /**
   * Reads a JWT key with an update of `active`, since no operation only reads a JWT key. The response shows all
   * properties of the JWT key.
   */
  readBySettingActive(kid: string, active = true): Promise<JwtKey> {
    return this.updated(kid, ['active'], { active });
  }

  /**
   * Reads a JWT key with an update of `label`, since no operation only reads a JWT key. The response shows all
   * properties of the JWT key.
   */
  readBySettingLabel(kid: string): Promise<JwtKey> {
    return this.updated(kid, ['label'], { label: this.scope.session.uniqueName('Read') });
  }
}

export function operationOf(scope: Scope, operationId: string): Operation {
  const operation = scope.session.contract.operation(operationId);
  if (!operation) throw new Untestable(`the document has no operation ${operationId}`);
  return operation;
}
