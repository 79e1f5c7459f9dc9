import { Router } from 'express';
import { PROBLEM_TYPES } from '../../core/problem.ts';

/** The pages behind the `href` of problems. */
export function problemPages(): Router {
  return Router().get('/problems/:name', async (request, response, next) => {
    const type = PROBLEM_TYPES.find(({ name }) => name === request.params.name);
    if (!type) return next();
    const { problemPage } = await import('./problem-page.ts');
    response.type('html').send(problemPage(type));
  });
}
