// A process and everything it started, from /proc.
import type { ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const STOP_TIMEOUT_MS = 20_000;
const POLL_INTERVAL_MS = 100;
/** The kernel counts in hundredths of a second. */
const MS_PER_TICK = 10;

type Process = { pid: number; parentPid: number; cpuMs: number };

/** CPU time so far, including that of children that have ended. */
export const readCpuTimeMs = (rootPid: number): number =>
  listProcessTree(rootPid).reduce((sum, { cpuMs }) => sum + cpuMs, 0);

/** Memory in megabytes. A page that several processes share is counted once (PSS). */
export function readMemoryMb(rootPid: number): number {
  const readKilobytes = ({ pid }: Process) =>
    Number(/^Pss:\s+(\d+)/m.exec(readProcFile(`${pid}/smaps_rollup`))?.[1] ?? 0);
  return Math.round(listProcessTree(rootPid).reduce((sum, process) => sum + readKilobytes(process), 0) / 1024);
}

export const listProcessIds = (rootPid: number): number[] => listProcessTree(rootPid).map(({ pid }) => pid);

/** Asks the root process to stop, and kills whatever of its tree still runs after the timeout. */
export async function stopTree(child: ChildProcess): Promise<void> {
  const pids = child.pid ? listProcessIds(child.pid) : [];
  child.kill('SIGTERM');
  const deadline = performance.now() + STOP_TIMEOUT_MS;
  while (pids.some(isRunning) && performance.now() < deadline) await sleep(POLL_INTERVAL_MS);
  for (const pid of pids.filter(isRunning)) process.kill(pid, 'SIGKILL');
}

function listProcessTree(rootPid: number): Process[] {
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => readProcess(Number(pid)) ?? []);
  const tree = processes.filter(({ pid }) => pid === rootPid);
  // The list grows while it is walked, by the children of each.
  for (const { pid } of tree) tree.push(...processes.filter(({ parentPid }) => parentPid === pid));
  return tree;
}

function readProcess(pid: number): Process | undefined {
  const stat = readProcFile(`${pid}/stat`);
  if (!stat) return undefined;
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  return { pid, parentPid: Number(fields[1]), cpuMs: ticks * MS_PER_TICK };
}

const isRunning = (pid: number): boolean => readProcFile(`${pid}/stat`) !== '';

/** Empty if the process has ended. */
function readProcFile(file: string): string {
  try {
    return readFileSync(`/proc/${file}`, 'utf8');
  } catch {
    return '';
  }
}
