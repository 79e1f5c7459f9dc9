import { type Clock, settingClock, systemClock } from '../core/clock.ts';
import type { SandboxFault } from '../core/fault.ts';
import { type Ids, randomIds, seededIds } from '../core/ids.ts';
import type { Kinds } from '../core/kinds.ts';
import { LIMITS } from '../core/limits.ts';
import { Patience } from '../core/patience.ts';
import type { Sandbox } from '../core/sandbox.ts';
import type { World } from '../core/service.ts';
import { SETTINGS, type Settings } from '../core/settings.ts';
import { type Collection, LIFE, type Life, type Store, type Transaction } from '../core/store.ts';
import { StoreError } from '../core/store-error.ts';
import { deleteSnapshots } from './snapshots.ts';
import { replaceState, stateCollections } from './state.ts';

export const DEFAULT_SANDBOX = 'default';

/** Matches the valid names of sandboxes, which a URL can contain without escape sequences. */
export const SANDBOX_NAME = /^[A-Za-z0-9_-]{1,64}$/;

/**
 * The store keeps the records of the seed in a sandbox with this name. The name of the seed sandbox contains a space,
 * so no sandbox of a client can have the same name.
 */
const SEED_SANDBOX = ' seed';

/**
 * The name of an internal sandbox: the mock creates every sandbox except `default` in a transaction of this internal
 * sandbox. Since the transactions of one sandbox run one after the other, all replicas together cannot exceed the limit
 * of sandboxes.
 */
const CREATION_SANDBOX = ' creation';

/** Records the time of the last use of each sandbox. */
export interface UseRecorder {
  use(sandbox: string): void;
  /** Discards the recorded data of the sandbox that the recorder has not yet written to the store. */
  forget(sandbox: string): void;
  /** Writes all recorded data that waits in memory to the store. */
  flush(): Promise<void>;
}

interface SandboxesOptions {
  readonly store: Store;
  readonly kinds: Kinds;
  /** The collections that a reset clears in addition to the records and the settings. */
  readonly cleared?: readonly Collection[];
  /** The default settings of every sandbox. */
  readonly settings: Settings;
  /** The initial faults of every sandbox. */
  readonly faults?: readonly SandboxFault[];
  /** The clock of every sandbox without the setting `clock`. */
  readonly clock?: Clock;
  readonly ids?: Ids;
  readonly uses?: UseRecorder;
  /** Largest number of sandboxes. */
  readonly most?: number | undefined;
  /** Receives a sentence when the mock deletes a sandbox because of a limit. */
  readonly notice?: ((text: string) => void) | undefined;
}

/**
 * The mock may delete a sandbox because of a limit only if the sandbox has been idle for this time, in milliseconds.
 */
const EVICTABLE_MS = 60_000;

/** The sandboxes of a mock. The first use of a sandbox creates the sandbox from the seed. */
export class Sandboxes {
  readonly #store: Store;
  #settings: Settings;
  readonly #clock: Clock;
  readonly #ids: Ids | undefined;
  readonly #uses: UseRecorder | undefined;
  readonly #kinds: Kinds;
  readonly #cleared: readonly Collection[];
  readonly #most: number;
  readonly #notice: (text: string) => void;
  /** The promises of the sandboxes that are being created, by the name of the sandbox. */
  readonly #creations = new Map<string, Promise<Settings>>();

  constructor({
    store,
    kinds,
    cleared = [],
    settings,
    faults = [],
    clock = systemClock,
    ids,
    uses,
    ...limits
  }: SandboxesOptions) {
    this.#most = limits.most ?? LIMITS.sandboxes.default;
    this.#notice = limits.notice ?? (() => undefined);
    this.#store = store;
    this.#settings = withFaults(settings, faults);
    this.#clock = clock;
    this.#ids = ids;
    this.#uses = uses;
    this.#kinds = kinds;
    this.#cleared = [SETTINGS, ...cleared];
  }

  /** Replaces the seed. Sandboxes that the mock creates after this call contain the records of the new seed. */
  async setSeed(state: World): Promise<void> {
    await this.#store.transaction(SEED_SANDBOX, (tx) => replaceState(tx, this.#kinds, state));
  }

  /** The initial faults, which apply to each sandbox whose faults no client has changed. */
  get faults(): readonly SandboxFault[] {
    return this.#settings.faults ?? [];
  }

  setFaults(faults: readonly SandboxFault[]): void {
    this.#settings = withFaults(this.#settings, faults);
  }

  /**
   * Opens the sandbox. Creates the sandbox if it does not exist.
   *
   * @param mayCreate false if the function must return the result of `unopened` for a nonexistent sandbox, instead of
   * creating the sandbox
   * @throws StoreError when the number of sandboxes has reached its limit, and no sandbox can be deleted
   */
  async open(name: string, mayCreate = true): Promise<Sandbox> {
    const patience = this.#store.replicas && new Patience();
    const known = await (patience
      ? patience.spend((ms) => this.#store.get(name, SETTINGS, [], ms))
      : this.#store.get(name, SETTINGS, []));
    const own = known ?? (mayCreate ? await this.#create(name, patience) : undefined);
    if (!own) return this.unopened(name);
    this.#uses?.use(name);
    return this.#withSettings(name, own, patience);
  }

  /**
   * Returns an object for a sandbox without reading the store, so that the sandbox need not exist. The object has the
   * default settings and no faults.
   */
  unopened(name: string): Sandbox {
    const { faults: _, ...settings } = this.#settings;
    return this.#sandbox(name, settings, this.#store.replicas && new Patience(), false);
  }

  #withSettings(name: string, own: Settings, patience: Patience | undefined): Sandbox {
    return this.#sandbox(name, isEmpty(own) ? this.#settings : { ...this.#settings, ...own }, patience, true);
  }

  #sandbox(name: string, settings: Settings, patience: Patience | undefined, exists: boolean): Sandbox {
    const [store, clock] = [this.#store, this.#clock];
    return {
      name,
      exists,
      settings,
      clockIn: (tx) => {
        const base = tx.monotonic?.(clock) ?? clock;
        return settings.clock ? settingClock(settings.clock, base) : base;
      },
      ids: this.#ids ?? (typeof settings.identifierSeed === 'number' ? seededIds(settings.identifierSeed) : randomIds),
      patience,
      transaction: patience
        ? (work) => patience.spend((ms) => store.transaction(name, work, ms))
        : (work) => store.transaction(name, work),
    };
  }

  async list(): Promise<({ readonly name: string } & Life)[]> {
    const lives = await this.#store.perSandbox(LIFE);
    return [...lives].map(([name, life]) => ({ name, ...life }));
  }

  /** Reads a collection with at most one value per sandbox. The returned map has the names of the sandboxes as keys. */
  values<T>(collection: Collection<T>): Promise<ReadonlyMap<string, T>> {
    return this.#store.perSandbox(collection);
  }

  /**
   * Deletes the sandbox and its snapshots. The next use of the deleted sandbox creates the sandbox again.
   * @returns true if the sandbox existed
   */
  delete(name: string): Promise<boolean> {
    this.#uses?.forget(name);
    return this.#store.transaction(name, (tx) => deleteAll(tx, name));
  }

  /** Resets the sandbox to the state of a new sandbox, and keeps the snapshots of the sandbox. */
  async reset(name: string): Promise<void> {
    this.#uses?.forget(name);
    await this.#store.transaction(name, (tx) => this.#fill(tx));
  }

  /**
   * Deletes all sandboxes that have been idle for `idleMs` milliseconds, except the sandbox `default`.
   * @returns the names of the deleted sandboxes
   */
  async expire(idleMs: number): Promise<string[]> {
    await this.#uses?.flush();
    const before = new Date(this.#now() - idleMs).toISOString();
    const isIdle = ({ lastUsedAt }: Life) => lastUsedAt < before;
    const idle = (await this.list()).filter((one) => one.name !== DEFAULT_SANDBOX && isIdle(one));
    const deleted: string[] = [];
    for (const { name } of idle) if (await this.#deleteIfUnusedSince(before, name)) deleted.push(name);
    return deleted;
  }

  /**
   * Deletes the sandbox that has been idle for the longest time, but never the sandbox `default`.
   * @returns false if no sandbox has been idle for `EVICTABLE_MS`
   */
  async evict(why: string): Promise<boolean> {
    await this.#uses?.flush();
    const before = new Date(this.#now() - EVICTABLE_MS).toISOString();
    const idle = (await this.list())
      .filter(({ name, lastUsedAt }) => name !== DEFAULT_SANDBOX && lastUsedAt < before)
      .sort((a, b) => (a.lastUsedAt < b.lastUsedAt ? -1 : 1));
    for (const { name, lastUsedAt } of idle) {
      if (!(await this.#deleteIfUnusedSince(before, name))) continue;
      this.#notice(`Deleted the sandbox ${name}, which was last used at ${lastUsedAt}: ${why}.`);
      return true;
    }
    return false;
  }

  async #deleteIfUnusedSince(before: string, name: string): Promise<boolean> {
    const isDeleted = await this.#store.transaction(name, async (tx) => {
      const life = await tx.get(LIFE, []);
      // Another replica may have used or deleted the sandbox since the mock listed the sandboxes.
      if (!life || life.lastUsedAt >= before) return false;
      await deleteAll(tx, name);
      return true;
    });
    if (isDeleted) this.#uses?.forget(name);
    return isDeleted;
  }

  /**
   * Creates the sandbox. If several requests to the same new sandbox arrive concurrently in this process, all these
   * requests wait for one creation of the sandbox.
   */
  #create(name: string, patience: Patience | undefined): Promise<Settings> {
    const running = this.#creations.get(name);
    if (running) return patience ? patience.spend(() => running) : running;
    const created = this.#createOrEvict(name, patience).finally(() => this.#creations.delete(name));
    this.#creations.set(name, created);
    return created;
  }

  /**
   * Creates the sandbox. If the number of sandboxes has reached its limit, first deletes the sandbox that has been idle
   * for the longest time.
   * @throws StoreError when the limit is reached and no sandbox has been idle for `EVICTABLE_MS`
   */
  async #createOrEvict(name: string, patience: Patience | undefined): Promise<Settings> {
    const why = `the mock has ${this.#most} sandboxes, the limit of --max-sandboxes`;
    const create = (ms?: number) => this.#createBelowLimit(name, ms);
    const evict = () => this.evict(why);
    for (;;) {
      const settings = await (patience ? patience.spend(create) : create());
      if (settings) return settings;
      if (await (patience ? patience.limit(evict) : evict())) continue;
      const detail = `The sandbox ${name} cannot be created: ${why}, and clients used each sandbox in the last minute.`;
      throw new StoreError(detail, { detail, retryAfterSeconds: EVICTABLE_MS / 1000 });
    }
  }

  /**
   * Creates the sandbox if it does not exist.
   * @returns the settings of the sandbox; undefined if the number of sandboxes has reached its limit
   */
  #createBelowLimit(name: string, patienceMs?: number): Promise<Settings | undefined> {
    const isDefault = name === DEFAULT_SANDBOX;
    return this.#store.transaction(
      isDefault ? name : CREATION_SANDBOX,
      async (creation) => {
        const tx = isDefault ? creation : creation.in(name);
        const [settings, count] = await Promise.all([tx.get(SETTINGS, []), isDefault ? 0 : creation.countSandboxes()]);
        if (settings) return settings;
        if (!isDefault && count >= this.#most) return undefined;
        await this.#fill(tx);
        const now = new Date(this.#now()).toISOString();
        await tx.put(LIFE, [], { createdAt: now, lastUsedAt: now });
        return {};
      },
      patienceMs,
    );
  }

  /**
   * Returns the current time for the collection `life` (the times of creation and last use), in milliseconds since
   * 1970. Replicas use the clock of the store, since the clocks of their machines differ.
   */
  #now(): number {
    return this.#store.replicas?.now() ?? Date.now();
  }

  async #fill(tx: Transaction): Promise<void> {
    await Promise.all([tx.copyFrom(SEED_SANDBOX, stateCollections(this.#kinds)), tx.clear(this.#cleared)]);
    await tx.put(SETTINGS, [], {});
  }
}

/** Deletes the sandbox and its snapshots. @returns true if the sandbox existed */
async function deleteAll(tx: Transaction, name: string): Promise<boolean> {
  await deleteSnapshots(tx, name);
  return tx.drop();
}

function isEmpty(settings: Settings): boolean {
  for (const _ in settings) return false;
  return true;
}

/**
 * Returns the settings with the given faults. If there are no faults, the settings have no property `faults`, so that
 * requests can skip the evaluation of faults.
 */
function withFaults({ faults: _, ...settings }: Settings, faults: readonly SandboxFault[]): Settings {
  return faults.length > 0 ? { ...settings, faults } : settings;
}
