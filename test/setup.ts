// Runs for every test file, while the modules that files have in common are loaded once.
import { afterAll } from 'vitest';
import { endFile } from './harness.ts';

afterAll(endFile);
