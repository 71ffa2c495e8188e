import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { makeWorkspace, startService } from '../../test/harness.ts';

const run = promisify(execFile);

it('plays a journey in Python: setup, chat, booking, webhook, move and cancellation', async ({ skip }) => {
  const hasPython = await run('python3', ['-c', 'import sys; assert sys.version_info >= (3, 11)']).then(
    () => true,
    () => false,
  );
  if (!hasPython) skip('Python 3.11 is not installed.');
  const service = await startService(undefined, { webhooksAllowPrivate: true });
  const { key } = await makeWorkspace(service, { mode: 'test' });
  const env = { ...process.env, FRONTDESK_URL: service.url, FRONTDESK_KEY: key, PYTHONDONTWRITEBYTECODE: '1' };
  const { stderr } = await run('python3', ['-m', 'unittest', '-v'], { cwd: import.meta.dirname, env });
  expect(stderr).toContain('\nOK');
  expect(stderr).toContain('Ran 2 tests');
});
