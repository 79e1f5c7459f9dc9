import type { Exchange } from '../journal/exchange.ts';
import { ExchangeRecorder } from '../journal/exchange-recorder.ts';
import type { Handler } from './http.ts';

/** Records every exchange. Calls `take` just before the response is sent. */
export function recordExchange(onComplete: (exchange: Exchange) => void): Handler {
  return (request, response, next) => {
    if (!response.locals.recorder) {
      const recorder = new ExchangeRecorder(request, response, onComplete);
      response.locals.recorder = recorder;
      response.on('close', () => recorder.abort('The connection ended before the response.'));
    }
    next();
  };
}
