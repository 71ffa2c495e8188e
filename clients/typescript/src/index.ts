export type * from './api.ts';
export * from './client.ts';
export type { ServerEvent } from './events.ts';
export type { Answer, Endpoint, Given, Paths } from './operations.ts';
export { ProblemError } from './problem.ts';
