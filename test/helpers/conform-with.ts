import { defectNamed, startFaultyServer } from '../../conformance/faulty/index.ts';
import { startMock } from '../../mock/index.ts';
import { type CliOptions, type Finished, runCli } from './run-cli.ts';

/** Runs `conform` against a new faulty server with the given defect, or against a new mock if no defect is given. */
export async function conformWith(
  defect: string | undefined,
  args: readonly string[],
  options: CliOptions,
): Promise<Finished> {
  await using mock = await startMock({ port: 0 });
  await using server = defect === undefined ? undefined : await startFaultyServer(defectNamed(defect), mock.url);
  return await runCli(['conform', server?.url ?? mock.url, '--reports', 'reports', ...args], options);
}
