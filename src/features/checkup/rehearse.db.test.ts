import { expect, it } from 'vitest';
import { createDatabase, startService } from '../../../test/harness.ts';

it('that takes too long for the database does not keep the service from starting', async () => {
  const connection = { ...(await createDatabase()), idle_in_transaction_session_timeout: 5 };
  const { logged, warm } = await startService(connection, { jobs: 'off' });
  await warm();
  expect(logged.filter((line) => line.includes('rehearsal'))).toEqual([expect.stringContaining('"level":40')]);
});
