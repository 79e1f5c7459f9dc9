import { randomUUID } from 'node:crypto';
import type { Operation } from '../../../src/contract/document/operation.ts';
import { isObject, type JsonObject } from '../../../src/contract/json.ts';
import { type Mistake, makeMistake, mayRefuse, schemaOf } from '../../engine/generation/bodies.ts';
import { personal } from '../../engine/generation/fresh-values.ts';
import { primaryRule } from '../../engine/rules/rules.ts';
import type { Scope } from '../../engine/scope.ts';
import { configured, fixture } from '../fixtures.ts';
import { operationOf } from '../jwt-keys/actions.ts';
import { complete, type Fields } from './cases.ts';
import { INTEGRATION_FORM, type PROVIDER_FORM } from './operations.ts';

/** Which of the two operations, which say the same of an integration or of a provider. */
export type Form = typeof INTEGRATION_FORM | typeof PROVIDER_FORM;

type Upserted = JsonObject & { readonly fields: Fields };

/** What the contract promises of field definitions: each is answered for, however often and however it is said. */
export class MetadataModel {
  readonly #scope: Scope;
  readonly #upserted: Upserted[] = [];

  constructor(scope: Scope) {
    this.#scope = scope;
  }

  async upsert(form: Form, by: 'id' | 'name', body: JsonObject): Promise<void> {
    const sent = personal(this.#scope.session, schemaOf(this.#operation(form)), body) as Upserted;
    await this.#send(form, by, sent, primaryRule(this.#operation(form)));
  }

  /** D63: what was upserted is upserted again, as it was or with another name for people. */
  async upsertAgain(at: number, form: Form, by: 'id' | 'name', displayName: string | undefined): Promise<void> {
    const before = this.#at(at);
    if (!before) return;
    const change = (list: readonly JsonObject[]) => list.map((field) => ({ ...field, displayName }));
    const renamed = Object.entries(before.fields).map(([name, list]) => [name, change(list)]);
    const fields = displayName === undefined ? before.fields : (Object.fromEntries(renamed) as Fields);
    await this.#send(form, by, { ...before, fields }, 'D63');
  }

  async upsertWrongly(form: Form, mistake: Mistake): Promise<void> {
    await makeMistake(this.#scope, this.#operation(form), mistake, {});
  }

  /** D07, D03 */
  async upsertInVain(form: Form, how: 'elsewhere' | 'unknown' | 'without a key', body: JsonObject): Promise<void> {
    const { otherProject } = configured(this.#scope.session);
    const ofIntegration = form === INTEGRATION_FORM;
    if (how === 'elsewhere' && !(otherProject && ofIntegration)) return;
    const operation = this.#operation(form);
    const answer = await this.#scope.send({
      operation,
      body: personal(this.#scope.session, schemaOf(operation), body),
      ...(how === 'elsewhere' && { params: { projectIdOrName: String(otherProject?.id) } }),
      ...(how === 'unknown' && { params: { [ofIntegration ? 'integrationId' : 'provider']: randomUUID() } }),
      ...(how === 'without a key' && { apiKey: undefined }),
    });
    const [status, rule] = how === 'without a key' ? ([401, 'D03'] as const) : ([404, 'D07'] as const);
    const why = {
      elsewhere: 'the integration belongs to another project',
      unknown: `there is no such ${ofIntegration ? 'integration' : 'provider'}`,
      'without a key': 'the request has no API key',
    };
    this.#scope.refused(answer, status, why[how], [rule], [rule]);
  }

  async #send(form: Form, by: 'id' | 'name', sent: Upserted, rule: string): Promise<void> {
    const operation = this.#operation(form);
    const params = { projectIdOrName: fixture(this.#scope.session, 'project')[by] };
    const answer = await this.#scope.send({ operation, params, body: sent });
    if (mayRefuse(this.#scope.session, operation, answer)) return;
    if (!this.#scope.accepted(answer, operation, 'the body is valid', [rule])) return;
    await complete(this.#scope, operation, sent.fields, answer);
    if (isObject(sent.fields)) this.#upserted.push(sent);
  }

  #at(index: number): Upserted | undefined {
    return this.#upserted[index % this.#upserted.length];
  }

  #operation(form: Form): Operation {
    return operationOf(this.#scope, form);
  }
}
