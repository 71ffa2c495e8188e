import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { addCleanup } from '../harness.ts';
import { BUSINESS_DOCUMENT, CLOCK, type JourneyClient, KEEP_SAMPLES_REQUEST, SETUP_REQUEST } from './journey.ts';

const execFileAsync = promisify(execFile);
const PYTHON_PACKAGE = join(import.meta.dirname, '../../clients/python');

export const hasPython = (): Promise<boolean> =>
  execFileAsync('python3', ['-c', 'import sys; assert sys.version_info >= (3, 11)']).then(
    () => true,
    () => false,
  );

/** The client in clients/python, in a Python process that reads each step from its input. */
export function createPythonClient(url: string, key: string): JourneyClient {
  const env = {
    PATH: process.env.PATH,
    PYTHONPATH: PYTHON_PACKAGE,
    PYTHONDONTWRITEBYTECODE: '1',
    FRONTDESK_URL: url,
    FRONTDESK_KEY: key,
    CLOCK,
  };
  const child = spawn('python3', [join(import.meta.dirname, 'journey.py')], {
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  addCleanup(async () => {
    child.stdin.end();
    if (child.exitCode === null) await once(child, 'exit');
  });
  const outputLines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  async function playStep<T>(...step: unknown[]): Promise<T> {
    child.stdin.write(`${JSON.stringify(step)}\n`);
    const { value, done } = await outputLines.next();
    if (done) throw new Error('Python ended; its error is above.');
    const { result, error } = JSON.parse(value);
    if (error !== undefined) throw new Error(error);
    return result;
  }
  return {
    setUp: () => playStep('setUp', SETUP_REQUEST, BUSINESS_DOCUMENT, KEEP_SAMPLES_REQUEST),
    subscribe: (endpoint) => playStep('subscribe', endpoint),
    chat: (...message) => playStep('chat', ...message),
    book: (reservation) => playStep('book', reservation),
    move: (id, startsAt) => playStep('move', id, startsAt),
    cancel: (id) => playStep('cancel', id),
    verify: (secret, delivery) => playStep('verify', secret, delivery),
    listEvents: (objectId) => playStep('listEvents', objectId),
  };
}
