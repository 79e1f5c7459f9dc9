import type { Response } from '../http.ts';

/** True if the client is still there after so many milliseconds; false as soon as it is gone. */
export function waited(milliseconds: number, response: Response): Promise<boolean> {
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
