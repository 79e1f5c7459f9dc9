/** Entry point `integration-contract/client`: typed clients for Node.js and browsers. */
export { type ClientOptions, createClient, type Schemas, type ServiceClient } from './client.ts';
export {
  type ControlClient,
  type ControlClientOptions,
  type ControlSchemas,
  createControlClient,
} from './control-client.ts';
export { ControlError } from './control-error.ts';
