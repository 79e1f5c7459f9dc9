export { runSuite, SuiteFault, type SuiteInput, type SuiteOptions } from './run-suite.ts';
export type { CaseRecord } from './suite/case.ts';
export type { Exploration } from './suite/explore/exploration.ts';
export { inSuiteOrder, mergeRecords, type RunOrder, runOrder } from './suite/merge-records.ts';
export { prepareSamples } from './suite/samples.ts';
export { type SelectedCases, type Selection, type Shard, selectCases } from './suite/selection.ts';
export { unrun } from './suite/unrun.ts';
export type { Answer } from './target/answer.ts';
export { Client, type WireRequest } from './target/client.ts';
export {
  ConfigurationError,
  checkFixtures,
  checkSettings,
  type Fixtures,
  type HookConfiguration,
  loadConfiguration,
  requireDistinct,
  type TargetConfiguration,
} from './target/configuration.ts';
export { isFieldValue, requireFieldValue } from './target/field-value.ts';
export { isLoopback } from './target/loopback.ts';
export { reach } from './target/reach.ts';
export { redacted, type ShownExchange } from './target/redact.ts';
export { type Conceal, concealer, formsOf, type SecretForm, secretsOf, unmistakable } from './target/secrets.ts';
export { SEEDED_API_KEY, SEEDED_INSTALLATIONS, seededFixtures, seedFixtures } from './target/seeded-fixtures.ts';
export { type Connection, type Target, UnreachableError } from './target/target.ts';
