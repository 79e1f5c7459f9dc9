import type { RequestHandler, Response } from 'express';
import type { Exchange } from '../journal/exchange.ts';
import { ExchangeRecorder } from '../journal/exchange-recorder.ts';

/** Has every exchange from here on written down: `take` gets it just before its answer leaves. */
export function recordExchange(take: (exchange: Exchange) => void): RequestHandler {
  return (request, response, next) => {
    if (!response.locals.recorder) {
      const recorder = new ExchangeRecorder(request, response, take);
      response.locals.recorder = recorder;
      response.on('close', () => recorder.abort('The connection ended before the answer.'));
    }
    next();
  };
}

/** Who writes the exchange down; nobody does of the control API and of pages. */
export function recorderOf(response: Response): ExchangeRecorder | undefined {
  return response.locals.recorder;
}
