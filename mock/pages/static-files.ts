import { globSync, readFileSync } from 'node:fs';
import { join, posix, sep } from 'node:path';
import type { RequestHandler, Response } from 'express';

/** The content of each file that a client requested, by the path of the file. */
const contents = new Map<string, Buffer>();

/**
 * Sends a static file, such as a script of the admin page, from memory. A stream would keep the file open while earlier
 * responses on the same connection are incomplete. If the client closed the connection before the end of these
 * responses, the stream would never close the file.
 *
 * @throws Error if the mock cannot read the file; the next request then tries to read the file again
 */
export function sendStaticFile(response: Response, path: string): void {
  const content = contents.get(path) ?? readFileSync(path);
  contents.set(path, content);
  response.type(path.slice(path.lastIndexOf('.'))).send(content);
}

/**
 * Creates a handler that sends the files of a folder and of its subfolders. For the URL of a folder with a file
 * `index.html`, the handler sends this file. If no file has the requested path, the request goes to the next handler.
 */
export function staticFolder(folder: string): RequestHandler {
  const names = new Set(globSync('**/*.*', { cwd: folder }).map((name) => name.replaceAll(sep, '/')));
  return (request, response, next) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return next();
    const name = request.path.slice(1);
    const [path = ''] = request.originalUrl.split('?', 1);
    if (names.has(name)) return sendStaticFile(response, join(folder, name));
    if (!names.has(posix.join(name, 'index.html'))) return next();
    if (path.endsWith('/')) return sendStaticFile(response, join(folder, name, 'index.html'));
    response.redirect(301, `${path}/`);
  };
}
