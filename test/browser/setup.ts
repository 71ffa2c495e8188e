// Runs for every test file of the browser.
import { afterEach, beforeEach } from 'vitest';
import { endTest, startTest } from './shared-browser.ts';

beforeEach(startTest);
afterEach(endTest);
