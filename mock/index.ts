export { createMock, type Mock, type MockOptions } from './app.ts';
export { CertificateError, type TlsCertificate } from './certificate.ts';
export type { Clock } from './clock.ts';
export type { Ids } from './ids.ts';
export type { LogEntry } from './middleware/access-log.ts';
export { ListenError, type RunningMock, type StartOptions, startMock } from './server.ts';
export { SEED, SEED_API_KEY } from './state/seed.ts';
export type { World } from './state/world.ts';
export { watchFiles } from './watch.ts';
