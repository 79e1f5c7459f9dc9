import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isOn } from './flags/boolean-variable.ts';

/**
 * Health check of the container (Dockerfile): exits 0 if the mock with the settings in the environment variables
 * responds, else 1.
 */

const { CONTRACT_HOST, CONTRACT_HTTPS, CONTRACT_PORT, CONTRACT_TLS_CERT } = process.env;
const LOOPBACK: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

const host = CONTRACT_HOST || '127.0.0.1';
const request = CONTRACT_TLS_CERT || isOn(CONTRACT_HTTPS) ? requestHttps : requestHttp;

process.exitCode = 1;
request({
  host: LOOPBACK[host] ?? host,
  port: CONTRACT_PORT || 4010,
  path: '/__admin/health',
  // The request stays within the container, so the health check does not verify the server's certificate.
  rejectUnauthorized: false,
})
  .on('response', (response) => {
    if (response.statusCode === 200) process.exitCode = 0;
    response.resume();
  })
  .on('error', ({ message }) => process.stderr.write(`${message}\n`))
  .end();
