import { startBackground } from './background.ts';
import { createAssistant } from './features/assistant/assistant.ts';
import { unlock } from './features/service/master-key.ts';
import { loadIndustries } from './industries/load.ts';
import { readConfig } from './kernel/config.ts';
import { connect, stopIfUnused } from './kernel/database/connect.ts';
import { openDatabase } from './kernel/database/database.ts';
import { migrate } from './kernel/database/migrate.ts';
import { supervise } from './kernel/database/supervise.ts';
import { createLog } from './kernel/log.ts';
import { fail, stopOnSignal, type Undo } from './kernel/process.ts';
import { openEncoder } from './nlu/encoder/encoder.ts';

/** Runs the jobs alone, beside services that are started with JOBS=off. */
async function start(): Promise<void> {
  const config = readConfig();
  const log = createLog(config.logLevel);
  const connected = await connect(config);
  const undo: Undo = [() => stopIfUnused(connected)];
  try {
    if (connected.embedded) {
      const supervision = supervise(connected.embedded, { dataDir: config.dataDir, log, giveUp: fail });
      undo.unshift(() => supervision.stop());
    }
    await migrate(connected.connection);
    const { keyring, close } = await unlock(config, connected.connection);
    undo.unshift(close);
    const database = openDatabase(connected.connection, config.databasePoolSize, { log });
    undo.unshift(() => database.close());
    const industries = await loadIndustries();
    const encoder = openEncoder();
    undo.unshift(() => encoder.close());
    const assistant = createAssistant({ encoder });
    const work = { config, log, connection: connected.connection, database, keyring, industries, encoder, assistant };
    const background = await startBackground(work);
    undo.unshift(() => background.stop());
    const where = connected.embedded ? `${config.dataDir} (embedded PostgreSQL)` : 'the PostgreSQL of DATABASE_URL';
    process.stdout.write(`Frontdesk runs its jobs on ${where}.\n`);
    stopOnSignal(log, undo);
  } catch (error) {
    for (const step of undo) await step()?.catch(() => undefined);
    throw error;
  }
}

await start().catch(fail);
