export type * from './api.ts';
export * from './client.ts';
export type { ServerEvent } from './events.ts';
export type { Answer, Endpoint, Given } from './operations.ts';
export { ProblemError } from './problem.ts';
