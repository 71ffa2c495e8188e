import { expect, it } from 'vitest';
import { call, startService } from '../../test/harness.ts';
import { generatePython } from './generate.ts';

// `npm run client` runs this test with --update, which writes the file.
it('the generated client matches the current API description', async () => {
  const { json } = await call(await startService(), 'GET', '/openapi.json');
  await expect(generatePython(json)).toMatchFileSnapshot('./frontdesk/api.py');
});
