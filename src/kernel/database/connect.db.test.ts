import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { type Connected, connect, stopIfUnused } from './connect.ts';
import { clusterFolder, DATABASE, SUPERUSER } from './embedded/cluster.ts';
import { findPostmaster } from './embedded/postmaster.ts';

let dataDir = '';
beforeAll(async () => {
  dataDir = await realpath(await mkdtemp(join(tmpdir(), 'frontdesk-connect-')));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const come = () => connect(readConfig({ DATA_DIR: dataDir }));
const isRunning = async () => (await findPostmaster(clusterFolder(dataDir), SUPERUSER, DATABASE)).state === 'up';

async function ask({ connection }: Connected): Promise<unknown> {
  const client = new pg.Client(connection);
  await client.connect();
  const { rows } = await client.query('select 1 as answer');
  await client.end();
  return rows[0].answer;
}

test('who leaves does not take the database from who has come and not yet asked', async () => {
  const [first, second] = [await come(), await come()];
  await stopIfUnused(first);
  expect(await ask(second)).toBe(1);
  await stopIfUnused(second);
  expect(await isRunning()).toBe(false);
});

test('who comes while it is being stopped finds it started again', async () => {
  let last = await come();
  for (let n = 0; n < 5; n++) {
    const [next] = await Promise.all([come(), stopIfUnused(last)]);
    expect(await ask(next)).toBe(1);
    last = next;
  }
  await stopIfUnused(last);
  expect(await isRunning()).toBe(false);
});
