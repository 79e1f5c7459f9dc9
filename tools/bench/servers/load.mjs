// The load, in a process of its own, so that it can have a core of its own.
// Reads {url, requests, connections, seconds} from the standard input, writes one JSON result.
import { text } from 'node:stream/consumers';
import autocannon from 'autocannon';

const { url, requests, connections, seconds } = JSON.parse(await text(process.stdin));
let next = 0;
const result = await autocannon({
  url,
  requests,
  connections,
  duration: seconds,
  timeout: 10,
  // Each connection begins elsewhere in the list: else all would send the same request at the same time.
  setupClient: (client) => {
    const from = Math.floor((next++ * requests.length) / connections);
    client.setRequests([...requests.slice(from), ...requests.slice(0, from)]);
  },
});
const { average, total } = result.requests;
const { p50, p99, max } = result.latency;
const statuses = Object.fromEntries(
  Object.entries(result.statusCodeStats ?? {}).map(([status, { count }]) => [status, count]),
);
process.stdout.write(
  JSON.stringify({
    requests: total,
    perSecond: average,
    p50,
    p99,
    max,
    statuses,
    errors: result.errors,
    timeouts: result.timeouts,
  }),
);
