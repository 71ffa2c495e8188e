import { expect, it } from 'vitest';
import { createDatabase, startService } from '../../../test/harness.ts';

it('a warm-up that exceeds the database timeout does not keep the service from starting', async () => {
  const connection = { ...(await createDatabase()), idle_in_transaction_session_timeout: 5 };
  const { logLines, warmUp } = await startService(connection, { jobs: 'off' });
  await warmUp();
  expect(logLines.filter((line) => line.includes('the warm-up failed'))).toEqual([
    expect.stringContaining('"level":40'),
  ]);
});
