import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { call, type Service, signUp } from '../harness.ts';
import {
  createTemporaryFolder,
  findFreePort,
  findProcessesUsing,
  isAlive,
  type Process,
  startProcess,
  stopProcess,
  waitUntil,
} from './service-process.ts';

let service: Process;
let dataDir: string;

beforeAll(async () => {
  dataDir = join(await createTemporaryFolder(), 'data');
  // The mail port is opened long before the HTTP port.
  const smtpListen = String(await findFreePort());
  service = await startProcess({ DATA_DIR: dataDir, INSTANCES: '2', LOG_LEVEL: 'info', SMTP_LISTEN: smtpListen });
});

/** The instances that the service has started. Its other child is the embedded database. */
const listInstancePids = ({ child }: Process): number[] =>
  readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8')
    .split(' ')
    .filter((pid) => pid && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('main.ts'))
    .map(Number);

/** Polls the service's health, each time over a new connection. The returned function stops that and returns the statuses. */
function pollHealth() {
  const statusCounts = new Map<number, number>();
  let isStopped = false;
  const polling = (async () => {
    while (!isStopped) {
      const status = await call(service, 'GET', '/api/health', { headers: { connection: 'close' } }).then(
        (response) => response.status,
        () => 0,
      );
      statusCounts.set(status, (statusCounts.get(status) ?? 0) + 1);
      await sleep(10);
    }
  })();
  return async () => {
    isStopped = true;
    await polling;
    return [...statusCounts.keys()];
  };
}

const readMetric = (text: string, name: string): number =>
  Number(new RegExp(`^${name.replaceAll(/[{}"]/g, '\\$&')} (\\S+)$`, 'm').exec(text)?.[1]);

describe.runIf(process.platform === 'linux')('two instances behind one port', () => {
  it('are reported at startup, and share accounts, sessions and data', async () => {
    expect(service.out()).toMatch(/Instances {2}2\n/);
    expect(service.out()).toContain(`Address    ${service.url}\n`);
    const { cookie } = await signUp(service as unknown as Service);
    const responses = await Promise.all(
      Array.from({ length: 12 }, () => call(service, 'GET', '/api/me', { cookie, headers: { connection: 'close' } })),
    );
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
  });

  it('each report the metrics of both', async () => {
    const counterName =
      'frontdesk_http_request_duration_seconds_count{method="GET",route="/api/status",status="200",process="';
    const requestCount = 10;
    for (let i = 0; i < requestCount; i++)
      await call(service, 'GET', '/api/status', { headers: { connection: 'close' } });
    const { text } = await call(service, 'GET', '/metrics');
    expect(readMetric(text, `${counterName}1"}`) + readMetric(text, `${counterName}2"}`)).toBe(requestCount);
    expect(readMetric(text, 'frontdesk_jobs{state="failed",process="1"}')).toBe(0);
  });

  it('are replaced one by one without a failed request', async () => {
    const pidsBefore = listInstancePids(service);
    const stopPolling = pollHealth();
    service.child.kill('SIGUSR2');
    await waitUntil(() => pidsBefore.every((pid) => !isAlive(pid)), 150_000);
    expect(await stopPolling()).toEqual([200]);
    expect(listInstancePids(service).filter((pid) => pidsBefore.includes(pid))).toEqual([]);
  });

  it('are replaced if they die, while the other keeps running', async () => {
    const [victim] = listInstancePids(service);
    process.kill(victim!, 'SIGKILL');
    await waitUntil(() => listInstancePids(service).length === 2 && !isAlive(victim!));
    const { status } = await call(service, 'GET', '/api/health', { headers: { connection: 'close' } });
    expect(status).toBe(200);
  });

  it('stop with the service, and leave no process', async () => {
    expect(await stopProcess(service)).toBe(0);
    expect(await findProcessesUsing(dataDir)).toEqual([]);
  });
});
