/** What a command tells a script. */
export const exitStatusOf = {
  conforming: 0,
  nonconforming: 1,
  /** Usage or configuration. */
  usage: 2,
  incomplete: 3,
  unreachable: 4,
  /** A fault of the suite itself (EX_SOFTWARE). */
  fault: 70,
} as const;
