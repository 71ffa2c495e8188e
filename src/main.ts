import { createServer } from 'node:net';
import { relative } from 'node:path';
import type pg from 'pg';
import type { App } from './app-options.ts';
import { type Config, ConfigError, readConfig } from './kernel/config.ts';
import { type Connected, connect, lockEmbedded, stopIfUnused } from './kernel/database/connect.ts';
import { migrate } from './kernel/database/migrate.ts';
import { supervise } from './kernel/database/supervise.ts';
import { createLog } from './kernel/log.ts';
import { fail, stopOnSignal, type Undo } from './kernel/process.ts';

const NOT_BUILT =
  'frontdesk: The dashboard and the widget are not built; only the API is served. Run npm ci without --omit=dev and ' +
  '--ignore-scripts, or copy dist/ from where they are built, and start again.\n';

async function start(): Promise<void> {
  const config = readConfig();
  await checkAddress(config);
  const log = createLog(config.logLevel);
  const connected = await connect(config);
  const undo: Undo = [() => stopIfUnused(connected)];
  try {
    if (connected.embedded) {
      const hold = (session: pg.Client) => lockEmbedded(session, config.dataDir);
      await hold(connected.embedded.session);
      const supervision = supervise(connected.embedded, { dataDir: config.dataDir, log, hold, giveUp: fail });
      undo.unshift(() => supervision.stop());
    }
    await migrate(connected.connection);
    // Read as late as this, so that a wrong setting is said at once.
    const { createApp } = await import('./app.ts');
    const app = await createApp({ config, log, connection: connected.connection });
    undo.unshift(() => app.stop());
    // Who is ready answers the first customer as quickly as the tenth.
    await app.warm();
    const address = await listen(app, config);
    stopOnSignal(log, undo);
    greet(config, address, connected);
    if (!app.isBuilt) process.stderr.write(NOT_BUILT);
  } catch (error) {
    for (const step of undo) await step()?.catch(() => undefined);
    throw error;
  }
}

/** Nobody waits for a whole start to hear that the port is taken. */
function checkAddress(config: Config): Promise<void> {
  const { host, port } = config;
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error) => reject(explain(error, config)));
    probe.listen({ host, port }, () => probe.close(() => resolve()));
  });
}

async function listen({ server }: App, config: Config): Promise<string> {
  const { host, port } = config;
  return server.listen({ host, port }).catch((error: unknown) => {
    throw explain(error, config);
  });
}

function explain(error: unknown, { host, port }: Config): unknown {
  const reasons: Record<string, string> = {
    EADDRINUSE: `PORT ${port} is in use on ${host}. Stop what listens there, or set PORT to another number.`,
    EACCES: `PORT ${port} may not be used by this user. Set PORT to a number above 1023.`,
    EADDRNOTAVAIL: `HOST ${host} is not an address of this machine.`,
    ENOTFOUND: `HOST ${host} is not an address of this machine.`,
  };
  const reason = reasons[(error as NodeJS.ErrnoException).code ?? ''];
  return reason ? new ConfigError(reason) : error;
}

function greet(config: Config, address: string, { embedded }: Connected): void {
  const data = `./${relative(process.cwd(), config.dataDir)}`;
  const where = embedded
    ? `${data.startsWith('./..') ? config.dataDir : data} (embedded PostgreSQL)`
    : 'the PostgreSQL of DATABASE_URL';
  process.stdout.write(`
Frontdesk is running.

  Address    ${address}
  Data       ${where}
  Reference  ${address}/docs
  Next step  open the address and sign up, or in a second terminal
             npm run frontdesk -- workspace create "My business"
             which creates a workspace and prints its API keys

`);
}

await start().catch(fail);
