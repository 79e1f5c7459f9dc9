import { Router } from 'express';
import type { Contract } from '../../../src/contract/contract.ts';
import { PROBLEM_TYPES } from '../../core/problem.ts';

/** Creates the router of the pages about the problem types. `requirements` is the path of requirements.yaml. */
export function problemPages(served: () => Contract, requirements: string | undefined): Router {
  return Router().get('/problems/:name', async (request, response, next) => {
    const type = PROBLEM_TYPES.find(({ name }) => name === request.params.name);
    if (!type) return next();
    const { problemPage } = await import('./problem-page.ts');
    response.type('html').send(problemPage(type, served(), requirements));
  });
}
