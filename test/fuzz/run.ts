// One tenant's share of the requests, one after the other, so that a seed always tells the same story.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../random.ts';
import { type Coverage, cover, neverSucceeded } from './coverage.ts';
import { type Spoiling, spoil } from './mutations.ts';
import { finder, type Operation } from './operations.ts';
import { collectionOf, createWriter, type Draft, toBytes } from './requests.ts';
import type { createResponseChecker } from './response-checker.ts';
import { type Tenant, withCookies } from './tenant.ts';
import type { Answer, connect, Sent } from './wire.ts';

export type Finding = { what: string; operation: string; how: string; number: number; sent: Sent; answer?: Answer };

export type Lane = {
  tenant: Tenant;
  stranger: Tenant;
  random: Random;
  operations: Operation[];
  judge: ReturnType<typeof createResponseChecker>;
  wire: ReturnType<typeof connect>;
  coverage: Coverage;
  /** No request can succeed at these. */
  unreached: string[];
};

/** Half of them are as they should be, and all of the first round: later ones need something to go by. */
const SPOILT = 0.5;
/** Some are sent twice at the same moment, as by somebody who is impatient. */
const TWICE = 0.08;
const MOST_REPEATABLE = 20;
/** Where an operation has not done its work by then: for some, much must come together. */
const MORE_ROUNDS = 6;

export async function run(lane: Lane, requests: number): Promise<Finding[]> {
  const { tenant, stranger, random, operations, judge, wire, coverage, unreached } = lane;
  const isValid = (schema: object, value: unknown) => judge.mismatch(schema, value) === undefined;
  const writer = createWriter(tenant, random, isValid);
  const find = finder(operations);
  const findings: Finding[] = [];
  const repeatable: Draft[] = [];
  let number = 0;

  /** One request and its answer, and what is wrong with it. */
  async function exchange(operation: Operation, draft: Draft, how: string): Promise<Answer | undefined> {
    const finding = { operation: operation.name, how, number: ++number, sent: toBytes(draft) };
    const { sent } = finding;
    const began = performance.now();
    try {
      const answer = await patiently(() => wire.send(sent));
      const answering = find(sent.method, sent.path);
      const what = judge.judge(answer, sent.method, answering) ?? trespass(draft, answer);
      if (what) findings.push({ ...finding, what, answer });
      cover(coverage, operation.name, answering?.name, answer.status, performance.now() - began);
      learn(tenant, operation, sent, answer);
      return answer;
    } catch (error) {
      findings.push({ ...finding, what: (error as Error).message });
      return undefined;
    }
  }

  /** Says whether it was refused for something that could be made good. */
  async function ask(operation: Operation, isSpoilt: boolean): Promise<boolean> {
    const plain = await writer.write(operation);
    const spoiling: Spoiling = { operation, random, mine: tenant.memory, theirs: stranger.memory, repeatable };
    const { draft, how } = isSpoilt ? spoil(plain, spoiling) : { draft: plain, how: 'as described' };
    const again = random.chance(TWICE) ? [exchange(operation, draft, `${how}, twice at once`)] : [];
    const [answer] = await Promise.all([exchange(operation, draft, how), ...again]);
    if (isSpoilt || !answer) return false;
    if ('idempotency-key' in draft.headers) repeatable.push(draft);
    if (repeatable.length > MOST_REPEATABLE) repeatable.shift();
    return [401, 403, 429].includes(answer.status) && tenant.restore(JSON.parse(answer.body.toString('utf8')).code);
  }

  for (const { operation, round } of rounds(operations, random)) {
    if (number >= requests) break;
    const isRestored = await ask(operation, round > 0 && random.chance(SPOILT));
    if (isRestored && number < requests) await ask(operation, false);
  }
  const isMissing = () => neverSucceeded(coverage).some((name) => !unreached.includes(name));
  const quick = operations.filter(({ name }) => !COSTLY.has(name) || neverSucceeded(coverage).includes(name));
  for (let more = 0; more < MORE_ROUNDS; more++)
    for (const operation of quick) if (isMissing()) await ask(operation, false);
  return findings;
}

const trespass = ({ isTrespass }: Draft, { status }: Answer): string | undefined =>
  isTrespass && status >= 200 && status < 300 ? 'something of another workspace was opened' : undefined;

/** As long as a machine with other things to do may need. */
const PATIENCE_MS = 120_000;

/** A service that is too busy says so and may be asked again; one that stays so has failed. */
async function patiently(send: () => Promise<Answer>): Promise<Answer> {
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    const answer = await send();
    if (answer.status !== 503 || Date.now() > until) return answer;
    await sleep(1_000 * Number(answer.headers['retry-after'] ?? 1));
  }
}

/** They take a hundred times as long as others. */
const COSTLY = new Set(['POST /api/v1/checkup', 'POST /api/privacy/export', 'POST /api/privacy/deletion']);
const COSTLY_EVERY = 4;

/** Round by round all of them: first in the order of the description, in which things are made before they are read. */
function* rounds(operations: Operation[], random: Random): Generator<{ operation: Operation; round: number }> {
  for (let round = 0; ; round++) {
    const turn = operations.filter(({ name }) => round % COSTLY_EVERY === 0 || !COSTLY.has(name));
    for (const operation of round === 0 ? turn : shuffled(turn, random)) yield { operation, round };
  }
}

function shuffled<T>(list: readonly T[], random: Random): T[] {
  const deck = [...list];
  for (let last = deck.length - 1; last > 0; last--) {
    const other = random.below(last + 1);
    [deck[last], deck[other]] = [deck[other]!, deck[last]!];
  }
  return deck;
}

/** What was told is known from then on, and what is gone is forgotten; a refusal names times that are free. */
function learn({ memory, visitor }: Tenant, { path, method }: Operation, { path: asked }: Sent, answer: Answer): void {
  const { status, headers, body } = answer;
  memory.learn('requestId', headers['x-request-id']);
  if (status === 404 || (method === 'DELETE' && status === 204)) {
    const at = path.split('/').findIndex((part) => part.startsWith('{'));
    if (at > 0) memory.forget(asked.split('/')[at]);
  }
  if (path.startsWith('/api/auth/') && headers['set-cookie'])
    visitor.cookie = withCookies(visitor.cookie, headers['set-cookie']);
  if (!/[/+]json/.test(headers['content-type'] ?? '') || body.length === 0 || path.endsWith('/schema')) return;
  const told = JSON.parse(body.toString('utf8'));
  if (status === 409) memory.learn('alternatives', told.alternatives);
  if (status < 300) memory.learn(collectionOf(path), told);
}
