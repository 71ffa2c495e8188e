import { setTimeout as sleep } from 'node:timers/promises';
import { call } from '../http.ts';

/** Polls whether the instance is ready to take requests. */
export function watchReadiness(service: { url: string }) {
  const statuses: number[] = [];
  let isStopped = false;
  const pollUntilStopped = async () => {
    while (!isStopped) {
      const response = await call(service, 'GET', '/api/health/ready').catch(() => undefined);
      statuses.push(response?.status ?? 0);
      await sleep(100);
    }
  };
  void pollUntilStopped();
  return {
    statuses,
    stop() {
      isStopped = true;
    },
  };
}
