import { expect, test, vi } from 'vitest';
import { endThread, suiteThreads } from './suite-thread.ts';

test('answers the request of Vitest to stop a thread that has ended', async () => {
  const worker = suiteThreads.createPoolWorker({} as never);
  await worker.start();
  const messages = vi.fn();
  worker.on('message', messages);
  endThread();
  worker.send({ type: 'stop', __vitest_worker_request__: true } as never);
  const stopped = expect.objectContaining({ type: 'stopped' });
  await vi.waitFor(() => expect(messages).toHaveBeenCalledWith(stopped), { timeout: 20_000 });
});
