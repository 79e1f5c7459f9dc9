import { randomUUID } from 'node:crypto';
import { isObject, type JsonObject } from '../../../src/contract/json.ts';
import type { Answer } from '../../../src/run-result/wire.ts';
import { isSuccess } from '../../connection/answer.ts';
import { type Mistake, makeMistake, schemaOf } from '../../engine/generation/bodies.ts';
import { personal } from '../../engine/generation/fresh-values.ts';
import type { Scope } from '../../engine/scope.ts';
import { fixture } from '../fixtures.ts';
import { type JwtKey, KeyActions } from './actions.ts';
import { isSameKey } from './key-material.ts';
import { kidOf } from './kid.ts';

/** How a request names a project. */
export interface ProjectAddress {
  readonly fixture: 'project' | 'otherProject';
  readonly by: 'id' | 'name';
}

/** A registered key as the contract has it now. */
interface ModelKey {
  readonly kid: string;
  readonly project: ProjectAddress['fixture'];
  readonly publicKeyPem: string;
  /** What its project was called in requests that were taken. */
  readonly calledBy: Set<ProjectAddress['by']>;
  label: unknown;
  active: unknown;
  /** As it was last shown. */
  shown: JwtKey | undefined;
}

const FIELDS = ['label', 'active'] as const;

/** What the contract promises of JWT keys, beside what a target shows of them. */
export class KeyModel {
  readonly #scope: Scope;
  readonly #actions: KeyActions;
  readonly #keys: ModelKey[] = [];
  /** Labels that were sent and refused, and by which rule. */
  readonly #refused = new Map<unknown, string>();

  constructor(scope: Scope) {
    this.#scope = scope;
    this.#actions = new KeyActions(scope);
  }

  /** Registers a key: it has an ID of its own (D54). */
  async register(address: ProjectAddress, body: JsonObject): Promise<void> {
    const { create } = this.#actions;
    const project = this.#known(address.fixture);
    const sent = personal(this.#scope.session, schemaOf(create), body) as JsonObject;
    const params = { projectIdOrName: this.#nameOf(project, address.by) };
    const answer = await this.#scope.send({ operation: create, params, body: sent });
    if (!this.#scope.accepted(answer, create, 'the body is valid', ['D50'])) return;
    const kid = kidOf(answer);
    if (kid === undefined) return;
    const isNew = this.#keys.every((key) => key.kid !== kid);
    if (!this.#scope.check('D54', isNew, 'two registrations have one kid', 'a new kid', 'that of another key')) return;
    const { label, publicKeyPem } = sent;
    const calledBy = new Set([address.by]);
    const key = { kid, project, publicKeyPem: String(publicKeyPem), calledBy, label, active: true, shown: undefined };
    this.#keys.push(key);
  }

  /** Updates a key: what the mask names takes its value, the rest stays; a name without a value is refused (D43). */
  async update(at: number, by: ProjectAddress['by'], body: JsonObject): Promise<void> {
    const key = this.#at(at);
    if (!key) return;
    const { updateMask, ...rest } = personal(this.#scope.session, schemaOf(this.#actions.update), body) as JsonObject;
    // Whether a field may be named twice is a SHOULD (D48).
    const mask = [...new Set(Array.isArray(updateMask) ? updateMask.map(String) : [])];
    const sent: JsonObject = { ...rest, updateMask: mask };
    const values = isObject(sent.jwtKey) ? sent.jwtKey : {};
    const without = mask.find((name) => values[name] === undefined);
    if (without === undefined) return this.#take(key, by, mask, values);
    const answer = await this.#patch(key, by, sent);
    const rules = ['D43', 'D08'];
    this.#scope.refused(answer, 422, `the mask names \`${without}\`, which has no value`, rules, rules);
    if (isSuccess(answer)) this.#forget(key);
    else this.#note(values.label, 'D43');
  }

  /** D47: two updates at a time, each of another field. */
  async updateAtOnce(at: number, label: string, active: boolean): Promise<void> {
    const key = this.#at(at);
    if (!key) return;
    const schema = schemaOf(this.#actions.update);
    const { jwtKey } = personal(this.#scope.session, schema, { jwtKey: { label } }) as { jwtKey: JsonObject };
    const answers = await Promise.all([
      this.#patch(key, 'id', { updateMask: ['label'], jwtKey }),
      this.#patch(key, 'id', { updateMask: ['active'], jwtKey: { active } }),
    ]);
    const missing = answers.find(({ status }) => status === 404);
    if (missing) return this.#missing(key, 'id', missing);
    const { update } = this.#actions;
    const taken = answers.map((one) => this.#scope.accepted(one, update, 'mask and value are valid', ['D42']));
    if (taken.includes(false)) return this.#forget(key);
    Object.assign(key, { label: jwtKey.label, active });
    for (const read of ['active', 'label'] as const) await this.#take(key, 'id', [read], { [read]: key[read] }, 'D47');
  }

  /** D07, D03, D05: an update that is refused for where or how it is sent, or for what it is. */
  async updateInVain(at: number, how: 'elsewhere' | 'unknown' | 'without a key', label: string): Promise<void> {
    const key = this.#at(at);
    if (!key) return;
    const schema = schemaOf(this.#actions.update);
    const body = personal(this.#scope.session, schema, { updateMask: ['label'], jwtKey: { label } }) as {
      jwtKey: JsonObject;
    };
    const elsewhere = key.project === 'project' ? 'otherProject' : 'project';
    if (how === 'elsewhere' && !this.#scope.session.has(elsewhere)) return;
    const [status, rule, why] = {
      elsewhere: [404, 'D07', 'the key belongs to another project'],
      unknown: [404, 'D07', 'there is no such key'],
      'without a key': [401, 'D03', 'the request has no API key'],
    }[how] as [number, string, string];
    const answer = await this.#scope.send({
      operation: this.#actions.update,
      params: {
        projectIdOrName: this.#nameOf(how === 'elsewhere' ? elsewhere : key.project, 'id'),
        keyId: how === 'unknown' ? randomUUID() : key.kid,
      },
      body,
      ...(how === 'without a key' && { apiKey: undefined }),
    });
    this.#scope.refused(answer, status, why, [rule], [rule]);
    this.#note(body.jwtKey.label, rule);
  }

  async updateWrongly(at: number, mistake: Mistake): Promise<void> {
    const key = this.#at(at);
    if (!key) return;
    const params = { projectIdOrName: this.#nameOf(key.project, 'id'), keyId: key.kid };
    const made = await makeMistake(this.#scope, this.#actions.update, mistake, params);
    if (!made) return;
    if (made.answer.status < 400) return this.#forget(key);
    const { jwtKey } = isObject(made.sent) ? made.sent : {};
    if (isObject(jwtKey)) this.#note(jwtKey.label, made.rule);
  }

  /** At the end, each key is still there, and as it was left: read by setting what was set last. */
  async settle(): Promise<void> {
    for (const [index, key] of [...this.#keys].entries()) {
      const read = FIELDS[index % 2] ?? 'label';
      const by = index % 3 === 0 ? 'name' : 'id';
      await this.#take(key, by, [read], { [read]: key[read] });
    }
  }

  /** An update that has to be taken. `rule` is that behind fields that are not as they should be. */
  async #take(
    key: ModelKey,
    by: ProjectAddress['by'],
    mask: readonly string[],
    values: JsonObject,
    rule?: string,
  ): Promise<void> {
    const answer = await this.#patch(key, by, { updateMask: mask, jwtKey: values });
    const { update } = this.#actions;
    if (answer.status === 404) return this.#missing(key, by, answer);
    if (!this.#scope.accepted(answer, update, 'mask and values are valid', ['D42'])) return this.#forget(key);
    key.calledBy.add(by);
    if (!isObject(answer.json)) return;
    for (const field of FIELDS) this.#expectField(key, field, mask, values, answer.json, rule);
    this.#expectStanding(key, answer.json);
    key.shown = answer.json;
  }

  /** Is the key gone, or is it only not found by this name of its project? */
  async #missing(key: ModelKey, by: ProjectAddress['by'], answer: Answer): Promise<void> {
    const { update } = this.#actions;
    const body = { updateMask: ['label'], jwtKey: { label: key.label } };
    const isElsewhere = !key.calledBy.has(by) && isSuccess(await this.#patch(key, by === 'id' ? 'name' : 'id', body));
    const rule = isElsewhere ? 'D12' : key.shown ? 'D44' : 'D40';
    this.#scope.accepted(answer, update, 'the key was registered', [rule]);
    this.#forget(key);
  }

  #expectField(
    key: ModelKey,
    field: (typeof FIELDS)[number],
    mask: readonly string[],
    values: JsonObject,
    shown: JwtKey,
    ruleOfAll: string | undefined,
  ): void {
    const got = shown[field];
    const isNamed = mask.includes(field);
    const want = isNamed ? values[field] : key[field];
    // What the schema already finds wrong is not said twice.
    if (typeof got !== typeof want) return;
    const [rule, message] = this.#behind(key, field, isNamed, got, values);
    const broken = isNamed ? 'D42' : (ruleOfAll ?? rule);
    this.#scope.check(broken, got === want, message, String(want), String(got), { pointer: `/${field}` });
    key[field] = got;
  }

  /** The rule that an unexpected value breaks, and how. */
  #behind(key: ModelKey, field: string, isNamed: boolean, got: unknown, values: JsonObject): [string, string] {
    if (isNamed) return ['D42', `\`${field}\` did not take the value that the mask names`];
    const refusedBy = field === 'label' ? this.#refused.get(got) : undefined;
    if (refusedBy !== undefined) return [refusedBy, 'a refused update changed `label`'];
    if (got === values[field]) return ['D42', `\`${field}\` took a value that the mask does not name`];
    if (field === 'active' && !key.shown) return ['D57', 'a new key is not active'];
    return ['D46', `\`${field}\` is not what was set before`];
  }

  /** D44, D53, D58, D59: what no update changes. */
  #expectStanding(key: ModelKey, shown: JwtKey): void {
    const { session } = this.#scope;
    this.#expectId('D53', 'id', key.kid, shown.id);
    this.#expectId('D59', 'projectId', fixture(session, key.project).id, shown.projectId);
    if (typeof shown.publicKeyPem === 'string') {
      const isSame = isSameKey(key.publicKeyPem, shown.publicKeyPem);
      this.#scope.check(
        'D58',
        isSame,
        'the key is not the one that was registered',
        'the same key material',
        'another',
      );
    }
    const before = key.shown;
    if (typeof before?.createTime !== 'string' || typeof shown.createTime !== 'string') return;
    const { createTime } = before;
    const message = 'an update changed `createTime`';
    this.#scope.check('D44', createTime === shown.createTime, message, createTime, shown.createTime);
    const isBack = Date.parse(String(shown.updateTime)) < Date.parse(String(before.updateTime));
    const [was, is] = [`after ${before.updateTime}`, String(shown.updateTime)];
    this.#scope.check('D44', !isBack, 'an update moved `updateTime` back', was, is);
  }

  #expectId(rule: string, name: string, want: string, got: unknown): void {
    if (typeof got !== 'string') return;
    // The project's UUID is that of the configuration, which may have it in another letter case (RFC 9562 §4).
    const isSame = name === 'projectId' ? want.toLowerCase() === got.toLowerCase() : want === got;
    const message = `\`${name}\` is not that of the registered key`;
    this.#scope.check(rule, isSame, message, want, got, { pointer: `/${name}` });
  }

  #patch(key: ModelKey, by: ProjectAddress['by'], body: unknown) {
    const params = { projectIdOrName: this.#nameOf(key.project, by), keyId: key.kid };
    return this.#scope.send({ operation: this.#actions.update, params, body });
  }

  #at(index: number): ModelKey | undefined {
    return this.#keys[index % this.#keys.length];
  }

  #forget(key: ModelKey): void {
    this.#keys.splice(this.#keys.indexOf(key), 1);
  }

  /** A label that would show that the refused request changed something. */
  #note(label: unknown, rule: string): void {
    const isShown = this.#keys.some((key) => key.label === label);
    if (label !== undefined && !isShown) this.#refused.set(label, rule);
  }

  #known(fixture: ProjectAddress['fixture']): ProjectAddress['fixture'] {
    return this.#scope.session.has(fixture) ? fixture : 'project';
  }

  #nameOf(project: ProjectAddress['fixture'], by: ProjectAddress['by']): string {
    return fixture(this.#scope.session, project)[by];
  }
}
