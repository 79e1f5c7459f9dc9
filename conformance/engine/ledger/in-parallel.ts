const AT_A_TIME = 8;

/** Calls `work` for each item of the list, in order, with at most eight concurrent calls. */
export async function inParallel<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const queue = all.values();
  const next = async () => {
    for (const one of queue) await work(one);
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, next));
}
