import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readlinkSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import express from 'express';
import supertest from 'supertest';
import { expect, test } from 'vitest';
import { startMock } from '../../test/helpers/mock.ts';
import { staticFolder } from './static-files.ts';

/**
 * Lists the paths of the open files of this process. The function ignores a file that the process closes before the
 * function reads the path of the file.
 */
function openFiles(): string[] {
  return readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      return [readlinkSync(`/proc/self/fd/${fd}`)];
    } catch {
      return [];
    }
  });
}

test.runIf(process.platform === 'linux').each(['/__admin/page/style/base.css', '/docs/docs.js'])(
  'keeps no file open after a client has requested %s several times and has closed the connection',
  async (path) => {
    await using mock = await startMock({ port: 0 });
    const { host, port } = new URL(mock.url);
    const socket = connect(Number(port), '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`.repeat(50));
    await once(socket, 'data');
    socket.destroy();
    await sleep(100);
    expect(openFiles().filter((file) => file.endsWith(path.slice(path.lastIndexOf('/'))))).toEqual([]);
  },
);

const folder = mkdtempSync(join(tmpdir(), 'static-'));
mkdirSync(join(folder, 'guide'));
writeFileSync(join(folder, 'guide/index.html'), '<p>Guide</p>');
writeFileSync(join(folder, 'page.css'), 'p {}');
const app = express().use('/files', staticFolder(folder));

test.each([
  ['/files/page.css', 200, 'text/css'],
  ['/files/guide/', 200, 'text/html'],
  ['/files/guide', 301, 'text/html'],
  ['/files/', 404, 'text/html'],
  ['/files/..%2fpage.css', 404, 'text/html'],
])('responds to GET %s with %i', async (path, status, type) => {
  const response = await supertest(app).get(path).set('Accept', 'text/html');
  expect([response.status, response.type]).toEqual([status, type]);
});
