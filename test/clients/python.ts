import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { addCleanup } from '../harness.ts';
import { CLOCK, DOCUMENT, type JourneyClient, KEPT, SETUP } from './journey.ts';

const run = promisify(execFile);
const PACKAGE = join(import.meta.dirname, '../../clients/python');

export const hasPython = (): Promise<boolean> =>
  run('python3', ['-c', 'import sys; assert sys.version_info >= (3, 11)']).then(
    () => true,
    () => false,
  );

/** clients/python, in a Python process that is told each step. */
export function pythonClient(url: string, key: string): JourneyClient {
  const env = {
    PATH: process.env.PATH,
    ...{ PYTHONPATH: PACKAGE, PYTHONDONTWRITEBYTECODE: '1' },
    ...{ FRONTDESK_URL: url, FRONTDESK_KEY: key, CLOCK },
  };
  const child = spawn('python3', [join(import.meta.dirname, 'journey.py')], {
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  addCleanup(async () => {
    child.stdin.end();
    if (child.exitCode === null) await once(child, 'exit');
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  async function play<T>(...step: unknown[]): Promise<T> {
    child.stdin.write(`${JSON.stringify(step)}\n`);
    const { value, done } = await lines.next();
    if (done) throw new Error('Python ended; its error is above.');
    const { answer, error } = JSON.parse(value);
    if (error !== undefined) throw new Error(error);
    return answer;
  }
  return {
    setUp: () => play('setUp', SETUP, DOCUMENT, KEPT),
    subscribe: (endpoint) => play('subscribe', endpoint),
    chat: (...message) => play('chat', ...message),
    book: (table) => play('book', table),
    move: (id, startsAt) => play('move', id, startsAt),
    cancel: (id) => play('cancel', id),
    verify: (secret, delivery) => play('verify', secret, delivery),
    eventsOf: (objectId) => play('eventsOf', objectId),
  };
}
