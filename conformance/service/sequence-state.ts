import { randomUUID } from 'node:crypto';
import { isObject, type JsonObject } from '../../src/contract/json.ts';
import type { Answer } from '../../src/run-result/wire.ts';
import { isSuccess } from '../connection/answer.ts';
import { type InvalidBodySeed, mayReject, schemaOf, sendInvalidBody } from '../engine/generation/bodies.ts';
import { withFreshValues } from '../engine/generation/fresh-values.ts';
import { primaryRule } from '../engine/rules/rules.ts';
import type { Scope } from '../engine/scope.ts';
import { configured, fixture } from './fixtures.ts';
import { INSTALLATIONS_OF_CASES } from './installations/cases.ts';
import { expectInvite } from './invites/cases.ts';
import { operationOf } from './jwt-keys/actions.ts';
import { kidOf } from './jwt-keys/kid.ts';
import { INTEGRATION_FORM } from './metadata/operations.ts';
import { expectComplete } from './metadata/results.ts';
import type { Fields } from './metadata/shapes.ts';
import type { SubjectName } from './subjects.ts';

/**
 * The subjects whose sequences delete installations. The configured installations are divided between the subjects that
 * delete installations.
 */
const OF_INSTALLATIONS: readonly SubjectName[] = ['installations', 'everything'];
/** Maximum number of installations that one sequence deletes. */
const MAX_INSTALLATIONS = 2;

type ProjectName = 'project' | 'otherProject';
type By = 'id' | 'name';
type Upserted = JsonObject & { readonly fields: Fields };
type Params = Readonly<Record<string, string>>;

/** The expected status, the rule and the reason for each kind of rejected request. */
const REJECTIONS = {
  elsewhere: [404, 'D07', 'the resource belongs to another project'],
  unknown: [404, 'D07', 'the resource does not exist'],
  'without a key': [401, 'D03', 'the request has no API key'],
} as const;
type RejectionKind = keyof typeof REJECTIONS;

/**
 * Installations that sequences may delete. `proven` is true if at least one of the installations existed. If no
 * installation existed, an earlier run may have deleted all of them.
 */
interface Spares {
  readonly ids: string[];
  proven: boolean;
}

/**
 * The expected state of the target after the requests of one sequence. The ledger of the run compares the responses
 * about JWT keys.
 */
export class SequenceState {
  readonly scope: Scope;
  readonly subject: SubjectName;
  readonly keys: { readonly kid: string; readonly project: ProjectName; isShown: boolean }[] = [];
  readonly upserted: Upserted[] = [];
  readonly invited = { ids: new Set<string>(), rejected: [] as JsonObject[] };
  readonly installations = { there: new Set<string>(), gone: [] as string[] };
  #first: Promise<void> | undefined;

  constructor(scope: Scope, subject: SubjectName) {
    this.scope = scope;
    this.subject = subject;
  }

  send(operationId: string, params: Params, body?: unknown, more: { apiKey?: undefined } = {}): Promise<Answer> {
    return this.scope.send({ operation: operationOf(this.scope, operationId), params, body, ...more });
  }

  withRunNames(operationId: string, body: unknown): JsonObject {
    const { scope } = this;
    return withFreshValues(scope.session, schemaOf(operationOf(scope, operationId)), body) as JsonObject;
  }

  async expectRejection(
    how: RejectionKind,
    operationId: string,
    params: Params,
    body: unknown,
    rule: string = REJECTIONS[how][1],
  ) {
    const answer = await this.send(operationId, params, body, how === 'without a key' ? { apiKey: undefined } : {});
    const [status, statusRule, why] = REJECTIONS[how];
    this.scope.rejected(answer, status, why, [rule], [statusRule]);
    return answer;
  }

  project(name: ProjectName, by: By): string {
    return fixture(this.scope.session, name)[by];
  }

  async register(name: ProjectName, by: By, body: JsonObject): Promise<void> {
    const { scope } = this;
    const project = scope.session.has(name) ? name : 'project';
    const params = { projectIdOrName: this.project(project, by) };
    const answer = await this.send('createJwtKey', params, this.withRunNames('createJwtKey', body));
    const create = operationOf(scope, 'createJwtKey');
    const kid = scope.accepted(answer, create, 'the body is valid', ['D50']) ? kidOf(answer) : undefined;
    if (kid === undefined) return;
    const isNew = this.keys.every((key) => key.kid !== kid);
    if (scope.check('D54', isNew, 'two registrations return the same kid', 'a new kid', 'that of another key'))
      this.keys.push({ kid, project, isShown: false });
  }

  /**
   * Sends an update of a JWT key. The target must reject a mask with a field that has no value (D43). The function
   * first removes repeated fields from the mask (D48 is only a SHOULD).
   */
  async update(at: number, by: By, body: JsonObject): Promise<void> {
    const key = this.keys[at % this.keys.length];
    if (!key) return;
    const { updateMask, ...rest } = this.withRunNames('updateJwtKey', body);
    const mask = [...new Set(Array.isArray(updateMask) ? updateMask.map(String) : [])];
    const sent: JsonObject = { ...rest, updateMask: mask };
    const values = isObject(sent.jwtKey) ? sent.jwtKey : {};
    const without = mask.find((field) => values[field] === undefined);
    const answer = await this.send('updateJwtKey', this.#keyParams(key, by), sent);
    if (without === undefined) return this.#updated(key, answer);
    const rules = ['D43', 'D08'];
    this.scope.rejected(answer, 422, `the mask names \`${without}\`, but \`jwtKey\` has no value for it`, rules, rules);
  }

  /** Tests D47: sends two concurrent updates of different fields. */
  async updateConcurrently(at: number, label: string, active: boolean): Promise<void> {
    const key = this.keys[at % this.keys.length];
    if (!key) return;
    const { jwtKey } = this.withRunNames('updateJwtKey', { jwtKey: { label } });
    const params = this.#keyParams(key, 'id');
    const bodies = [
      { updateMask: ['label'], jwtKey },
      { updateMask: ['active'], jwtKey: { active } },
    ];
    for (const answer of await Promise.all(bodies.map((body) => this.send('updateJwtKey', params, body))))
      this.#updated(key, answer);
    if (this.keys.includes(key)) await this.#readKey(key, this.keys.indexOf(key));
  }

  async updateRejected(at: number, how: RejectionKind, label: string): Promise<void> {
    const key = this.keys[at % this.keys.length];
    if (!key) return;
    const elsewhere = key.project === 'project' ? 'otherProject' : 'project';
    if (how === 'elsewhere' && !this.scope.session.has(elsewhere)) return;
    const address = {
      projectIdOrName: this.project(how === 'elsewhere' ? elsewhere : key.project, 'id'),
      keyId: how === 'unknown' ? randomUUID() : key.kid,
    };
    const body = this.withRunNames('updateJwtKey', { updateMask: ['label'], jwtKey: { label } });
    await this.expectRejection(how, 'updateJwtKey', address, body);
  }

  async sendInvalid(operationId: string, seed: InvalidBodySeed, at?: number): Promise<void> {
    const key = at === undefined ? undefined : this.keys[at % this.keys.length];
    if (at !== undefined && !key) return;
    const params = key ? this.#keyParams(key, 'id') : {};
    await sendInvalidBody(this.scope, operationOf(this.scope, operationId), seed, params);
  }

  #keyParams({ kid, project }: { kid: string; project: ProjectName }, by: By): Params {
    return { projectIdOrName: this.project(project, by), keyId: kid };
  }

  #updated(key: SequenceState['keys'][number], answer: Answer): void {
    const rule = answer.status !== 404 ? 'D42' : key.isShown ? 'D44' : 'D40';
    const update = operationOf(this.scope, 'updateJwtKey');
    if (this.scope.accepted(answer, update, 'the key is registered, and the mask and the values are valid', [rule]))
      key.isShown = true;
    else if (this.keys.includes(key)) this.keys.splice(this.keys.indexOf(key), 1);
  }

  /** Reads one field of a JWT key with an update that sets the other field. */
  async #readKey(key: SequenceState['keys'][number], index: number): Promise<void> {
    const values = index % 2 === 0 ? { active: true } : { label: this.scope.session.uniqueName('Read') };
    const body = { updateMask: Object.keys(values), jwtKey: values };
    this.#updated(key, await this.send('updateJwtKey', this.#keyParams(key, index % 3 === 0 ? 'name' : 'id'), body));
  }

  /** Invites a new address. */
  async invite(body: JsonObject): Promise<void> {
    // A sequence begins with an additional invite, since a faulty target may confuse its first invite with an invite of
    // the previous sequence.
    this.#first ??= this.#invite(this.withRunNames('createInvite', { email: 'first@example.com' }), 'D73');
    await this.#first;
    await this.#invite(this.withRunNames('createInvite', body), 'D73');
  }

  async inviteRejected(how: RejectionKind, body: JsonObject): Promise<void> {
    const sent = this.withRunNames('createInvite', body);
    const answer = await this.expectRejection(
      how,
      'createInvite',
      how === 'unknown' ? { orgId: randomUUID() } : {},
      sent,
    );
    if (how === 'without a key' && answer.status >= 400) this.invited.rejected.push(sent);
  }

  async #invite(body: JsonObject, rule: string): Promise<void> {
    const { scope } = this;
    const operation = operationOf(scope, 'createInvite');
    const answer = await this.send('createInvite', {}, body);
    if (mayReject(scope.session, operation, answer)) return;
    // The email address occurred in one earlier request, which was rejected, so a 409 shows that the rejected request
    // created an invite.
    if (answer.status === 409 && rule === 'D03')
      scope.broken(
        'D03',
        'a request without an API key created an invite (the address now has a pending invite)',
        '201',
        '409',
      );
    else scope.accepted(answer, operation, 'the address is well-formed', [rule]);
    if (!isSuccess(answer) || !isObject(answer.json)) return;
    const { id: parentId } = fixture(scope.session, 'org');
    expectInvite(scope, { invitedEmail: body.email, parentType: 'org', parentId, status: 'pending' }, answer.json);
    const { id } = answer.json;
    if (typeof id !== 'string') return;
    const isNew = !this.invited.ids.has(id);
    scope.check('D72', isNew, 'two invites have the same `id`', 'a new id', 'that of another invite');
    this.invited.ids.add(id);
  }

  async upsert(form: string, by: By, body: JsonObject): Promise<void> {
    const rule = primaryRule(operationOf(this.scope, form));
    await this.#upsert(form, by, this.withRunNames(form, body) as Upserted, rule);
  }

  /** Tests D63: repeats an upsert, unchanged or with another `displayName`. */
  async upsertAgain(at: number, form: string, by: By, displayName: string | undefined): Promise<void> {
    const before = this.upserted[at % this.upserted.length];
    if (!before) return;
    const change = (list: readonly JsonObject[]) => list.map((field) => ({ ...field, displayName }));
    const renamed = Object.entries(before.fields).map(([name, list]) => [name, change(list)]);
    const fields = displayName === undefined ? before.fields : (Object.fromEntries(renamed) as Fields);
    await this.#upsert(form, by, { ...before, fields }, 'D63');
  }

  async upsertRejected(form: string, how: RejectionKind, body: JsonObject): Promise<void> {
    const { otherProject } = configured(this.scope.session);
    const ofIntegration = form === INTEGRATION_FORM;
    if (how === 'elsewhere' && !(otherProject && ofIntegration)) return;
    const params = {
      elsewhere: { projectIdOrName: String(otherProject?.id) },
      unknown: { [ofIntegration ? 'integrationId' : 'provider']: randomUUID() },
      'without a key': {},
    }[how];
    await this.expectRejection(how, form, params, this.withRunNames(form, body));
  }

  async #upsert(form: string, by: By, sent: Upserted, rule: string): Promise<void> {
    const operation = operationOf(this.scope, form);
    const answer = await this.send(form, { projectIdOrName: this.project('project', by) }, sent);
    if (mayReject(this.scope.session, operation, answer)) return;
    if (!this.scope.accepted(answer, operation, 'the body is valid', [rule])) return;
    await expectComplete(this.scope, operation, sent.fields, answer);
    if (isObject(sent.fields)) this.upserted.push(sent);
  }

  /** The configured installations that belong to the subject of the sequence, and that the fixed cases do not use. */
  #spares(): Promise<Spares> {
    const { session } = this.scope;
    const part = OF_INSTALLATIONS.indexOf(this.subject);
    return session.once(`installations for sequences ${part}`, async () => {
      const spare = configured(session).installations?.slice(INSTALLATIONS_OF_CASES) ?? [];
      return { ids: spare.filter((_, index) => index % OF_INSTALLATIONS.length === part), proven: false };
    });
  }

  async #installation(): Promise<string | undefined> {
    const { there, gone } = this.installations;
    const [known] = there;
    if (known !== undefined || gone.length >= MAX_INSTALLATIONS) return known;
    const id = (await this.#spares()).ids.pop();
    if (id !== undefined) there.add(id);
    return id;
  }

  async remove(by: By): Promise<void> {
    const installationId = await this.#installation();
    if (installationId === undefined) return;
    this.installations.there.delete(installationId);
    const spares = await this.#spares();
    const params = { installationId, projectIdOrName: this.project('project', by) };
    let answer = await this.send('deleteInstallation', params);
    if (answer.status === 404 && !spares.proven) return;
    const operation = operationOf(this.scope, 'deleteInstallation');
    let rule = answer.status === 404 ? 'D82' : 'D80';
    if (answer.status === 404 && by === 'name') {
      const byId = await this.send('deleteInstallation', { ...params, projectIdOrName: this.project('project', 'id') });
      if (isSuccess(byId)) rule = 'D12';
      else answer = byId;
    }
    if (!this.scope.accepted(answer, operation, 'no request has deleted the installation', [rule])) return;
    spares.proven = true;
    this.installations.gone.push(installationId);
  }

  async removeAgain(at: number): Promise<void> {
    const { gone } = this.installations;
    const installationId = gone[at % gone.length];
    if (installationId === undefined) return;
    const answer = await this.send('deleteInstallation', { installationId });
    this.scope.rejected(answer, 404, 'the installation was deleted before', ['D80'], ['D80']);
  }

  async removeRejected(wrong: 'integration' | 'project' | 'id' | 'key'): Promise<void> {
    const { otherIntegration, otherProject } = configured(this.scope.session);
    const id = await this.#installation();
    const params: Record<string, string> = { installationId: id ?? randomUUID() };
    if (wrong === 'id') params.installationId = randomUUID();
    if (wrong === 'integration') params.integrationId = otherIntegration?.id ?? randomUUID();
    if (wrong === 'project') params.projectIdOrName = otherProject?.id ?? randomUUID();
    const answer =
      wrong === 'key'
        ? await this.expectRejection('without a key', 'deleteInstallation', params, undefined)
        : await this.expectRejection('elsewhere', 'deleteInstallation', params, undefined, 'D82');
    if (isSuccess(answer) && id !== undefined) this.installations.there.delete(id);
  }

  /**
   * Verifies at the end of a sequence that each JWT key has the values of its last update, and that no rejected request
   * created an invite.
   */
  async verifyAtEnd(): Promise<void> {
    for (const [index, key] of [...this.keys].entries()) await this.#readKey(key, index);
    for (const body of this.invited.rejected.splice(0)) await this.#invite(body, 'D03');
    this.scope.reportMismatches();
  }

  /**
   * Puts the installations that still exist back into the list of installations for sequences, so that the next
   * sequence can use them.
   */
  async returnInstallations(): Promise<void> {
    const { there } = this.installations;
    if (there.size > 0) (await this.#spares()).ids.push(...there);
  }
}
