import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import { lockMasterKeyShared } from '../features/service/master-key.ts';
import type { Config } from '../kernel/config.ts';
import { backUp, restore } from '../kernel/database/backup.ts';
import { connect, stopIfUnused } from '../kernel/database/connect.ts';
import { DATABASE_NAME, getClusterFolder, readClusterVersion, SUPERUSER } from '../kernel/database/embedded/cluster.ts';
import { findPostmaster } from '../kernel/database/embedded/postmaster.ts';
import { FixableError } from '../kernel/fixable-error.ts';
import { must } from '../kernel/must.ts';
import { type Command, type CommandInput, print } from './command.ts';
import { withDatabase } from './database-access.ts';

export const databaseCommands: Command[] = [
  {
    name: 'migrate',
    summary: 'Update the database, as the service does when it starts',
    positionals: [],
    options: {},
    example: 'migrate',
    run: ({ config }) =>
      withDatabase(config, async ({ appliedMigrations }) => {
        print(
          ...(appliedMigrations.length
            ? appliedMigrations.map((name) => `Applied ${name}`)
            : ['The database is up to date.']),
        );
      }),
  },
  {
    name: 'backup',
    summary: 'Save the embedded database and its master key to a file',
    positionals: ['file'],
    options: {},
    example: 'backup frontdesk-2026-11-15.tar.gz',
    run: createBackup,
  },
  {
    name: 'restore',
    summary: 'Restore a backup into a DATA_DIR without a database',
    positionals: ['file'],
    options: {},
    example: 'restore frontdesk-2026-11-15.tar.gz',
    run: restoreBackup,
  },
];

async function createBackup({ config, args: [file = ''] }: CommandInput): Promise<void> {
  requireEmbeddedDatabase(config, 'Back it up with pg_dump.');
  if ((await readClusterVersion(getClusterFolder(config.dataDir))) === 'missing') {
    throw new FixableError(`No database in ${config.dataDir} to back up. Set DATA_DIR to the service’s folder.`);
  }
  const connectedDatabase = await connect(config);
  const { server, session } = must(connectedDatabase.embedded, 'the embedded database');
  try {
    // Prevents a key rotation during the backup, which would leave the wrong key in the file.
    await lockMasterKeyShared(session);
    const { bytes } = await backUp(server, config.dataDir, file, !config.masterKey);
    print(
      `Backup saved to ${resolve(file)} (${(bytes / 1e6).toFixed(1)} MB). Anyone who has it can read everything, so keep it safe.`,
    );
    if (config.masterKey) print('It doesn’t contain MASTER_KEY. Store that separately.');
  } finally {
    await stopIfUnused(connectedDatabase).catch(() => undefined);
  }
}

async function restoreBackup({ config, args: [file = ''] }: CommandInput): Promise<void> {
  requireEmbeddedDatabase(config, 'Restore it with pg_restore or psql.');
  const folder = await realpath(config.dataDir).catch(() => config.dataDir);
  // Checked first, because the later error advises moving the database folder away, which is wrong while it runs.
  if ((await findPostmaster(getClusterFolder(folder), SUPERUSER, DATABASE_NAME)).state !== 'none') {
    throw new FixableError(
      `The database in ${config.dataDir} is running. Stop Frontdesk first, or set DATA_DIR to another folder.`,
    );
  }
  await restore(file, config.dataDir, config.masterKey);
  print(`Restored ${resolve(file)} to ${config.dataDir}. Start the service with: npm start`);
}

function requireEmbeddedDatabase({ databaseUrl }: Config, advice: string): void {
  if (databaseUrl)
    throw new FixableError(`DATABASE_URL is set, but this command only works with the embedded database. ${advice}`);
}
