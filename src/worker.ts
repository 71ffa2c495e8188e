import { startBackground } from './background.ts';
import { readConfig } from './kernel/config.ts';
import { connect, stopIfUnused } from './kernel/database/connect.ts';
import { migrate } from './kernel/database/migrate.ts';
import { supervise } from './kernel/database/supervise.ts';
import { createLog } from './kernel/log.ts';
import { fail, type ShutdownSteps, stopOnSignal } from './kernel/process.ts';
import { createServices } from './services.ts';

/** Runs only background jobs, next to services started with JOBS=off. */
async function start(): Promise<void> {
  const config = readConfig();
  const log = createLog(config.logLevel);
  const connected = await connect(config);
  const shutdownSteps: ShutdownSteps = [() => stopIfUnused(connected)];
  try {
    if (connected.embedded) {
      const supervision = supervise(connected.embedded, { dataDir: config.dataDir, log, onGiveUp: fail });
      shutdownSteps.unshift(() => supervision.stop());
    }
    await migrate(connected.connection);
    const services = await createServices({ config, log, connection: connected.connection });
    shutdownSteps.unshift(() => services.close());
    const background = await startBackground(services);
    shutdownSteps.unshift(() => background.stop());
    const storage = connected.embedded ? `${config.dataDir} (embedded PostgreSQL)` : 'the PostgreSQL of DATABASE_URL';
    process.stdout.write(`Frontdesk runs its jobs on ${storage}.\n`);
    stopOnSignal(log, shutdownSteps);
  } catch (error) {
    for (const step of shutdownSteps) await step()?.catch(() => undefined);
    throw error;
  }
}

await start().catch(fail);
