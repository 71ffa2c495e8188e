import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { call, type Service, signUp } from '../harness.ts';
import {
  findProcessesUsing,
  freePort,
  isAlive,
  type Process,
  startProcess,
  stopProcess,
  temporaryFolder,
  waitUntil,
} from './service-process.ts';

let service: Process;
let dataDir: string;

beforeAll(async () => {
  dataDir = join(await temporaryFolder(), 'data');
  // The mail port is listened on long before the other one.
  const smtpListen = String(await freePort());
  service = await startProcess({ DATA_DIR: dataDir, INSTANCES: '2', LOG_LEVEL: 'info', SMTP_LISTEN: smtpListen });
});

/** The instances that the service has started. Its other child is the embedded database. */
const instancesOf = ({ child }: Process): number[] =>
  readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8')
    .split(' ')
    .filter((pid) => pid && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('main.ts'))
    .map(Number);

/** Asks for the service's health all the time, each time over a new connection, until it is stopped. */
function keepAsking() {
  const answers = new Map<number, number>();
  let isStopped = false;
  const asking = (async () => {
    while (!isStopped) {
      const status = await call(service, 'GET', '/api/health', { headers: { connection: 'close' } }).then(
        (reply) => reply.status,
        () => 0,
      );
      answers.set(status, (answers.get(status) ?? 0) + 1);
      await sleep(10);
    }
  })();
  return async () => {
    isStopped = true;
    await asking;
    return [...answers.keys()];
  };
}

const metricOf = (text: string, name: string): number =>
  Number(new RegExp(`^${name.replaceAll(/[{}"]/g, '\\$&')} (\\S+)$`, 'm').exec(text)?.[1]);

describe.runIf(process.platform === 'linux')('two instances behind one port', () => {
  it('say so, and share accounts, sessions and data', async () => {
    expect(service.out()).toMatch(/Instances {2}2\n/);
    expect(service.out()).toContain(`Address    ${service.url}\n`);
    const { cookie } = await signUp(service as unknown as Service);
    const statuses = await Promise.all(
      Array.from({ length: 12 }, () => call(service, 'GET', '/api/me', { cookie, headers: { connection: 'close' } })),
    );
    expect(new Set(statuses.map(({ status }) => status))).toEqual(new Set([200]));
  });

  it('report the metrics of each, whichever is asked', async () => {
    const count =
      'frontdesk_http_request_duration_seconds_count{method="GET",route="/api/status",status="200",process="';
    const asked = 10;
    for (let i = 0; i < asked; i++) await call(service, 'GET', '/api/status', { headers: { connection: 'close' } });
    const { text } = await call(service, 'GET', '/metrics');
    expect(metricOf(text, `${count}1"}`) + metricOf(text, `${count}2"}`)).toBe(asked);
    expect(metricOf(text, 'frontdesk_jobs{state="failed",process="1"}')).toBe(0);
  });

  it('are replaced one by one without a failed request', async () => {
    const before = instancesOf(service);
    const stopAsking = keepAsking();
    service.child.kill('SIGUSR2');
    await waitUntil(() => before.every((pid) => !isAlive(pid)), 150_000);
    expect(await stopAsking()).toEqual([200]);
    expect(instancesOf(service).filter((pid) => before.includes(pid))).toEqual([]);
  });

  it('are replaced if they die, while the other goes on', async () => {
    const [victim] = instancesOf(service);
    process.kill(victim!, 'SIGKILL');
    await waitUntil(() => instancesOf(service).length === 2 && !isAlive(victim!));
    const { status } = await call(service, 'GET', '/api/health', { headers: { connection: 'close' } });
    expect(status).toBe(200);
  });

  it('stop with the service, and leave no process', async () => {
    expect(await stopProcess(service)).toBe(0);
    expect(await findProcessesUsing(dataDir)).toEqual([]);
  });
});
