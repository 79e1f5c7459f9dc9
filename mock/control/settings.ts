import { advanced, type ClockSetting, isValidClock, systemClock } from '../core/clock.ts';
import {
  inTransaction,
  type SandboxHandler,
  type SandboxHandlers,
  type TransactionHandler,
} from '../core/operation-handler.ts';
import { isProblem, Problem } from '../core/problem.ts';
import { SETTINGS, type Settings } from '../core/settings.ts';
import type { Transaction } from '../core/store.ts';
import type { Sandboxes } from '../sandboxes/sandboxes.ts';

type SettingsPatch = { [name in keyof Settings]?: Settings[name] | null };

/** Creates the handlers of the operations on the settings and the clock of a sandbox. */
export function settingsHandlers(sandboxes: Sandboxes): SandboxHandlers {
  /**
   * Creates a handler that runs the given handler, then responds with the effective settings: the settings of the
   * sandbox, and the defaults of the mock for absent settings.
   */
  const thenSettings =
    (handler: TransactionHandler<never>): SandboxHandler<never> =>
    async (request, sandbox) => {
      await inTransaction(handler)(request, sandbox);
      return { body: withoutFaults((await sandboxes.open(sandbox.name)).settings) };
    };
  const thenClock =
    (handler: TransactionHandler<never>): SandboxHandler<never> =>
    async (request, sandbox) => {
      const problem = await inTransaction(handler)(request, sandbox);
      if (isProblem(problem)) return problem;
      return getClock(request, await sandboxes.open(sandbox.name));
    };

  return {
    getSettings: async (_request, { settings }) => ({ body: withoutFaults(settings) }),
    patchSettings: thenSettings(patchSettings),
    getClock,
    putClock: thenClock(putClock),
    advanceClock: thenClock(advanceClock),
  };
}

const getClock: SandboxHandler<never> = inTransaction(async (_request, tx, { clockIn, settings }) => ({
  body: { now: clockIn(tx).now().toISOString(), ...settings.clock },
}));

/** Returns the settings without the faults, since separate operations show and change the faults. */
function withoutFaults({ faults: _, ...settings }: Settings): Settings {
  return settings;
}

/**
 * Applies a JSON Merge Patch (RFC 7396) to the settings. A setting with the value null gets the default of the mock.
 */
const patchSettings: TransactionHandler<SettingsPatch> = async ({ body }, tx) => {
  await change(tx, (settings) => {
    const merged = Object.entries({ ...settings, ...body });
    return Object.fromEntries(merged.filter(([, value]) => value !== null));
  });
  return {};
};

const putClock: TransactionHandler<ClockSetting> = async ({ body }, tx) => {
  if (!isValidClock(body, systemClock)) return invalidClock();
  await change(tx, (settings) => ({ ...settings, clock: body }));
  return {};
};

const advanceClock: TransactionHandler<{ seconds: number }> = async ({ body }, tx, { settings }) => {
  const clock = advanced(settings.clock ?? {}, body.seconds * 1000);
  if (!isValidClock(clock, systemClock)) return invalidClock();
  await change(tx, (own) => ({ ...own, clock }));
  return {};
};

function invalidClock(): Problem {
  const detail =
    'The time is a leap second, outside the years 1 to 9998, or more than a century from now; expected another time.';
  return new Problem('invalidRequest', detail);
}

async function change(tx: Transaction, work: (settings: Settings) => Settings): Promise<void> {
  await tx.put(SETTINGS, [], work((await tx.get(SETTINGS, [])) ?? {}));
}
