export { Client } from './connection/client.ts';
export {
  ConfigurationError,
  checkFixtures,
  checkSettings,
  configurationSchema,
  type HookConfiguration,
  loadConfiguration,
  parseConfiguration,
  requireDistinct,
  type TargetConfiguration,
} from './connection/configuration.ts';
export { isFieldValue, requireFieldValue } from './connection/field-value.ts';
export {
  addressesOf,
  type Fixtures,
  forbiddenKeyOf,
  lackingFixtures,
} from './connection/fixture-kind.ts';
export { isLoopback } from './connection/loopback.ts';
export { reach } from './connection/reach.ts';
export { redacted } from './connection/redact.ts';
export { type Conceal, concealer, formsOf, secretsOf, unmistakable } from './connection/secrets.ts';
export { type Connection, type Target, UnreachableError } from './connection/target.ts';
export { inSuiteOrder, mergeRecords, type RunOrder, runOrder } from './engine/runner/merge-records.ts';
export { isNarrowed, type SelectedCases, type Selection, type Shard, selectCases } from './engine/runner/selection.ts';
export { unrun } from './engine/runner/skipped-cases.ts';
export type { Suite } from './engine/runner/suite.ts';
export { FIXTURES, NEEDED_INSTALLATIONS, NOUNS_OF_CREATED, type ServiceFixtures } from './service/fixtures.ts';
export { SEEDED_API_KEY, seededFixtures, seedFixtures } from './service/seeded-fixtures.ts';
export { type RunSuite, runSuite, SuiteFault } from './vitest/run-suite.ts';
export { suiteAt } from './vitest/suite-at.ts';
