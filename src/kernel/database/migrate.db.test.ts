import { expect, it } from 'vitest';
import { createDatabase, queryAsDbOwner } from '../../../test/harness.ts';
import { FixableError } from '../fixable-error.ts';
import { migrate } from './migrate.ts';

it('rejects the database of a newer version in one line without changing it', async () => {
  const connection = await createDatabase();
  await queryAsDbOwner(connection, `insert into kysely_migration values ('9999-of-tomorrow', now()::text)`);
  const migrationError = await migrate(connection).catch((error: unknown) => error);
  expect(migrationError).toBeInstanceOf(FixableError);
  expect((migrationError as Error).message).toMatch(
    /^[^\n]*newer Frontdesk \(9999-of-tomorrow\)[^\n]*restore a backup/,
  );

  await queryAsDbOwner(connection, `delete from kysely_migration where name = '9999-of-tomorrow'`);
  expect(await migrate(connection)).toEqual([]);
});
