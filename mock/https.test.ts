import { randomBytes, X509Certificate } from 'node:crypto';
import { connect } from 'node:net';
import { hostname } from 'node:os';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { generate } from 'selfsigned';
import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CertificateError, type RunningMock, startMock } from '../test/helpers/mock.ts';

let mock: RunningMock;
beforeAll(async () => {
  mock = await startMock({ port: 0, https: true });
});
afterAll(() => mock.close());

/** Sends bytes over TCP. Returns the bytes that arrive until the mock closes the connection. */
function raw(bytes: string | Uint8Array): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(Number(new URL(mock.url).port), '127.0.0.1', () => socket.write(bytes));
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1');
    });
    socket.on('close', () => resolve(answer));
    socket.on('error', (error: NodeJS.ErrnoException) => (error.code === 'ECONNRESET' ? undefined : reject(error)));
  });
}

/** Opens a TLS connection to the mock with `servername` as its host name. The client trusts the mock's certificate. */
function handshake(servername: string): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const port = Number(new URL(mock.url).port);
    const socket = connectTls({ port, host: '127.0.0.1', ca: mock.ca, servername }, () => resolve(socket));
    socket.on('error', reject);
  });
}

describe('the self-signed certificate', () => {
  test('allows TLS connections only to clients that trust the certificate in `ca`', async () => {
    const { body } = await supertest(mock.url).get('/__admin/health').ca(String(mock.ca)).expect(200);
    expect(body.status).toBe('ok');
    await expect(supertest(mock.url).get('/__admin/health')).rejects.toThrow('self-signed certificate');
  });

  test.each(['localhost', '127.0.0.1', '::1'])('names the host %s in the self-signed certificate', async (name) => {
    const certificate = new X509Certificate(String(mock.ca));
    expect(name === 'localhost' ? certificate.checkHost(name) : certificate.checkIP(name)).toBe(name);
  });

  test('lets a client reject the certificate if the client uses a host name that the certificate does not contain', async () => {
    await expect(handshake('example.com')).rejects.toThrow(/not in the cert/);
    (await handshake('localhost')).destroy();
  });

  test('names the machine and its addresses in the certificate if the mock listens on all addresses', async () => {
    await using open = await startMock({ port: 0, https: true, host: '0.0.0.0' });
    const certificate = new X509Certificate(String(open.ca));
    expect(certificate.checkHost(hostname())).toBe(hostname());
    expect(certificate.checkIP('0.0.0.0')).toBe('0.0.0.0');
    expect(new URL(open.url).hostname).toBe('127.0.0.1');
  });

  test('creates a certificate that is already valid, is valid for months, and is not a certificate authority', () => {
    const { validFromDate, validToDate, ca } = new X509Certificate(String(mock.ca));
    const hour = 3_600_000;
    expect(validFromDate.getTime()).toBeLessThan(Date.now() - 12 * hour);
    expect(validToDate.getTime()).toBeGreaterThan(Date.now() + 90 * 24 * hour);
    expect(ca).toBe(false);
  });

  test('creates a new self-signed certificate at each start', async () => {
    await using other = await startMock({ port: 0, https: true });
    expect(other.ca).not.toBe(mock.ca);
  });

  test('creates no certificate for plain HTTP', async () => {
    await using plain = await startMock({ port: 0 });
    expect(plain.url).toMatch(/^http:/);
    expect(plain.ca).toBeUndefined();
  });
});

describe('a given certificate', () => {
  const make = () => generate([{ name: 'commonName', value: 'localhost' }], { keyType: 'ec', algorithm: 'sha256' });

  test('uses the certificate of the user for the server', async () => {
    const { cert, private: key } = await make();
    await using given = await startMock({ port: 0, https: { cert, key } });
    await supertest(given.url.replace('127.0.0.1', 'localhost')).get('/__admin/health').ca(cert).expect(200);
    expect(given.ca).toBeUndefined();
  });

  test.each([
    [
      'a private key of another certificate',
      async () => ({ ...(await make()), key: (await make()).private }),
      /key values mismatch/,
    ],
    [
      'a text instead of a certificate',
      async () => ({ cert: 'none', key: (await make()).private }),
      /certificate is invalid; expected an X\.509 certificate in PEM/,
    ],
    [
      'an empty private key',
      async () => ({ ...(await make()), key: '' }),
      /key is invalid; expected a private key in PEM/,
    ],
    [
      'a truncated certificate',
      async () => ({ cert: (await make()).cert.slice(0, 200), key: (await make()).private }),
      /certificate is invalid; expected an X\.509 certificate in PEM/,
    ],
    [
      'a private key with a passphrase',
      async () => {
        const options = { keyType: 'ec', algorithm: 'sha256', passphrase: 'secret' } as const;
        const { cert, private: key } = await generate([{ name: 'commonName', value: 'a' }], options);
        return { cert, key };
      },
      /without a passphrase/,
    ],
  ])('rejects %s in the option https', async (_, given, message) => {
    const start = startMock({ port: 0, https: await given() });
    await expect(start).rejects.toThrow(CertificateError);
    await expect(start).rejects.toThrow(message);
  });
});

test('writes https into the URLs of the mock', async () => {
  const { body } = await supertest(mock.url).post('/v1/projects/demo-project/jwt-keys').ca(String(mock.ca)).expect(401);
  expect(body.href).toBe(`${mock.url}/problems/unauthorized`);
  await supertest(mock.url).get('/problems/unauthorized').ca(String(mock.ca)).expect(200);
});

describe('a client without TLS', () => {
  test.each<[string, string | Uint8Array]>([
    ['an incomplete request', 'GET /v1/any'],
    ['a body of a mebibyte', `POST /v1/any HTTP/1.1\r\nContent-Length: 1048576\r\n\r\n${'x'.repeat(2 ** 20)}`],
    ['random bytes', randomBytes(5000)],
    [
      'the beginning of a TLS handshake, followed by random bytes',
      Buffer.concat([Buffer.from([0x16, 3, 1, 0, 100]), randomBytes(500)]),
    ],
  ])('accepts TLS connections after a client without TLS has sent %s', async (_, bytes) => {
    await raw(bytes);
    await supertest(mock.url).get('/__admin/health').ca(String(mock.ca)).expect(200);
  });

  test('accepts TLS connections after a client has reset many connections', async () => {
    const beginnings = ['', 'GET /', Buffer.from([0x16]), Buffer.from([0x16, 3, 1, 0, 200, 1]), 'x'.repeat(100_000)];
    const resets = Array.from({ length: 100 }, (_, n) => resetAfter(beginnings[n % beginnings.length] ?? '', n % 3));
    await Promise.all(resets);
    await supertest(mock.url).get('/__admin/health').ca(String(mock.ca)).expect(200);
  });

  function resetAfter(bytes: string | Uint8Array, afterMs: number): Promise<void> {
    return new Promise((resolve) => {
      const socket = connect(Number(new URL(mock.url).port), '127.0.0.1', () => {
        if (bytes.length > 0) socket.write(bytes);
        setTimeout(() => socket.resetAndDestroy(), afterMs);
      });
      socket.on('error', () => undefined);
      socket.on('close', () => resolve());
    });
  }
});
