import { basename, isAbsolute, relative, sep } from 'node:path';
import { OPENAPI_FILE } from '../contract/project-files.ts';

/**
 * The path by which a project knows its document: relative to the current folder, where the document lies below
 * it, else its name alone. A report goes to others, whose folders are other ones.
 */
export function projectPath(file: string): string {
  if (file === OPENAPI_FILE) return 'spec/openapi.yaml';
  const path = relative('', file);
  return path.startsWith('..') || isAbsolute(path) ? basename(file) : path.split(sep).join('/');
}
