import type pg from 'pg';
import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import { type ConnectedDatabase, connect, lockEmbedded, stopIfUnused } from './connect.ts';
import { supervise } from './supervise.ts';

export type DatabaseServer = ConnectedDatabase & {
  /** Stops the embedded database unless somebody else uses it. */
  close(): Promise<void>;
};

/** Connects to the database. The embedded one is started if necessary, and started again whenever it stops. */
export async function openDatabaseServer(
  config: Config,
  /** `takesServiceLock`: only one service may use an embedded database, with its instances and workers. */
  { log, takesServiceLock, onGiveUp }: { log: Log; takesServiceLock: boolean; onGiveUp(error: unknown): void },
): Promise<DatabaseServer> {
  const { dataDir } = config;
  const connectedDatabase = await connect(config);
  const { embedded } = connectedDatabase;
  if (!embedded) return { ...connectedDatabase, close: async () => undefined };
  try {
    const lockOptions = takesServiceLock ? { lockSession: (session: pg.Client) => lockEmbedded(session, dataDir) } : {};
    await lockOptions.lockSession?.(embedded.session);
    const supervision = supervise(embedded, { dataDir, log, onGiveUp, ...lockOptions });
    return {
      ...connectedDatabase,
      async close() {
        await supervision.stop();
        await stopIfUnused(connectedDatabase);
      },
    };
  } catch (error) {
    await stopIfUnused(connectedDatabase).catch(() => undefined);
    throw error;
  }
}
