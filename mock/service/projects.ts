import type { Resource } from '../core/service.ts';
import type { Kinds } from './kinds.ts';

export const project: Resource<Kinds['project']> = {
  duplicateMessage: ({ name }) => `a project named ${name} already exists.`,
};
