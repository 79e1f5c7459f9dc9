import type { ProxyOptions, RunningMock, World } from '../../../mock/index.ts';
import type { Colors } from './colors.ts';

interface BannerFlags {
  readonly spec?: string;
  readonly tlsWriteCa?: string;
  readonly proxy?: ProxyOptions;
}

/** Text that the mock prints when it starts, with everything that a frontend developer needs: URL, API key, records. */
export function banner(
  mock: RunningMock,
  apiKeys: readonly string[],
  { spec, tlsWriteCa: caFile, proxy }: BannerFlags,
  pc: Colors,
): string {
  const { url, contract, seed: world, faults, ca } = mock;
  const { title, version } = contract.document;
  const trust = ca === undefined ? '' : caFile === undefined ? '--insecure ' : `--cacert '${caFile}' `;
  const org = world.orgs[0];
  // A proxy that mocks no operation reads and changes no records.
  const hasState = !proxy || (proxy.mocked ?? []).length > 0;
  const width = Math.max(...contract.operations.map(({ operationId }) => operationId.length));
  const operations = contract.operations.map(
    ({ method, path, operationId }) =>
      `  ${method.padEnd(7)}${operationId.padEnd(width + 2)}${pc.dim(contract.basePath + path)}`,
  );
  return `${[
    '',
    `  ${pc.bold(title)} ${version}${spec === undefined ? '' : pc.dim(` (${spec})`)}, a ${proxy ? 'proxy' : 'mock'}`,
    '',
    `  URL            ${pc.cyan(url + contract.basePath)}`,
    ...(proxy
      ? [`  Backend        ${proxy.target}`, `  Mocked         ${proxy.mocked?.join(', ') || 'no operation'}`]
      : [`  API key        X-Api-Key: ${apiKeys[0]}`]),
    `  Admin page     ${pc.cyan(`${url}/__admin/`)}`,
    `  Docs           ${pc.cyan(`${url}/docs`)}`,
    ...(ca === undefined ? [] : [`  Trust          ${caFile ?? pc.dim('--tls-write-ca FILE writes the certificate')}`]),
    ...(faults.length === 0 ? [] : [`  Faults         ${pc.yellow(faults.map(({ id }) => id).join(', '))}`]),
    ...(spec === undefined && !proxy ? rowsOf(world) : []),
    '',
    ...operations,
    '',
    ...(spec === undefined && !proxy && org
      ? ['  Try it:', `    ${pc.cyan(tryIt(mock, apiKeys[0] ?? '', org.id, trust))}`, '']
      : []),
    `  ${hasState ? `Reset the state with POST ${url}/__admin/reset. ` : ''}Press Ctrl-C to stop.`,
    '',
  ].join('\n')}\n`;
}

/** Maximum number of records of each kind in the start text of the mock: a long list would hide the other lines. */
const MAX_ROWS = 4;

function rowsOf({ projects, orgs, integrations, installations }: World): string[] {
  const rows = (name: string, values: readonly string[]) => [
    ...values.slice(0, MAX_ROWS).map((value, index) => `  ${(index === 0 ? name : '').padEnd(15)}${value}`),
    ...(values.length > MAX_ROWS ? [`${' '.repeat(17)}and ${values.length - MAX_ROWS} more`] : []),
  ];
  return [
    '',
    ...rows(
      'Projects',
      projects.map(({ name, id }) => `${id}  ${name}`),
    ),
    ...rows(
      'Organization',
      orgs.map(({ id }) => id),
    ),
    ...rows(
      'Integrations',
      integrations.map(({ name, provider, id }) => `${id}  ${name} (${provider})`),
    ),
    ...rows('Installations', installations.length > 0 ? [range(installations.map(({ id }) => id))] : []),
  ];
}

function range(ids: readonly string[]): string {
  return ids.length === 1 ? `${ids[0]}` : `${ids[0]} to …${ids.at(-1)?.slice(-3)}`;
}

/** Example `curl` command for the operation with the shortest request body. */
function tryIt({ url, contract }: RunningMock, apiKey: string, orgId: string, trust: string): string {
  const operation = contract.operations.find(({ path }) => path.includes('{orgId}'));
  const path = operation?.path.replace('{orgId}', orgId) ?? '';
  const body = JSON.stringify(operation?.requestBody?.content[0]?.examples[0]?.value);
  return `curl -i ${trust}${url}${contract.basePath}${path} -H 'X-Api-Key: ${apiKey}' -H 'Content-Type: application/json' -d '${body}'`;
}
