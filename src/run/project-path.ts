import { basename, isAbsolute, join, relative, sep } from 'node:path';
import { OPENAPI_FILE, REQUIREMENT_PAGES } from '../project.ts';

/**
 * The path by which a project knows its document: relative to the current folder, where the document lies below
 * it, else its name alone. A report goes to others, whose folders are other ones.
 */
export function projectPath(file: string): string {
  if (file === OPENAPI_FILE) return 'spec/openapi.yaml';
  const path = relative('', file);
  return path.startsWith('..') || isAbsolute(path) ? basename(file) : path.split(sep).join('/');
}

/** The path of a requirement page (`docs/reference/requirements/….md#d42`) from the current folder. */
export function pageHere(page: string): string {
  return relative('', join(REQUIREMENT_PAGES, basename(page)));
}
