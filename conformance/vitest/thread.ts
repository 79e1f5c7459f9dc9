import { enableCompileCache } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';

/**
 * The main module of the thread in which Vitest runs the suite. `workerData` is the folder of the cache of compiled
 * code and parsed YAML; undefined if the process has none.
 */

// The compile cache must be enabled before the thread loads other modules.
if (typeof workerData === 'string') enableCompileCache(workerData);

if (!parentPort) throw new Error('This module must run in a worker thread.');
const port = parentPort;

const { init, runBaseTests, setupEnvironment } = await import('vitest/worker');
init({
  post: (message) => port.postMessage(message),
  on: (listener) => port.on('message', listener),
  off: (listener) => port.off('message', listener),
  teardown: () => port.removeAllListeners('message'),
  runTests: (state, traces) => runBaseTests('run', state, traces),
  collectTests: (state, traces) => runBaseTests('collect', state, traces),
  setup: setupEnvironment,
});

// Loads the modules of the suite before a run needs them.
await import('../engine/runner/selection.ts');
await import('../engine/session.ts');
await import('../engine/runner/run-case.ts');
const { prepareOwnSuite } = await import('./suite-at.ts');
await prepareOwnSuite();
