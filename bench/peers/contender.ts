import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { stopTree } from '../../test/process-tree.ts';
import type { HttpResponse } from '../http-client.ts';
import { createOneOfEachKind } from './messages.ts';

const START_TIMEOUT_MS = 180_000;
const POLL_INTERVAL_MS = 20;

export type Contender = {
  name: string;
  url: string;
  start(): ChildProcess;
  /** Sends a message in a new conversation, and resolves to the reply. */
  sendMessage(message: string): Promise<string>;
};

export type RunningContender = { contender: Contender; pid: number; startSeconds: number };

/** Starts a contender, checks that it can tell the kinds of messages apart, and stops it after the work. */
export async function whileRunning<T>(
  contender: Contender,
  action: (running: RunningContender) => Promise<T>,
): Promise<T> {
  const { name, url, sendMessage } = contender;
  if (await fetch(url).catch(() => undefined)) throw new Error(`${url} is in use. Set BENCH_PORT.`);
  const startedAt = performance.now();
  const child = contender.start();
  try {
    await waitForFirstReply(contender, child);
    const startSeconds = (performance.now() - startedAt) / 1000;
    const messages = createOneOfEachKind();
    const replies = await Promise.all(messages.map(sendMessage));
    for (const [index, message] of messages.entries()) console.log(`${name}, asked “${message}”: ${replies[index]}`);
    if (new Set(replies).size < messages.length) throw new Error(`${name} gives different messages the same reply.`);
    return await action({ contender, pid: child.pid!, startSeconds });
  } finally {
    await stopTree(child);
  }
}

async function waitForFirstReply({ name, sendMessage }: Contender, child: ChildProcess): Promise<void> {
  const [message = ''] = createOneOfEachKind();
  const deadline = performance.now() + START_TIMEOUT_MS;
  let lastError: unknown;
  while (child.exitCode === null && performance.now() < deadline) {
    // Whoever listens too early may leave a request unanswered.
    const timeout = sleep(deadline - performance.now(), '', { ref: false });
    const reply = await Promise.race([sendMessage(message), timeout]).catch((error: unknown) => {
      lastError = error;
    });
    if (reply) return;
    await sleep(POLL_INTERVAL_MS);
  }
  const reason = child.exitCode === null ? 'does not reply' : `ended with ${child.exitCode}`;
  throw new Error(`${name} ${reason}.`, { cause: lastError });
}

/** The JSON of a successful response. */
export function parseResponse({ status, body }: HttpResponse): unknown {
  if (status !== 200) throw new Error(`${status} ${body}`);
  return JSON.parse(body);
}
