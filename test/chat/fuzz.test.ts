// Ten thousand messages that nobody should send: each is answered in time, or refused in order.
import { beforeAll, expect, it } from 'vitest';
import { call, type Reply, type Service, startService } from '../harness.ts';
import { inParallel, type Random, seeded } from '../random.ts';
import { KINDS, noise, REFUSED } from './noise.ts';
import { fill, sayings, wordsOf } from './sayings.ts';
import { NOT_FOR_PEOPLE } from './words-and-rows.ts';
import { choicesOf, openWorlds, type World } from './worlds.ts';

const MESSAGES = Number(process.env.M ?? 10_000);
const AT_ONCE = 2;
const SLOWEST_SHOWN = 8;
const P99_MS = 100;

let service: Service;
beforeAll(async () => {
  service = await startService();
});

type Sent = { world: string; kind: string; body: string | Buffer; status: number; ms: number; problems: string[] };

it('answers ten thousand messages of noise, or refuses them, in time', { timeout: 240_000 }, async () => {
  const { seed } = seeded(1);
  const worlds = await openWorlds(service);
  // What is read at the first use of an industry is no message's fault.
  for (const world of worlds) await post(world, '{"message":"hello"}');
  const began = performance.now();
  const sent = (
    await inParallel(worlds, AT_ONCE, (world) => pester(world, choicesOf(seed, world.id), MESSAGES / worlds.length))
  ).flat();
  const seconds = (performance.now() - began) / 1000;
  const slowest = sent.toSorted((a, b) => b.ms - a.ms);
  const p = (share: number) => slowest[Math.floor(slowest.length * (1 - share))]!.ms;
  console.log(
    `${sent.length} messages in ${seconds.toFixed(1)} s: p50 ${p(0.5).toFixed(1)} ms, p99 ${p(0.99).toFixed(1)} ms, ` +
      `max ${p(1).toFixed(1)} ms; ${count(sent.map(({ status }) => status))}\n${slowest.slice(0, SLOWEST_SHOWN).map(inShort).join('\n')}`,
  );
  expect(sent.flatMap((each) => each.problems.map((problem) => `${inShort(each)}: ${problem}`)).join('\n')).toBe('');
  expect(service.logged.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
  expect(sent.length).toBeGreaterThanOrEqual(MESSAGES);
  expect(p(0.99)).toBeLessThan(P99_MS);
});

/** One after the other: some begin a conversation, some go on with one, some come in the middle of an order. */
async function pester(world: World, random: Random, messages: number): Promise<Sent[]> {
  const words = wordsOf(world.document);
  const sent: Sent[] = [];
  let conversationId: string | undefined;
  while (sent.length < messages) {
    if (random.chance(0.15)) conversationId = undefined;
    if (conversationId === undefined && random.chance(0.5)) {
      const message = fill(random.pick(sayings.ORDERS[world.document.industry]!), words, random);
      conversationId = openOnly(await post(world, JSON.stringify({ message })));
    }
    const refused = random.chance(0.08);
    const kind = random.pick(refused ? Object.keys(REFUSED) : KINDS);
    const message = refused ? '' : noise(kind, random, words);
    const body = refused ? REFUSED[kind]!(random) : JSON.stringify({ message, conversationId });
    const began = performance.now();
    const reply = await post(world, body);
    const ms = performance.now() - began;
    const problems = refused ? judgeProblem(reply) : judgeAnswer(reply, message);
    sent.push({ world: world.id, kind, body, status: reply.status, ms, problems });
    if (reply.status === 200) conversationId = openOnly(reply);
  }
  return sent;
}

const post = ({ business, clock }: World, body: string | Buffer) =>
  call(service, 'POST', '/api/chat', {
    key: business.key,
    body: body as string,
    headers: { 'x-test-clock': clock, 'content-type': 'application/json' },
  });

/** In a conversation that a person has, nothing would be answered. */
const openOnly = ({ json }: Reply): string | undefined => (json?.status === 'open' ? json.conversationId : undefined);

function judgeAnswer(reply: Reply, message: string): string[] {
  if (reply.status !== 200) return judgeProblem(reply);
  const { json } = reply;
  const [leaked] = NOT_FOR_PEOPLE.exec(json.reply) ?? [];
  return [
    ...(json.reply.trim() === '' ? ['says nothing'] : []),
    ...(leaked !== undefined && !message.includes(leaked) ? [`shows "${leaked}": ${json.reply}`] : []),
    ...(['open', 'handoff'].includes(json.status) ? [] : [`is ${json.status}`]),
  ];
}

function judgeProblem({ status, json, headers, text }: Reply): string[] {
  const isProblem = /^application\/problem\+json/.test(headers.get('content-type') ?? '') && json?.status === status;
  if (status < 400 || status >= 500) return [`the answer was ${status}: ${text.slice(0, 200)}`];
  return isProblem && !/\.ts:\d|node_modules/.test(text) ? [] : [`no problem document: ${text.slice(0, 200)}`];
}

const inShort = ({ world, kind, body, status, ms }: Sent) =>
  `${ms.toFixed(0)} ms, ${status}, ${kind} at ${world}, ${body.length} long: ${JSON.stringify(String(body).slice(12, 72))}`;

const count = (values: readonly number[]) =>
  [...Map.groupBy(values, (value) => value)].map(([value, of]) => `${of.length} × ${value}`).join(', ');
