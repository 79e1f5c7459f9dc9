import type { components, paths } from '../../../src/client/generated/control-api.ts';

export type { paths };

type Schemas = components['schemas'];

export type Clock = Schemas['Clock'];
export type Exchange = Schemas['Exchange'];
export type Fault = Schemas['Fault'];
export type Invite = Schemas['Invite'];
export type Latency = Schemas['Latency'];
export type Message = Schemas['Message'];
export type SandboxLife = Schemas['SandboxLife'];
export type SettingsPatch = Schemas['SettingsPatch'];
export type Violation = Schemas['ShownViolation'];

/** One entry of a problem document's `issues`. */
export interface Issue {
  readonly in: string;
  readonly pointer: string;
  readonly detail: string;
  readonly hint?: string;
  readonly rule?: string;
  readonly expected: string;
  readonly actual: string;
}

/** What a problem document (RFC 9457) of the mock tells. */
export interface ProblemDocument {
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly issues?: readonly Issue[];
}
