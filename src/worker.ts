import { startBackground } from './background.ts';
import { readConfig } from './kernel/config.ts';
import { migrate } from './kernel/database/migrate.ts';
import { openDatabaseServer } from './kernel/database/server.ts';
import { createLog } from './kernel/log.ts';
import { exitWithError, withShutdownSteps } from './kernel/process.ts';
import { createServices } from './services.ts';

/** Runs only background jobs, next to services started with JOBS=off. */
async function start(): Promise<void> {
  const config = readConfig();
  const log = createLog(config.logLevel);
  await withShutdownSteps(log, async (shutdownSteps) => {
    const { connection, embedded, close } = await openDatabaseServer(config, {
      log,
      takesServiceLock: false,
      onGiveUp: exitWithError,
    });
    shutdownSteps.unshift(close);
    await migrate(connection);
    const services = await createServices({ config, log, connection });
    shutdownSteps.unshift(() => services.close());
    const background = await startBackground(services);
    shutdownSteps.unshift(() => background.stop());
    const storage = embedded ? `${config.dataDir} (embedded PostgreSQL)` : 'the PostgreSQL of DATABASE_URL';
    process.stdout.write(`Frontdesk runs its jobs on ${storage}.\n`);
  });
}

await start().catch(exitWithError);
