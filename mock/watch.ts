import { type FSWatcher, watch } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';

/**
 * Time in milliseconds without another file change after which `watchFiles` calls `changed`, since editors write a file
 * in several steps.
 */
const DEBOUNCE_MS = 100;
const DATA = /\.(?:ya?ml|json)$/;

/**
 * Calls `changed` after a change of one of the given files. Also calls `changed` after a change of another YAML or JSON
 * file in the folders of the given files, since documents refer to each other. The function watches folders, since
 * editors replace files.
 *
 * @returns a function that stops watching
 */
export function watchFiles(files: readonly string[], changed: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  const names = new Set(files.map((file) => basename(file)));
  const folders = new Set(files.map((file) => dirname(resolve(file))));
  const watchers: FSWatcher[] = [...folders].map((folder) =>
    watch(folder, { persistent: false }, (_event, name) => {
      if (name !== null && !names.has(name) && !DATA.test(name)) return;
      clearTimeout(timer);
      timer = setTimeout(changed, DEBOUNCE_MS);
    }),
  );
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
}
