import { contractUnderTest } from '../../run/contract-under-test.ts';
import type { CommandContext } from '../command-context.ts';
import { columns } from '../terminal/columns.ts';

type ListKind = 'requirements' | 'cases' | 'operations' | 'tags';

interface ListFlags {
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  readonly spec?: string;
}

/**
 * Runs `integration-contract list`: prints the requirements, cases, operations or tags of a selection, one per line;
 * each line begins with the ID or name.
 *
 * @returns the exit status
 * @throws ConfigurationError if the selection is invalid
 * @throws DocumentError if the document is invalid
 */
export async function listCommand(
  { stdout }: CommandContext,
  kind: ListKind,
  { only = [], skip = [], spec }: ListFlags,
): Promise<number> {
  const underTest = await contractUnderTest(spec, { only, skip });
  const { cases, requirements: selected } = underTest.select();
  const used = new Set(cases.flatMap((one) => [one.operation?.operationId, ...(one.operations ?? [])]));
  const rows = {
    requirements: () =>
      underTest.requirements
        .filter(({ id }) => selected.has(id))
        .map(({ id, level, basis, operationId = '-', title }) => [id, level, basis, operationId, title]),
    cases: () => cases.map(({ id, title }) => [id, title]),
    operations: () =>
      underTest.contract.operations
        .filter(({ operationId }) => used.has(operationId))
        .map(({ operationId, method, path }) => [operationId, method, underTest.contract.basePath + path]),
    tags: () => {
      const byTag = Map.groupBy(
        cases.flatMap(({ tags = [] }) => tags),
        (tag) => tag,
      );
      return [...byTag].map(([tag, of]) => [tag, `${of.length} cases`]).toSorted();
    },
  };
  stdout.write(`${columns(rows[kind]())}\n`);
  return 0;
}
