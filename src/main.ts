import { createServer } from 'node:net';
import { relative } from 'node:path';
import type pg from 'pg';
import type { App } from './app-options.ts';
import { type Config, ConfigError, readConfig } from './kernel/config.ts';
import { type Connected, connect, lockEmbedded, stopIfUnused } from './kernel/database/connect.ts';
import { migrate } from './kernel/database/migrate.ts';
import { supervise } from './kernel/database/supervise.ts';
import { createLog } from './kernel/log.ts';
import { fail, type ShutdownSteps, stopOnSignal } from './kernel/process.ts';

const NOT_BUILT_MESSAGE =
  'frontdesk: The dashboard and the widget are not built; only the API is served. Run npm ci without --omit=dev and ' +
  '--ignore-scripts, or copy dist/ from where they are built, and start again.\n';

async function start(): Promise<void> {
  const config = readConfig();
  await checkPortIsFree(config);
  const log = createLog(config.logLevel);
  const connected = await connect(config);
  const shutdownSteps: ShutdownSteps = [() => stopIfUnused(connected)];
  try {
    if (connected.embedded) {
      const lockSession = (session: pg.Client) => lockEmbedded(session, config.dataDir);
      await lockSession(connected.embedded.session);
      const supervision = supervise(connected.embedded, {
        dataDir: config.dataDir,
        log,
        lockSession,
        onGiveUp: fail,
      });
      shutdownSteps.unshift(() => supervision.stop());
    }
    await migrate(connected.connection);
    // Imported late, because loading the app is slow and a wrong setting should be reported immediately.
    const { createApp } = await import('./app.ts');
    const app = await createApp({ config, log, connection: connected.connection });
    shutdownSteps.unshift(() => app.stop());
    // Warmed up before listening, so that the first customer gets a fast reply.
    await app.warmUp();
    const address = await listen(app, config);
    stopOnSignal(log, shutdownSteps);
    printWelcome(config, address, connected);
    if (!app.isBuilt) process.stderr.write(NOT_BUILT_MESSAGE);
  } catch (error) {
    for (const step of shutdownSteps) await step()?.catch(() => undefined);
    throw error;
  }
}

/** Fails before the slow startup if the port is taken. */
function checkPortIsFree(config: Config): Promise<void> {
  const { host, port } = config;
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error) => reject(toListenError(error, config)));
    probe.listen({ host, port }, () => probe.close(() => resolve()));
  });
}

async function listen({ server }: App, config: Config): Promise<string> {
  const { host, port } = config;
  return server.listen({ host, port }).catch((error: unknown) => {
    throw toListenError(error, config);
  });
}

function toListenError(error: unknown, { host, port }: Config): unknown {
  const reasons: Record<string, string> = {
    EADDRINUSE: `PORT ${port} is in use on ${host}. Stop what listens there, or set PORT to another number.`,
    EACCES: `PORT ${port} may not be used by this user. Set PORT to a number above 1023.`,
    EADDRNOTAVAIL: `HOST ${host} is not an address of this machine.`,
    ENOTFOUND: `HOST ${host} is not an address of this machine.`,
  };
  const reason = reasons[(error as NodeJS.ErrnoException).code ?? ''];
  return reason ? new ConfigError(reason) : error;
}

function printWelcome(config: Config, address: string, { embedded }: Connected): void {
  const relativeDataDir = `./${relative(process.cwd(), config.dataDir)}`;
  const storage = embedded
    ? `${relativeDataDir.startsWith('./..') ? config.dataDir : relativeDataDir} (embedded PostgreSQL)`
    : 'the PostgreSQL of DATABASE_URL';
  process.stdout.write(`
Frontdesk is running.

  Address    ${address}
  Data       ${storage}
  Reference  ${address}/docs
  Next step  open the address and sign up, or in a second terminal
             npm run frontdesk -- workspace create "My business"
             which creates a workspace and prints its API keys

`);
}

await start().catch(fail);
