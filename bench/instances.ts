import {
  findInstancePids,
  type Measurement,
  measureBaselines,
  measureLoad,
  ONE_STATEMENT,
  openBusinesses,
  readMemoryMegabytes,
} from './chat.ts';
import { saturate, sendSteadily, type Visitor } from './load.ts';
import type { Bench } from './setup.ts';

const WORKSPACE_COUNT = 30;
const CONNECTIONS = 32;
const WARM_UP_SECONDS = 20;
const MEASURED_SECONDS = 20;

/** The same customers, answered by one process and by two behind one port, at saturation and at half of it. */
export async function benchInstances(bench: Bench): Promise<boolean> {
  const workspaces = await bench.openWorkspaces(WORKSPACE_COUNT);
  const nextVisitor = await openBusinesses(bench, workspaces);
  const baselines = await measureBaselines(bench, workspaces);
  const table: Record<string, Measurement> = { [ONE_STATEMENT]: baselines[ONE_STATEMENT]! };
  for (const count of [1, 2]) {
    const service = await bench.startInstances(count);
    const { saturated, halfLoaded } = await measureService(service, nextVisitor);
    const name = `${count} process${count > 1 ? 'es' : ''}`;
    table[`${name}, saturated`] = saturated;
    table[`${name}, half load`] = halfLoaded;
    const megabytes = [service.pid, ...findInstancePids(service.pid)].map((pid) => readMemoryMegabytes(pid).current);
    console.log(`${name}: ${megabytes.join(' + ')} MB resident`);
    await service.stop();
  }
  console.log(`\nPOST /api/chat, ${CONNECTIONS} connections; the load, the database and the service share the machine`);
  console.table(table);
  return true;
}

async function measureService({ url, pid }: { url: string; pid: number }, nextVisitor: () => Visitor) {
  // Gently: a new process reads each business at its first message, and would refuse some of a flood meanwhile.
  await saturate(url, nextVisitor, 2, WARM_UP_SECONDS);
  await saturate(url, nextVisitor, CONNECTIONS, WARM_UP_SECONDS);
  const { measured: saturated } = await measureLoad(pid, () =>
    saturate(url, nextVisitor, CONNECTIONS, MEASURED_SECONDS),
  );
  const halfRate = Math.round(saturated['requests/s'] / 2);
  const { measured: halfLoaded } = await measureLoad(pid, () =>
    sendSteadily(url, nextVisitor, halfRate, MEASURED_SECONDS),
  );
  return { saturated, halfLoaded };
}
