// Like test/database.ts, with Debian's PostgreSQL, which tests reach through a PgBouncer in transaction mode.
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate } from '../../src/kernel/database/migrate.ts';
import { TEMPLATE_DATABASE } from '../database.ts';
import { findFreePort } from '../ports.ts';
import { waitUntil } from '../wait-until.ts';
import { startPgBouncer } from './pgbouncer.ts';
import {
  canConnect,
  createServerFolder,
  findInstallHint,
  findPostgresPrograms,
  removeFolder,
  runProgram,
  startProgram,
  stopProgram,
} from './programs.ts';

const OWNER_ROLE = 'frontdesk';
/** Far fewer than the connections of one service, so that its transactions share sessions. */
const POOL_SIZE = 4;

export async function setup(project: TestProject) {
  const installHint = await findInstallHint('pgbouncer');
  // A failure rather than a skip: these tests run only when somebody asks for them.
  if (installHint) throw new Error(`These tests need PgBouncer and PostgreSQL. ${installHint}`);
  const programFolder = (await findPostgresPrograms()) as string;
  const folder = await createServerFolder();
  const dataFolder = join(folder, 'data');
  const server = { host: '127.0.0.1', port: await findFreePort() };
  runProgram(folder, join(programFolder, 'initdb'), [
    '-D',
    dataFolder,
    '-U',
    'postgres',
    '--auth=trust',
    '-E',
    'UTF8',
    '--no-sync',
  ]);
  const settings = {
    fsync: 'off',
    // Its workers run as a superuser, and would keep test databases from being dropped.
    autovacuum: 'off',
    listen_addresses: server.host,
    port: server.port,
    max_connections: 300,
    unix_socket_directories: '',
  };
  const postgres = startProgram(folder, 'postgres', join(programFolder, 'postgres'), [
    ...['-D', dataFolder],
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]);
  const adminClient = new pg.Client({ ...server, user: 'postgres', database: 'postgres' });
  await waitUntil(() => canConnect({ ...server, user: 'postgres', database: 'postgres' }));
  await adminClient.connect();
  // Not a superuser, so that whatever escapes the service's role has only an ordinary owner's permissions.
  await adminClient.query(`create role ${OWNER_ROLE} login createdb createrole`);
  await adminClient.query(`grant set on parameter deadlock_timeout to ${OWNER_ROLE}`);
  await adminClient.query(`create database frontdesk owner ${OWNER_ROLE}`);
  await adminClient.query(`create database ${TEMPLATE_DATABASE} owner ${OWNER_ROLE}`);
  const directServer = { ...server, user: OWNER_ROLE };
  await migrate({ ...directServer, database: TEMPLATE_DATABASE });
  await adminClient.query(`alter database ${TEMPLATE_DATABASE} is_template true`);
  await adminClient.end();
  const pgBouncer = await startPgBouncer(folder, directServer, POOL_SIZE);
  await waitUntil(() => canConnect({ ...pgBouncer.server, database: 'frontdesk' }));
  project.provide('postgres', { ...directServer, pooler: pgBouncer.server });
  project.provide('copyStrategy', 'wal_log');
  return async () => {
    await pgBouncer.stop();
    await stopProgram(postgres, 'SIGQUIT');
    await removeFolder(folder);
  };
}
