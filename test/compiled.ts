import { join } from 'node:path';

/** Where Node keeps what it has compiled, for all processes of all tests: each start of the service is half as long. */
export const COMPILED = join(import.meta.dirname, '../node_modules/.cache/frontdesk-tests');
