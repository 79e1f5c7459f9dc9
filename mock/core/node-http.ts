/**
 * The module `node:http`. An import would read every export, and reading `WebSocket` loads all of undici, which
 * costs 30 ms of a cold start. `process.getBuiltinModule` does not.
 */
export const http = process.getBuiltinModule('node:http');
