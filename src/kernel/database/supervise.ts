// Keeps the embedded database running while this process uses it.
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Log } from '../log.ts';
import { type EmbeddedUse, useEmbedded } from './connect.ts';

const MOST_FAILURES = 8;
const STEADY_MS = 60_000;

type Options = {
  dataDir: string;
  log: Log;
  /** What each new session must hold, such as the lock of the only service. */
  hold?(session: pg.Client): Promise<void>;
  /** Called with the last reason when it fails again and again. */
  giveUp(error: unknown): void;
};

/** At once, and then with waits that double. */
export const waitAfter = (failures: number): number => (failures === 0 ? 0 : 100 * 2 ** (failures - 1));

/**
 * When the database has gone, it is started again; requests are answered 503 until then. A database that stayed up for a
 * minute has recovered, and its failures are forgotten.
 */
export function supervise(embedded: EmbeddedUse, { dataDir, log, hold, giveUp }: Options): { stop(): Promise<void> } {
  let failures = 0;
  let upSince = performance.now();
  let stopped = false;
  let restarting: Promise<void> | undefined;

  const lost = () => {
    if (stopped) return;
    if (performance.now() - upSince > STEADY_MS) failures = 0;
    log.error('the embedded database has gone; starting it again');
    restarting = restart();
  };
  const watch = () => void embedded.session.once('end', lost);

  async function restart(): Promise<void> {
    let reason: unknown = new Error('The embedded database stopped again and again.');
    for (; failures < MOST_FAILURES; failures++) {
      await sleep(waitAfter(failures));
      if (stopped) return;
      const found = await useEmbedded(dataDir).catch((error: unknown) => {
        reason = error;
        return undefined;
      });
      try {
        if (!found) continue;
        await hold?.(found.session);
        Object.assign(embedded, found);
        failures++;
        upSince = performance.now();
        watch();
        log.info('the embedded database is running again');
        return;
      } catch (error) {
        reason = error;
        await found?.session.end().catch(() => undefined);
      }
    }
    if (!stopped) giveUp(reason);
  }

  watch();
  return {
    async stop() {
      stopped = true;
      await restarting;
    },
  };
}
