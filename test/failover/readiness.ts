import { setTimeout as sleep } from 'node:timers/promises';
import { call } from '../http.ts';

/** Asks again and again whether the instance takes requests. */
export function watchReadiness(service: { url: string }) {
  const statuses: number[] = [];
  let isOver = false;
  const watch = async () => {
    while (!isOver) {
      const reply = await call(service, 'GET', '/api/health/ready').catch(() => undefined);
      statuses.push(reply?.status ?? 0);
      await sleep(100);
    }
  };
  void watch();
  return {
    statuses,
    stop() {
      isOver = true;
    },
  };
}
