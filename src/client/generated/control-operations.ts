/**
 * Generated from mock/control/admin.yaml by `npm run generate`; never edited.
 */

export const CONTROL_OPERATIONS = {
  /** Check that the mock runs, and show the contract that it serves. */
  getHealth: {"method":"GET","path":"/__admin/health","queryNames":[],"body":null},
  /** List the mocks that share the database. */
  listReplicas: {"method":"GET","path":"/__admin/replicas","queryNames":[],"body":null},
  /** Show the complete state. */
  getState: {"method":"GET","path":"/__admin/state","queryNames":[],"body":null},
  /** Replace the complete state. */
  putState: {"method":"PUT","path":"/__admin/state","queryNames":[],"body":"application/json"},
  /** Reset the sandbox to the seed. */
  resetState: {"method":"POST","path":"/__admin/reset","queryNames":[],"body":null},
  /** List the snapshots. */
  listSnapshots: {"method":"GET","path":"/__admin/snapshots","queryNames":[],"body":null},
  /** Create or replace a snapshot. */
  putSnapshot: {"method":"PUT","path":"/__admin/snapshots/{snapshot}","queryNames":[],"body":null},
  /** Delete a snapshot. */
  deleteSnapshot: {"method":"DELETE","path":"/__admin/snapshots/{snapshot}","queryNames":[],"body":null},
  /** Restore a snapshot. */
  restoreSnapshot: {"method":"POST","path":"/__admin/snapshots/{snapshot}/restore","queryNames":[],"body":null},
  /** List the sandboxes. */
  listSandboxes: {"method":"GET","path":"/__admin/sandboxes","queryNames":[],"body":null},
  /** Delete a sandbox with its state, journal, snapshots, faults and settings. */
  deleteSandbox: {"method":"DELETE","path":"/__admin/sandboxes/{sandbox}","queryNames":[],"body":null},
  /** Show the settings. */
  getSettings: {"method":"GET","path":"/__admin/settings","queryNames":[],"body":null},
  /** Change some of the settings. */
  patchSettings: {"method":"PATCH","path":"/__admin/settings","queryNames":[],"body":"application/json"},
  /** Show the time of the sandbox. */
  getClock: {"method":"GET","path":"/__admin/clock","queryNames":[],"body":null},
  /** Set a fixed time or an offset. */
  putClock: {"method":"PUT","path":"/__admin/clock","queryNames":[],"body":"application/json"},
  /** Advance the time. */
  advanceClock: {"method":"POST","path":"/__admin/clock/advance","queryNames":[],"body":"application/json"},
  /** List the faults with their counts. */
  listFaults: {"method":"GET","path":"/__admin/faults","queryNames":[],"body":null},
  /** Add a fault. */
  addFault: {"method":"POST","path":"/__admin/faults","queryNames":[],"body":"application/json"},
  /** Delete all faults. */
  deleteFaults: {"method":"DELETE","path":"/__admin/faults","queryNames":[],"body":null},
  /** Show a fault with its counts. */
  getFault: {"method":"GET","path":"/__admin/faults/{fault}","queryNames":[],"body":null},
  /** Create or replace a fault. */
  putFault: {"method":"PUT","path":"/__admin/faults/{fault}","queryNames":[],"body":"application/json"},
  /** Delete a fault. */
  deleteFault: {"method":"DELETE","path":"/__admin/faults/{fault}","queryNames":[],"body":null},
  /** List the exchanges, the newest last. */
  getJournal: {"method":"GET","path":"/__admin/journal","queryNames":["after","limit","operationId","method","path","status","rule","violations","body"],"body":null},
  /** Clear the journal. */
  clearJournal: {"method":"DELETE","path":"/__admin/journal","queryNames":[],"body":null},
  /** List the exchanges that match a matcher. */
  findExchanges: {"method":"POST","path":"/__admin/journal/find","queryNames":[],"body":"application/json"},
  /** Count the exchanges that match a matcher. */
  countExchanges: {"method":"POST","path":"/__admin/journal/count","queryNames":[],"body":"application/json"},
  /** Verify that the expected requests were sent. */
  verifyExchanges: {"method":"POST","path":"/__admin/journal/verify","queryNames":[],"body":"application/json"},
  /** Show one exchange. */
  getExchange: {"method":"GET","path":"/__admin/journal/{id}","queryNames":[],"body":null},
  /** Show the metrics for Prometheus. */
  getMetrics: {"method":"GET","path":"/__admin/metrics","queryNames":[],"body":null},
  /** List the projects. */
  listProjects: {"method":"GET","path":"/__admin/state/projects","queryNames":["limit","after"],"body":null},
  /** Create a project. */
  createProject: {"method":"POST","path":"/__admin/state/projects","queryNames":[],"body":"application/json"},
  /** Show a project. */
  getProject: {"method":"GET","path":"/__admin/state/projects/{projectIdOrName}","queryNames":[],"body":null},
  /** Delete a project. */
  deleteProject: {"method":"DELETE","path":"/__admin/state/projects/{projectIdOrName}","queryNames":["cascade"],"body":null},
  /** Change a project. */
  patchProject: {"method":"PATCH","path":"/__admin/state/projects/{projectIdOrName}","queryNames":[],"body":"application/json"},
  /** List the organizations. */
  listOrganizations: {"method":"GET","path":"/__admin/state/orgs","queryNames":["limit","after"],"body":null},
  /** Create an organization. */
  createOrganization: {"method":"POST","path":"/__admin/state/orgs","queryNames":[],"body":"application/json"},
  /** Show an organization. */
  getOrganization: {"method":"GET","path":"/__admin/state/orgs/{orgId}","queryNames":[],"body":null},
  /** Delete an organization. */
  deleteOrganization: {"method":"DELETE","path":"/__admin/state/orgs/{orgId}","queryNames":["cascade"],"body":null},
  /** List the providers. */
  listProviders: {"method":"GET","path":"/__admin/state/providers","queryNames":["limit","after"],"body":null},
  /** Create a provider. */
  createProvider: {"method":"POST","path":"/__admin/state/providers","queryNames":[],"body":"application/json"},
  /** Show a provider. */
  getProvider: {"method":"GET","path":"/__admin/state/providers/{provider}","queryNames":[],"body":null},
  /** Delete a provider. */
  deleteProvider: {"method":"DELETE","path":"/__admin/state/providers/{provider}","queryNames":["cascade"],"body":null},
  /** List the integrations. */
  listIntegrations: {"method":"GET","path":"/__admin/state/integrations","queryNames":["projectId","limit","after"],"body":null},
  /** Create an integration. */
  createIntegration: {"method":"POST","path":"/__admin/state/integrations","queryNames":[],"body":"application/json"},
  /** Show an integration. */
  getIntegration: {"method":"GET","path":"/__admin/state/integrations/{projectIdOrName}/{integrationId}","queryNames":[],"body":null},
  /** Delete an integration. */
  deleteIntegration: {"method":"DELETE","path":"/__admin/state/integrations/{projectIdOrName}/{integrationId}","queryNames":["cascade"],"body":null},
  /** Change an integration. */
  patchIntegration: {"method":"PATCH","path":"/__admin/state/integrations/{projectIdOrName}/{integrationId}","queryNames":[],"body":"application/json"},
  /** List the installations. */
  listInstallations: {"method":"GET","path":"/__admin/state/installations","queryNames":["projectId","integrationId","limit","after"],"body":null},
  /** Create an installation. */
  createInstallation: {"method":"POST","path":"/__admin/state/installations","queryNames":[],"body":"application/json"},
  /** Show an installation. */
  getInstallation: {"method":"GET","path":"/__admin/state/installations/{projectIdOrName}/{integrationId}/{installationId}","queryNames":[],"body":null},
  /** Delete an installation. */
  deleteInstallation: {"method":"DELETE","path":"/__admin/state/installations/{projectIdOrName}/{integrationId}/{installationId}","queryNames":[],"body":null},
  /** List the JWT keys. */
  listJwtKeys: {"method":"GET","path":"/__admin/state/jwt-keys","queryNames":["projectId","order","limit","after"],"body":null},
  /** Create a JWT key. */
  createJwtKey: {"method":"POST","path":"/__admin/state/jwt-keys","queryNames":[],"body":"application/json"},
  /** Show a JWT key. */
  getJwtKey: {"method":"GET","path":"/__admin/state/jwt-keys/{projectIdOrName}/{keyId}","queryNames":[],"body":null},
  /** Delete a JWT key. */
  deleteJwtKey: {"method":"DELETE","path":"/__admin/state/jwt-keys/{projectIdOrName}/{keyId}","queryNames":[],"body":null},
  /** Change a JWT key. */
  patchJwtKey: {"method":"PATCH","path":"/__admin/state/jwt-keys/{projectIdOrName}/{keyId}","queryNames":[],"body":"application/json"},
  /** List the invites. */
  listInvites: {"method":"GET","path":"/__admin/state/invites","queryNames":["parentId","order","limit","after"],"body":null},
  /** Create an invite. */
  createInvite: {"method":"POST","path":"/__admin/state/invites","queryNames":[],"body":"application/json"},
  /** Show an invite. */
  getInvite: {"method":"GET","path":"/__admin/state/invites/{orgId}/{inviteId}","queryNames":[],"body":null},
  /** Delete an invite. */
  deleteInvite: {"method":"DELETE","path":"/__admin/state/invites/{orgId}/{inviteId}","queryNames":[],"body":null},
  /** Change an invite. */
  patchInvite: {"method":"PATCH","path":"/__admin/state/invites/{orgId}/{inviteId}","queryNames":[],"body":"application/json"},
  /** Accept an invite. */
  acceptInvite: {"method":"POST","path":"/__admin/actions/accept-invite","queryNames":[],"body":"application/json"},
  /** Revoke an invite. */
  revokeInvite: {"method":"POST","path":"/__admin/actions/revoke-invite","queryNames":[],"body":"application/json"},
  /** Expire an invite. */
  expireInvite: {"method":"POST","path":"/__admin/actions/expire-invite","queryNames":[],"body":"application/json"},
  /** List the fields. */
  listFields: {"method":"GET","path":"/__admin/state/fields","queryNames":["projectId","owner","ownerId","limit","after"],"body":null},
  /** Create a field. */
  createField: {"method":"POST","path":"/__admin/state/fields","queryNames":[],"body":"application/json"},
  /** Show a field. */
  getField: {"method":"GET","path":"/__admin/state/fields/{projectIdOrName}/{owner}/{ownerId}/{groupRef}/{objectName}/{fieldName}","queryNames":[],"body":null},
  /** Delete a field. */
  deleteField: {"method":"DELETE","path":"/__admin/state/fields/{projectIdOrName}/{owner}/{ownerId}/{groupRef}/{objectName}/{fieldName}","queryNames":[],"body":null},
  /** Change a field. */
  patchField: {"method":"PATCH","path":"/__admin/state/fields/{projectIdOrName}/{owner}/{ownerId}/{groupRef}/{objectName}/{fieldName}","queryNames":[],"body":"application/json"},
} as const;
