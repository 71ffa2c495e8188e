import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { hasPython } from '../../test/clients/python-client.ts';
import { createWorkspace, startService } from '../../test/harness.ts';

const run = promisify(execFile);

it('the Python client passes its own tests', async ({ skip }) => {
  if (!(await hasPython())) skip('Python 3.11 is not installed.');
  const service = await startService();
  const { key } = await createWorkspace(service, { mode: 'test' });
  const env = { ...process.env, FRONTDESK_URL: service.url, FRONTDESK_KEY: key, PYTHONDONTWRITEBYTECODE: '1' };
  const { stderr } = await run('python3', ['-m', 'unittest', '-v'], { cwd: import.meta.dirname, env });
  expect(stderr).toContain('\nOK');
  expect(stderr).toContain('Ran 3 tests');
});
