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
  const instancePids = (): number[] =>
    readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8')
      .split(' ')
      .filter(Boolean)
      .map(Number)
      .filter(isAlive);
  const countOccurrences = (text: string) => out.split(text).length - 1;
  return {
    child,
    instancePids,
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
    const { instancePids, countOccurrences } = await startProgram(10);
    const pidsBefore = instancePids();
    killAll(pidsBefore);
    await waitUntil(() => instancePids().filter((pid) => !pidsBefore.includes(pid)).length === 10);
    expect(countOccurrences('gave up')).toBe(0);
  });

  it('keep running while a replacement fails to start, which is retried until it succeeds', async () => {
    const { instancePids, countOccurrences, blockStarts, allowStarts } = await startProgram(2);
    const [victim, healthy] = instancePids() as [number, number];
    await blockStarts();
    killAll([victim]);
    await waitUntil(() => countOccurrences('an instance did not start') > 9);
    expect(isAlive(healthy)).toBe(true);
    await allowStarts();
    await waitUntil(() => instancePids().length === 2);
    expect([instancePids().includes(healthy), countOccurrences('gave up')]).toEqual([true, 0]);
  });

  it('are given up if none runs and none starts', async () => {
    const { child, instancePids, countOccurrences, blockStarts } = await startProgram(2);
    await blockStarts();
    killAll(instancePids());
    await waitUntil(() => child.exitCode !== null);
    expect(countOccurrences('gave up')).toBe(1);
  });

  it('are as many as before if an old one dies during a restart', async () => {
    const { child, instancePids, countOccurrences } = await startProgram(3);
    const pidsBefore = instancePids();
    child.kill('SIGUSR2');
    await waitUntil(() => instancePids().some((pid) => !pidsBefore.includes(pid)));
    killAll(pidsBefore.slice(2).filter(isAlive));
    await waitUntil(() => countOccurrences('the instances were replaced') === 1 && !pidsBefore.some(isAlive));
    await waitUntil(() => instancePids().length === 3);
    expect(countOccurrences('an instance starts')).toBe(3 + 3);
  });
});
