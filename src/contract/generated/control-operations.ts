/**
 * Generated from spec/admin.yaml by `npm run generate`; never edited.
 */

export const CONTROL_OPERATIONS = {
  /** Tell that the mock is up, and what it serves. */
  getHealth: {"method":"GET","path":"/__admin/health","queryNames":[],"body":null},
  /** Take a snapshot of the state. */
  getState: {"method":"GET","path":"/__admin/state","queryNames":[],"body":null},
  /** Replace the state, for instance with a snapshot. */
  putState: {"method":"PUT","path":"/__admin/state","queryNames":[],"body":"application/json"},
  /** Return to the seed. */
  resetState: {"method":"POST","path":"/__admin/reset","queryNames":[],"body":null},
  /** Install an integration, which no operation of the service does. */
  addInstallation: {"method":"POST","path":"/__admin/state/installations","queryNames":[],"body":"application/json"},
  /** List the snapshots. */
  listSnapshots: {"method":"GET","path":"/__admin/snapshots","queryNames":[],"body":null},
  /** Take a snapshot, or take it anew. */
  putSnapshot: {"method":"PUT","path":"/__admin/snapshots/{snapshot}","queryNames":[],"body":null},
  /** Delete a snapshot. */
  deleteSnapshot: {"method":"DELETE","path":"/__admin/snapshots/{snapshot}","queryNames":[],"body":null},
  /** Return to a snapshot. */
  restoreSnapshot: {"method":"POST","path":"/__admin/snapshots/{snapshot}/restore","queryNames":[],"body":null},
  /** List the sandboxes. */
  listSandboxes: {"method":"GET","path":"/__admin/sandboxes","queryNames":[],"body":null},
  /** Delete a sandbox with all that it holds. */
  deleteSandbox: {"method":"DELETE","path":"/__admin/sandboxes/{sandbox}","queryNames":[],"body":null},
  /** Tell the settings. */
  getSettings: {"method":"GET","path":"/__admin/settings","queryNames":[],"body":null},
  /** Change some of the settings. */
  patchSettings: {"method":"PATCH","path":"/__admin/settings","queryNames":[],"body":"application/json"},
  /** Tell the time of the sandbox. */
  getClock: {"method":"GET","path":"/__admin/clock","queryNames":[],"body":null},
  /** Stop or shift the time. */
  putClock: {"method":"PUT","path":"/__admin/clock","queryNames":[],"body":"application/json"},
  /** Let time pass. */
  advanceClock: {"method":"POST","path":"/__admin/clock/advance","queryNames":[],"body":"application/json"},
  /** List the faults and how often each struck. */
  listFaults: {"method":"GET","path":"/__admin/faults","queryNames":[],"body":null},
  /** Let something go wrong. */
  addFault: {"method":"POST","path":"/__admin/faults","queryNames":[],"body":"application/json"},
  /** Let nothing go wrong any more. */
  deleteFaults: {"method":"DELETE","path":"/__admin/faults","queryNames":[],"body":null},
  /** Tell a fault and how often it struck. */
  getFault: {"method":"GET","path":"/__admin/faults/{fault}","queryNames":[],"body":null},
  /** Set a fault of this name. */
  putFault: {"method":"PUT","path":"/__admin/faults/{fault}","queryNames":[],"body":"application/json"},
  /** Delete a fault. */
  deleteFault: {"method":"DELETE","path":"/__admin/faults/{fault}","queryNames":[],"body":null},
} as const;
