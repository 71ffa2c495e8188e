// Tests when instances are restarted. Uses a small program, because the service takes seconds to start.
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { addCleanup } from '../harness.ts';
import { createTemporaryFolder, isAlive, waitUntil } from './service-process.ts';

const PROGRAM = join(import.meta.dirname, 'restarting-instances.ts');

async function startProgram(instanceCount: number) {
  const blockFile = join(await createTemporaryFolder(), 'block-starts');
  const child: ChildProcess = spawn(process.execPath, [PROGRAM, blockFile, String(instanceCount)]);
  addCleanup(async () => child.kill('SIGKILL'));
  let out = '';
  child.stdout?.on('data', (chunk) => {
    out += chunk;
  });
  await waitUntil(() => out.includes('ready: here'));
  const listInstancePids = (): number[] =>
    readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8')
      .split(' ')
      .filter(Boolean)
      .map(Number)
      .filter(isAlive);
  const countOccurrences = (text: string) => out.split(text).length - 1;
  return {
    child,
    listInstancePids,
    countOccurrences,
    blockStarts: () => writeFile(blockFile, ''),
    allowStarts: () => rm(blockFile),
  };
}

const killAll = (pids: number[]) => {
  for (const pid of pids) process.kill(pid, 'SIGKILL');
};

describe.runIf(process.platform === 'linux')('instances', () => {
  it('are all replaced even if many die at the same time', async () => {
    const { listInstancePids, countOccurrences } = await startProgram(10);
    const pidsBefore = listInstancePids();
    killAll(pidsBefore);
    await waitUntil(() => listInstancePids().filter((pid) => !pidsBefore.includes(pid)).length === 10);
    expect(countOccurrences('gave up')).toBe(0);
  });

  it('keep running while a replacement fails to start, which is retried until it succeeds', async () => {
    const { listInstancePids, countOccurrences, blockStarts, allowStarts } = await startProgram(2);
    const [victim, healthy] = listInstancePids() as [number, number];
    await blockStarts();
    killAll([victim]);
    await waitUntil(() => countOccurrences('an instance did not start') > 9);
    expect(isAlive(healthy)).toBe(true);
    await allowStarts();
    await waitUntil(() => listInstancePids().length === 2);
    expect([listInstancePids().includes(healthy), countOccurrences('gave up')]).toEqual([true, 0]);
  });

  it('are given up if none runs and none starts', async () => {
    const { child, listInstancePids, countOccurrences, blockStarts } = await startProgram(2);
    await blockStarts();
    killAll(listInstancePids());
    await waitUntil(() => child.exitCode !== null);
    expect(countOccurrences('gave up')).toBe(1);
  });

  it('are as many as before if an old one dies during a restart', async () => {
    const { child, listInstancePids, countOccurrences } = await startProgram(3);
    const pidsBefore = listInstancePids();
    child.kill('SIGUSR2');
    await waitUntil(() => listInstancePids().some((pid) => !pidsBefore.includes(pid)));
    killAll(pidsBefore.slice(2).filter(isAlive));
    await waitUntil(() => countOccurrences('the instances were replaced') === 1 && !pidsBefore.some(isAlive));
    await waitUntil(() => listInstancePids().length === 3);
    expect(countOccurrences('an instance starts')).toBe(3 + 3);
  });
});
