// Runs for every test file. (Modules that test files share are loaded only once per worker.)
import { afterAll } from 'vitest';
import { runCleanups } from './harness.ts';

afterAll(runCleanups);
