import { randomUUID } from 'node:crypto';
import type { Answer } from '../../../src/run-result/wire.ts';
import { isSuccess } from '../../connection/answer.ts';
import type { Scope } from '../../engine/scope.ts';
import { configured, fixture } from '../fixtures.ts';
import { operationOf } from '../jwt-keys/actions.ts';
import { INSTALLATIONS_OF_CASES } from './cases.ts';

/** Part `index`, from 0, of `count`: so that what a case sends does not depend on how far another one is. */
export interface Share {
  readonly index: number;
  readonly count: number;
}

export type Wrong = 'integration' | 'project' | 'id';

/** What the fixed cases leave of the configured installations, divided among the cases that make up sequences. */
interface Spares {
  readonly ids: string[];
  /** Whether one of them was there: else they may have been used up before. */
  proven: boolean;
}

function sparesOf({ session }: Scope, share: Share): Promise<Spares> {
  return session.once(`installations for sequences ${share.index}`, async () => {
    const spare = configured(session).installations?.slice(INSTALLATIONS_OF_CASES) ?? [];
    return { ids: spare.filter((_, index) => index % share.count === share.index), proven: false };
  });
}

/** Of a sequence: each can be deleted but once. */
const MOST = 2;

/** What the contract promises of installations. */
export class InstallationModel {
  readonly #scope: Scope;
  readonly #there = new Set<string>();
  readonly #gone: string[] = [];
  readonly #share: Share;

  constructor(scope: Scope, share: Share) {
    this.#scope = scope;
    this.#share = share;
  }

  /** D80, D81: what is there is deleted. */
  async remove(by: 'id' | 'name'): Promise<void> {
    const id = await this.#one();
    if (id === undefined) return;
    this.#there.delete(id);
    const { session } = this.#scope;
    const spares = await sparesOf(this.#scope, this.#share);
    const answer = await this.#send({ installationId: id, projectIdOrName: fixture(session, 'project')[by] });
    if (answer.status === 404 && !spares.proven) return;
    const operation = operationOf(this.#scope, 'deleteInstallation');
    const rule = answer.status === 404 ? (by === 'name' ? 'D12' : 'D82') : 'D80';
    if (!this.#scope.accepted(answer, operation, 'the installation exists, and nothing deleted it', [rule])) return;
    spares.proven = true;
    this.#gone.push(id);
  }

  /** D80: what is gone stays gone. */
  async removeAgain(at: number): Promise<void> {
    const installationId = this.#gone[at % this.#gone.length];
    if (installationId === undefined) return;
    const answer = await this.#send({ installationId });
    this.#scope.refused(answer, 404, 'the installation was deleted before', ['D80'], ['D80']);
  }

  /** D82: another address names nothing, and removes nothing. */
  async removeElsewhere(wrong: Wrong): Promise<void> {
    const { otherIntegration, otherProject } = configured(this.#scope.session);
    const id = await this.#one();
    const params: Record<string, string> = { installationId: id ?? randomUUID() };
    if (wrong === 'id') params.installationId = randomUUID();
    if (wrong === 'integration') params.integrationId = otherIntegration?.id ?? randomUUID();
    if (wrong === 'project') params.projectIdOrName = otherProject?.id ?? randomUUID();
    const answer = await this.#send(params);
    this.#scope.refused(answer, 404, 'the installation is under another integration or project', ['D82'], ['D07']);
  }

  /** D03 */
  async removeWithoutKey(): Promise<void> {
    const id = await this.#one();
    const answer = await this.#send({ installationId: id ?? randomUUID() }, { apiKey: undefined });
    this.#scope.refused(answer, 401, 'the request has no API key', ['D03'], ['D03']);
    if (isSuccess(answer) && id !== undefined) this.#there.delete(id);
  }

  /** What was not deleted is for the next sequence. */
  async settle(): Promise<void> {
    if (this.#there.size === 0) return;
    const { ids } = await sparesOf(this.#scope, this.#share);
    ids.push(...this.#there);
    this.#there.clear();
  }

  async #one(): Promise<string | undefined> {
    const [known] = this.#there;
    if (known !== undefined || this.#gone.length >= MOST) return known;
    const { ids } = await sparesOf(this.#scope, this.#share);
    const id = ids.pop();
    if (id !== undefined) this.#there.add(id);
    return id;
  }

  #send(params: Readonly<Record<string, string>>, more: { apiKey?: undefined } = {}): Promise<Answer> {
    return this.#scope.send({ operation: operationOf(this.#scope, 'deleteInstallation'), params, ...more });
  }
}
