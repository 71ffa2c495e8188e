import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { loadMasterKey, openKeyring } from '../../src/kernel/crypto.ts';
import { startEmbedded } from '../../src/kernel/database/embedded.ts';
import { migrate } from '../../src/kernel/database/migrate.ts';
import { businesses } from '../../test/exam/cases.ts';
import { stopTree } from '../../test/process-tree.ts';
import { sendJson, waitForCheckups } from '../chat.ts';
import { post } from '../http-client.ts';
import { type BenchWorkspace, createWorkspaces } from '../setup.ts';
import { type Contender, parseResponse } from './contender.ts';

/** Enough that the plan's limit of 50 calls a second per workspace does not limit the total. */
const WORKSPACE_COUNT = 20;
const PROGRAM = join(import.meta.dirname, '../../bin/frontdesk');
const POLL_INTERVAL_MS = 100;

/** Restaurants that are set up and checked, in a data folder that the service can be started on. */
export async function prepareFrontdesk(dataDir: string, port: number): Promise<Contender> {
  const url = `http://127.0.0.1:${port}`;
  const start = () =>
    spawn('sh', [PROGRAM, 'start'], {
      env: { ...process.env, DATABASE_URL: undefined, DATA_DIR: dataDir, PORT: String(port) },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  const embedded = await startEmbedded({ dataDir });
  await migrate(embedded.connection);
  const keyring = openKeyring(loadMasterKey(undefined, dataDir));
  const workspaces = await createWorkspaces(embedded.connection, keyring, WORKSPACE_COUNT);
  const dbOwnerPool = new pg.Pool({ ...embedded.connection, max: 1 });
  const service = start();
  try {
    await openRestaurants(url, workspaces);
    await waitForCheckups(dbOwnerPool);
  } finally {
    await dbOwnerPool.end();
    await stopTree(service);
    await embedded.stop();
  }
  const chatUrl = new URL('/api/chat', url);
  let messageCount = 0;
  return {
    name: 'Frontdesk',
    url,
    start,
    async sendMessage(message) {
      const { key } = workspaces[messageCount++ % workspaces.length]!;
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
      return (parseResponse(await post(chatUrl, headers, JSON.stringify({ message }))) as { reply: string }).reply;
    },
  };
}

async function openRestaurants(url: string, workspaces: BenchWorkspace[]): Promise<void> {
  while (!(await fetch(`${url}/api/health/ready`).catch(() => undefined))?.ok) await sleep(POLL_INTERVAL_MS);
  const restaurants = businesses.filter(({ industry }) => industry === 'restaurant');
  for (const [index, { key }] of workspaces.entries()) {
    const { industry, config } = restaurants[index % restaurants.length]!;
    await sendJson(`${url}/api/v1/setup`, 'POST', key, { industry });
    await sendJson(`${url}/api/v1/config`, 'PUT', key, config);
  }
}
