import { createServer } from 'node:net';
import { relative } from 'node:path';
import type { App } from './app-options.ts';
import { type Config, ConfigError, readConfig } from './kernel/config.ts';
import { migrate } from './kernel/database/migrate.ts';
import { type DatabaseServer, openDatabaseServer } from './kernel/database/server.ts';
import { isInstance, reportReady, startInstances } from './kernel/instances.ts';
import { createLog, type Log } from './kernel/log.ts';
import { exitWithError, type ShutdownSteps, withShutdownSteps } from './kernel/process.ts';

const NOT_BUILT_MESSAGE =
  'frontdesk: The dashboard and the widget are not built; only the API is served. Run npm ci without --omit=dev and ' +
  '--ignore-scripts, or copy dist/ from where they are built, and start again.\n';

/** The service: alone in this process, or this process keeps its instances. */
async function start(): Promise<void> {
  const config = readConfig();
  await checkPortIsFree(config);
  const log = createLog(config.logLevel);
  await withShutdownSteps(log, async (shutdownSteps) => {
    const database = await openDatabaseServer(config, { log, takesServiceLock: true, onGiveUp: exitWithError });
    shutdownSteps.unshift(database.close);
    if (config.instances === 1) {
      const address = await serve(config, log, database, shutdownSteps);
      return printWelcome(config, address, database);
    }
    const instances = await startInstances(config.instances, { log, onGiveUp: exitWithError });
    shutdownSteps.unshift(instances.stop);
    process.on('SIGUSR2', () =>
      instances.restart().catch((error) => log.error({ err: error }, 'the instances were not all replaced')),
    );
    printWelcome(config, instances.address, database);
  });
}

/** One of several instances. The process that started it holds the port and the lock of the embedded database. */
async function startInstance(): Promise<void> {
  const config = readConfig();
  const log = createLog(config.logLevel);
  await withShutdownSteps(log, async (shutdownSteps) => {
    const database = await openDatabaseServer(config, { log, takesServiceLock: false, onGiveUp: exitWithError });
    shutdownSteps.unshift(database.close);
    reportReady(await serve(config, log, database, shutdownSteps));
  });
}

/** Starts serving requests and returns the address. */
async function serve(
  config: Config,
  log: Log,
  { connection }: DatabaseServer,
  shutdownSteps: ShutdownSteps,
): Promise<string> {
  await migrate(connection);
  // Imported late, because loading the app is slow and a wrong setting should be reported immediately.
  const { createApp } = await import('./app.ts');
  const app = await createApp({ config, log, connection });
  shutdownSteps.unshift(() => app.stop());
  // Warmed up before listening, so that the first customer gets a fast reply.
  await app.warmUp();
  if (!app.hasWebFiles) process.stderr.write(NOT_BUILT_MESSAGE);
  return listen(app, config);
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

function printWelcome(config: Config, address: string, { embedded }: DatabaseServer): void {
  const relativeDataDir = `./${relative(process.cwd(), config.dataDir)}`;
  const storage = embedded
    ? `${relativeDataDir.startsWith('./..') ? config.dataDir : relativeDataDir} (embedded PostgreSQL)`
    : 'the PostgreSQL of DATABASE_URL';
  process.stdout.write(`
Frontdesk is running.

  Address    ${address}
  Data       ${storage}${config.instances > 1 ? `\n  Instances  ${config.instances}` : ''}
  Reference  ${address}/docs
  Next step  open the address and sign up, or in a second terminal
             npm run frontdesk -- workspace create "My business"
             which creates a workspace and prints its API keys

`);
}

await (isInstance ? startInstance() : start()).catch(exitWithError);
