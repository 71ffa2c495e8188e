// When instances are started again, and when not: without the service, which takes seconds to start.
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { addCleanup } from '../harness.ts';
import { isAlive, temporaryFolder, waitUntil } from './service-process.ts';

const PROGRAM = join(import.meta.dirname, 'restarting-instances.ts');

async function startProgram(count: number) {
  const hindrance = join(await temporaryFolder(), 'hindrance');
  const child: ChildProcess = spawn(process.execPath, [PROGRAM, hindrance, String(count)]);
  addCleanup(async () => child.kill('SIGKILL'));
  let out = '';
  child.stdout?.on('data', (chunk) => {
    out += chunk;
  });
  await waitUntil(() => out.includes('ready: here'));
  const instances = (): number[] =>
    readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8')
      .split(' ')
      .filter(Boolean)
      .map(Number)
      .filter(isAlive);
  const occurrences = (text: string) => out.split(text).length - 1;
  return {
    child,
    instances,
    occurrences,
    hinder: () => writeFile(hindrance, ''),
    permit: () => rm(hindrance),
  };
}

const killAll = (pids: number[]) => {
  for (const pid of pids) process.kill(pid, 'SIGKILL');
};

describe.runIf(process.platform === 'linux')('instances', () => {
  it('are all replaced when more of them die together than one may fail', async () => {
    const { instances, occurrences } = await startProgram(10);
    const before = instances();
    killAll(before);
    await waitUntil(() => instances().filter((pid) => !before.includes(pid)).length === 10);
    expect(occurrences('gave up')).toBe(0);
  });

  it('go on while the successor of one cannot start, which is tried until it can', async () => {
    const { instances, occurrences, hinder, permit } = await startProgram(2);
    const [victim, healthy] = instances() as [number, number];
    await hinder();
    killAll([victim]);
    await waitUntil(() => occurrences('an instance did not start') > 9);
    expect(isAlive(healthy)).toBe(true);
    await permit();
    await waitUntil(() => instances().length === 2);
    expect([instances().includes(healthy), occurrences('gave up')]).toEqual([true, 0]);
  });

  it('are given up when none runs and none starts', async () => {
    const { child, instances, occurrences, hinder } = await startProgram(2);
    await hinder();
    killAll(instances());
    await waitUntil(() => child.exitCode !== null);
    expect(occurrences('gave up')).toBe(1);
  });

  it('are as many as before after a restart in which an old one died before its turn', async () => {
    const { child, instances, occurrences } = await startProgram(3);
    const before = instances();
    child.kill('SIGUSR2');
    await waitUntil(() => instances().some((pid) => !before.includes(pid)));
    killAll(before.slice(2).filter(isAlive));
    await waitUntil(() => occurrences('the instances were replaced') === 1 && !before.some(isAlive));
    await waitUntil(() => instances().length === 3);
    expect(occurrences('an instance starts')).toBe(3 + 3);
  });
});
