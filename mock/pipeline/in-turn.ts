import type { Handler } from './http.ts';

/**
 * One handler that runs several in turn, as a router does with its layers: each is called when the one
 * before calls `next`, and what one throws or rejects with is the error. A layer of a router costs more
 * than most handlers do.
 */
export function inTurn(...handlers: readonly Handler[]): Handler {
  return (request, response, next) => {
    let index = 0;
    const step = (error?: unknown): void => {
      const handler = error === undefined ? handlers[index++] : undefined;
      try {
        const result: unknown = handler ? handler(request, response, step) : next(error);
        if (result instanceof Promise) result.catch(next);
      } catch (thrown) {
        next(thrown);
      }
    };
    step();
  };
}
