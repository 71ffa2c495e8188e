// Runs before each browser test file.
import { afterEach, beforeEach } from 'vitest';
import { endTest, startTest } from './shared-browser.ts';

beforeEach(startTest);
afterEach(endTest);
