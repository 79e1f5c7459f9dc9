/**
 * `node:http`, by `process.getBuiltinModule`: an import would read every export to make a namespace, and
 * reading `WebSocket` alone loads all of undici, 30 ms of a cold start.
 */
export const http = process.getBuiltinModule('node:http');
