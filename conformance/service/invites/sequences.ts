import { randomUUID } from 'node:crypto';
import { isObject, type JsonObject } from '../../../src/contract/json.ts';
import { isSuccess } from '../../connection/answer.ts';
import { type Mistake, makeMistake, mayRefuse, schemaOf } from '../../engine/generation/bodies.ts';
import { personal } from '../../engine/generation/fresh-values.ts';
import type { Scope } from '../../engine/scope.ts';
import { fixture } from '../fixtures.ts';
import { operationOf } from '../jwt-keys/actions.ts';
import { expectInvite } from './cases.ts';

/** What the contract promises of invites. */
export class InviteModel {
  readonly #scope: Scope;
  readonly #ids = new Set<string>();
  /** Bodies of requests that were refused without an API key: nobody is invited by them. */
  readonly #refused: JsonObject[] = [];
  #first: Promise<void> | undefined;

  constructor(scope: Scope) {
    this.#scope = scope;
  }

  /** Invites an address that nobody invited before. */
  async invite(body: JsonObject): Promise<void> {
    // What a target remembers of the sequence before would else be taken for what this one did.
    this.#first ??= this.#send(this.#personal({ email: 'first@example.com' }), 'D73');
    await this.#first;
    await this.#send(this.#personal(body), 'D73');
  }

  /** D72: several at a time. */
  async inviteAtOnce(bodies: readonly JsonObject[]): Promise<void> {
    await Promise.all(bodies.map((body) => this.invite(body)));
  }

  async inviteWrongly(mistake: Mistake): Promise<void> {
    await makeMistake(this.#scope, this.#operation, mistake, {});
  }

  /** D07 */
  async inviteElsewhere(body: JsonObject): Promise<void> {
    const params = { orgId: randomUUID() };
    const answer = await this.#scope.send({ operation: this.#operation, params, body: this.#personal(body) });
    this.#scope.refused(answer, 404, 'there is no such organization', ['D07'], ['D07']);
  }

  /** D03 */
  async inviteWithoutKey(body: JsonObject): Promise<void> {
    const sent = this.#personal(body);
    const answer = await this.#scope.send({ operation: this.#operation, body: sent, apiKey: undefined });
    this.#scope.refused(answer, 401, 'the request has no API key', ['D03'], ['D03']);
    if (answer.status >= 400) this.#refused.push(sent);
  }

  /** D03: a request that was refused did nothing. */
  async settle(): Promise<void> {
    for (const body of this.#refused.splice(0)) await this.#send(body, 'D03');
  }

  async #send(body: JsonObject, rule: string): Promise<void> {
    const answer = await this.#scope.send({ operation: this.#operation, body });
    if (mayRefuse(this.#scope.session, this.#operation, answer)) return;
    // Whether an address that is taken is refused is a SHOULD; here it cannot be taken.
    if (answer.status === 409 && rule === 'D03')
      this.#scope.broken('D03', 'an invite was made by a request without an API key', '201', '409');
    else this.#scope.accepted(answer, this.#operation, 'the address is well-formed', [rule]);
    if (!isSuccess(answer) || !isObject(answer.json)) return;
    const { id } = fixture(this.#scope.session, 'org');
    expectInvite(
      this.#scope,
      { invitedEmail: body.email, parentType: 'org', parentId: id, status: 'pending' },
      answer.json,
    );
    if (typeof answer.json.id !== 'string') return;
    const isNew = !this.#ids.has(answer.json.id);
    this.#scope.check('D72', isNew, 'two invites have the same id', 'a new id', 'that of another invite');
    this.#ids.add(answer.json.id);
  }

  #personal(body: JsonObject): JsonObject {
    return personal(this.#scope.session, schemaOf(this.#operation), body) as JsonObject;
  }

  get #operation() {
    return operationOf(this.#scope, 'createInvite');
  }
}
