/** The entry point of the package `integration-contract-suite`. */

export { ConfigurationError, type ServiceFixtures, SuiteFault, UnreachableError } from '../../../conformance/index.ts';
export type { RequirementResult } from '../../run-result/requirement-result.ts';
export type { RunResult } from '../../run-result/run-result.ts';
export { type ConformOptions, conform } from './conform.ts';
export { type ConformanceOptions, conformance } from './conformance.ts';
