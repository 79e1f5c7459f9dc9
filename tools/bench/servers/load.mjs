// Client that creates load, in a process with its own core. Reads `{url, requests, connections}` from standard input,
// and sends each request once.
import { text } from 'node:stream/consumers';
import autocannon from 'autocannon';

const { url, requests, connections } = JSON.parse(await text(process.stdin));
const share = Math.ceil(requests.length / connections);
let next = 0;
const result = await autocannon({
  url,
  // autocannon prepares all `requests` of its option for every client. To save time, the option contains only one
  // request, and `setupClient` gives each client its own part of the requests.
  requests: requests.slice(0, 1),
  connections,
  amount: requests.length,
  timeout: 10,
  setupClient: (client) => {
    client.setRequests(requests.slice(next, next + share));
    next = (next + share) % requests.length;
  },
});
const { p50, p99 } = result.latency;
const statuses = Object.fromEntries(
  Object.entries(result.statusCodeStats ?? {}).map(([status, { count }]) => [status, count]),
);
const seconds = (result.finish - result.start) / 1000;
process.stdout.write(
  JSON.stringify({ perSecond: result.requests.total / seconds, p50, p99, statuses, errors: result.errors }),
);
