import { type FSWatcher, globSync, watch } from 'node:fs';
import { connect } from 'node:net';
import { dirname, join, matchesGlob, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isLoopback } from '../../../conformance/index.ts';

/**
 * Time in milliseconds without a further file change after which a run begins, since an editor or a build changes
 * several files.
 */
const QUIET_MS = 200;
const CHECK_MS = { near: 100, far: 1000 };
/**
 * Maximum time in milliseconds to wait for the target after a change of a file, since a development server restarts
 * after a change.
 */
const RETURN_MS = 30_000;

interface Subject {
  /** Glob of the watched files, relative to the current folder. */
  readonly glob: string | undefined;
  /** Base URL of a target that the user restarts. */
  readonly url: string | undefined;
}

/** Watcher of file changes and of restarts of the target. */
export class Changes implements Disposable {
  readonly #subject: Subject;
  readonly #watchers = new Map<string, FSWatcher>();
  readonly #ending = new AbortController();
  #changed: string | undefined;
  #wake: () => void = () => {};
  #isUp = true;

  /** True if the target accepted the most recent connection. */
  get isUp(): boolean {
    return this.#isUp;
  }

  constructor(subject: Subject) {
    this.#subject = subject;
    this.#watchFolders();
    if (subject.url !== undefined) void this.#watchTarget(subject.url);
  }

  /** Description of the watched files or target, for a message. */
  get subject(): string {
    const { glob, url } = this.#subject;
    return [glob && `changes in ${glob}`, url && `the return of ${url}`].filter(Boolean).join(' or ');
  }

  /**
   * Resolves after the next restart of the target or the next change of a watched file, including a change during a
   * run. @returns a sentence about the restart or the changed file
   */
  async next(): Promise<string> {
    for (;;) {
      const change = this.#changed ?? (await this.#waited());
      this.#changed = undefined;
      if (change === undefined) continue;
      await this.#settled();
      return change;
    }
  }

  [Symbol.dispose](): void {
    this.#ending.abort();
    for (const watcher of this.#watchers.values()) watcher.close();
  }

  async #waited(): Promise<string | undefined> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#wake = resolve;
    await promise;
    return this.#changed;
  }

  /** Waits until no further file changes. Then waits until the target accepts connections, at most for `RETURN_MS`. */
  async #settled(): Promise<void> {
    do {
      this.#changed = undefined;
      await sleep(QUIET_MS);
    } while (this.#changed !== undefined);
    const end = performance.now() + RETURN_MS;
    while (!this.#isUp && performance.now() < end) await sleep(CHECK_MS.near);
    this.#changed = undefined;
    this.#watchFolders();
  }

  #note(change: string): void {
    this.#changed = change;
    this.#wake();
  }

  /** Watches the folders of the files that match the glob, including new folders. */
  #watchFolders(): void {
    const { glob } = this.#subject;
    if (glob === undefined) return;
    const exclude = ({ name }: { readonly name: string }) => name === 'node_modules';
    const folders = globSync(glob, { exclude, withFileTypes: true }).flatMap((one) =>
      one.isDirectory() ? [join(one.parentPath, one.name)] : [one.parentPath, dirname(one.parentPath)],
    );
    for (const folder of new Set(folders)) {
      if (this.#watchers.has(folder)) continue;
      const watcher = watch(folder, (_, name) => {
        const path = relative('', join(folder, name ?? ''));
        if (matchesGlob(path, relative('', glob))) this.#note(`${path} has changed`);
        else this.#watchFolders();
      });
      watcher.on('error', () => undefined);
      this.#watchers.set(folder, watcher);
    }
  }

  async #watchTarget(url: string): Promise<void> {
    const { signal } = this.#ending;
    while (!signal.aborted) {
      const isUp = await accepts(url);
      if (isUp && !this.#isUp) this.#note(`${url} has returned`);
      this.#isUp = isUp;
      await sleep(isLoopback(url) ? CHECK_MS.near : CHECK_MS.far, undefined, { signal }).catch(() => undefined);
    }
  }
}

/** True if the host of the URL accepts a connection. */
function accepts(url: string): Promise<boolean> {
  const { hostname, port, protocol } = new URL(url);
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = connect(Number(port || (protocol === 'https:' ? 443 : 80)), hostname.replace(/^\[|\]$/g, ''));
  socket.setTimeout(CHECK_MS.far, () => resolve(false));
  socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
  return promise.finally(() => socket.destroy());
}
