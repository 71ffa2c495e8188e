// Restarts the embedded database if it stops while this process uses it.
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Log } from '../log.ts';
import { trackRestarts } from '../restarts.ts';
import { type EmbeddedSession, openEmbedded } from './connect.ts';

type SuperviseOptions = {
  dataDir: string;
  log: Log;
  /** Acquires the locks that each new session needs, such as the service lock. */
  lockSession?(session: pg.Client): Promise<void>;
  /** Called with the last error after too many failed restarts. */
  onGiveUp(error: unknown): void;
};

/** Restarts the database when its session ends. Requests get 503 until then. */
export function supervise(
  embedded: EmbeddedSession,
  { dataDir, log, lockSession, onGiveUp }: SuperviseOptions,
): { stop(): Promise<void> } {
  const restarts = trackRestarts();
  let isStopped = false;
  let restartPromise: Promise<void> | undefined;

  const onSessionEnd = () => {
    if (isStopped) return;
    restarts.recordEnd();
    log.error('the embedded database has gone; starting it again');
    restartPromise = restart();
  };
  const watchSession = () => void embedded.session.once('end', onSessionEnd);

  async function restart(): Promise<void> {
    let lastError: unknown = new Error('The embedded database stopped again and again.');
    while (!restarts.shouldGiveUp()) {
      await sleep(restarts.nextDelayMs());
      if (isStopped) return;
      const restartedSession = await openEmbedded(dataDir).catch((error: unknown) => {
        lastError = error;
        return undefined;
      });
      try {
        if (!restartedSession) continue;
        await lockSession?.(restartedSession.session);
        Object.assign(embedded, restartedSession);
        restarts.recordStart();
        watchSession();
        log.info('the embedded database is running again');
        return;
      } catch (error) {
        lastError = error;
        await restartedSession?.session.end().catch(() => undefined);
      }
    }
    if (!isStopped) onGiveUp(lastError);
  }

  watchSession();
  return {
    async stop() {
      isStopped = true;
      await restartPromise;
    },
  };
}
