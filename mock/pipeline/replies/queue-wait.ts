import type { Response } from '../http.ts';

/**
 * Waits for the given time, then resolves to true. If the client closes the connection within the given time, resolves
 * to false immediately.
 */
export function waitWhileConnected(milliseconds: number, response: Response): Promise<boolean> {
  if (response.destroyed) return Promise.resolve(false);
  return new Promise((resolve) => {
    const gone = () => {
      clearTimeout(timer);
      resolve(false);
    };
    const timer = setTimeout(() => {
      response.off('close', gone);
      resolve(true);
    }, milliseconds);
    response.once('close', gone);
  });
}
