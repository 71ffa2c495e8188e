import type pg from 'pg';
import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import { type Connected, connect, lockEmbedded, stopIfUnused } from './connect.ts';
import { supervise } from './supervise.ts';

export type DatabaseServer = Connected & {
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
  const connected = await connect(config);
  const { embedded } = connected;
  if (!embedded) return { ...connected, close: async () => undefined };
  try {
    const locks = takesServiceLock ? { lockSession: (session: pg.Client) => lockEmbedded(session, dataDir) } : {};
    await locks.lockSession?.(embedded.session);
    const supervision = supervise(embedded, { dataDir, log, onGiveUp, ...locks });
    return {
      ...connected,
      async close() {
        await supervision.stop();
        await stopIfUnused(connected);
      },
    };
  } catch (error) {
    await stopIfUnused(connected).catch(() => undefined);
    throw error;
  }
}
