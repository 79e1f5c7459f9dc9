import pc from 'picocolors';
import { type RunningMock, SEED } from '../../mock/index.ts';

/** What a frontend developer needs to start: where, with which key, on what. */
export function banner(
  { url, contract, ca }: RunningMock,
  apiKeys: readonly string[],
  spec: string | undefined,
  caFile: string | undefined,
): string {
  const { title, version } = contract.document;
  const trust = ca === undefined ? '' : caFile === undefined ? '--insecure ' : `--cacert '${caFile}' `;
  const width = Math.max(...contract.operations.map(({ operationId }) => operationId.length));
  const operations = contract.operations.map(
    ({ method, path, operationId }) =>
      `  ${method.padEnd(7)}${operationId.padEnd(width + 2)}${pc.dim(contract.basePath + path)}`,
  );
  return `${[
    '',
    `  ${pc.bold(title)} ${version}${spec === undefined ? '' : pc.dim(` (${spec})`)}, a mock`,
    '',
    `  URL      ${pc.cyan(url + contract.basePath)}`,
    `  API key  X-Api-Key: ${apiKeys[0]}`,
    ...(ca === undefined ? [] : [`  Trust    ${caFile ?? pc.dim('--tls-write-ca FILE writes the certificate')}`]),
    ...(spec === undefined ? seed() : []),
    '',
    ...operations,
    '',
    ...(spec === undefined ? ['  Try it:', `    ${pc.cyan(tryIt(url, apiKeys[0] ?? '', trust))}`, ''] : []),
    `  State: ${url}/__admin/state   Reset: POST ${url}/__admin/reset   Stop: Ctrl-C`,
    '',
  ].join('\n')}\n`;
}

function seed(): string[] {
  const { projects, orgs, integrations, installations } = SEED;
  const row = (name: string, value: string) => `  ${name.padEnd(9)}${value}`;
  return [
    '',
    ...projects.map(({ name, id }, index) => row(index === 0 ? 'Projects' : '', `${id}  ${name}`)),
    ...orgs.map(({ id }) => row('Org', id)),
    ...integrations.map(({ name, provider, id }, index) =>
      row(index === 0 ? 'Integr.' : '', `${id}  ${name} (${provider})`),
    ),
    row('Install.', `${installations[0]?.id} to …${installations.at(-1)?.id.slice(-3)}`),
  ];
}

function tryIt(url: string, apiKey: string, trust: string): string {
  return `curl -i ${trust}${url}/v1/orgs/${SEED.orgs[0]?.id}/invites -H 'X-Api-Key: ${apiKey}' -H 'Content-Type: application/json' -d '{"email": "ada@example.com"}'`;
}
