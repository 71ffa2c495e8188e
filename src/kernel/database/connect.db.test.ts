import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { type ConnectedDatabase, connect, stopIfUnused } from './connect.ts';
import { DATABASE_NAME, getClusterFolder, SUPERUSER } from './embedded/cluster.ts';
import { findPostmaster } from './embedded/postmaster.ts';

let dataDir = '';
beforeAll(async () => {
  dataDir = await realpath(await mkdtemp(join(tmpdir(), 'frontdesk-connect-')));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const connectToDataDir = () => connect(readConfig({ DATA_DIR: dataDir }));
const isDatabaseRunning = async () =>
  (await findPostmaster(getClusterFolder(dataDir), SUPERUSER, DATABASE_NAME)).state === 'up';

async function selectOne({ connection }: ConnectedDatabase): Promise<unknown> {
  const client = new pg.Client(connection);
  await client.connect();
  const { rows } = await client.query('select 1 as one');
  await client.end();
  return rows[0].one;
}

test('does not stop the database while another connection uses it', async () => {
  const [firstDatabase, secondDatabase] = [await connectToDataDir(), await connectToDataDir()];
  await stopIfUnused(firstDatabase);
  expect(await selectOne(secondDatabase)).toBe(1);
  await stopIfUnused(secondDatabase);
  expect(await isDatabaseRunning()).toBe(false);
});

test('restarts the database if it is being stopped while connecting', async () => {
  let connectedDatabase = await connectToDataDir();
  for (let n = 0; n < 5; n++) {
    const [nextDatabase] = await Promise.all([connectToDataDir(), stopIfUnused(connectedDatabase)]);
    expect(await selectOne(nextDatabase)).toBe(1);
    connectedDatabase = nextDatabase;
  }
  await stopIfUnused(connectedDatabase);
  expect(await isDatabaseRunning()).toBe(false);
});
