import type { Resource } from '../core/service.ts';
import type { Kinds } from './kinds.ts';

export const project: Resource<Kinds['project']> = {
  taken: ({ name }) => `a project named ${name} already exists.`,
};
