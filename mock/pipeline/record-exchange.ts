import { ExchangeRecorder, type Fail, type TakeExchange } from '../journal/exchange-recorder.ts';
import type { Handler } from './http.ts';

/**
 * Records every exchange. Passes the exchange to `take` just before the mock sends the response, or when the connection
 * ends.
 */
export function recordExchange(take: TakeExchange, fail: Fail): Handler {
  return (request, response, next) => {
    if (!response.locals.recorder) {
      const recorder = new ExchangeRecorder(request, response, take, fail);
      response.locals.recorder = recorder;
      response.on('close', () => recorder.abort('The connection ended before the mock sent the response.'));
    }
    next();
  };
}
