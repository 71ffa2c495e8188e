import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { type ConnectedDatabase, connect, stopIfUnused } from './connect.ts';
import { clusterFolder, DATABASE_NAME, SUPERUSER } from './embedded/cluster.ts';
import { findPostmaster } from './embedded/postmaster.ts';

let dataDir = '';
beforeAll(async () => {
  dataDir = await realpath(await mkdtemp(join(tmpdir(), 'frontdesk-connect-')));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const connectToDataDir = () => connect(readConfig({ DATA_DIR: dataDir }));
const isRunning = async () => (await findPostmaster(clusterFolder(dataDir), SUPERUSER, DATABASE_NAME)).state === 'up';

async function selectOne({ connection }: ConnectedDatabase): Promise<unknown> {
  const client = new pg.Client(connection);
  await client.connect();
  const { rows } = await client.query('select 1 as answer');
  await client.end();
  return rows[0].answer;
}

test('does not stop the database while another process is connecting', async () => {
  const [first, second] = [await connectToDataDir(), await connectToDataDir()];
  await stopIfUnused(first);
  expect(await selectOne(second)).toBe(1);
  await stopIfUnused(second);
  expect(await isRunning()).toBe(false);
});

test('restarts the database if it is being stopped while connecting', async () => {
  let connectedDatabase = await connectToDataDir();
  for (let n = 0; n < 5; n++) {
    const [next] = await Promise.all([connectToDataDir(), stopIfUnused(connectedDatabase)]);
    expect(await selectOne(next)).toBe(1);
    connectedDatabase = next;
  }
  await stopIfUnused(connectedDatabase);
  expect(await isRunning()).toBe(false);
});
