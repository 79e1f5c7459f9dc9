export { runSuite, SuiteFault, type SuiteInput, type SuiteOptions } from './run-suite.ts';
export type { CaseRecord } from './suite/case.ts';
export { type SelectedCases, type Selection, selectCases } from './suite/selection.ts';
export {
  ConfigurationError,
  checkFixtures,
  type Fixtures,
  loadConfiguration,
  type TargetConfiguration,
} from './target/configuration.ts';
export { isLoopback } from './target/loopback.ts';
export { reach } from './target/reach.ts';
export { type Conceal, concealer, secretsOf, unmistakable } from './target/secrets.ts';
export { SEEDED_API_KEY, seededFixtures } from './target/seeded-fixtures.ts';
export { type Target, UnreachableError } from './target/target.ts';
