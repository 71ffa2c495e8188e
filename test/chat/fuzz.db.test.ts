// Messages that nobody should send: each is answered, or refused in order, and none takes for ever. Ten thousand in `npm run
// test:full`; otherwise some hundred of every kind, at every template and one in four of the other businesses.
import { beforeAll, expect, it } from 'vitest';
import { type Reply, type Service, startService } from '../harness.ts';
import { casesOf, choicesOf, inParallel, type Random, seeded, someOf } from '../random.ts';
import { KINDS, LONGEST, noise, plain, REFUSALS, refusable, repeated, UNITS } from './noise.ts';
import { fill, sayings, wordsOf } from './sayings.ts';
import { NOT_FOR_PEOPLE } from './words-and-rows.ts';
import { openWorlds, type World } from './worlds.ts';

const MESSAGES = casesOf(10_000, 40);
const WORLDS = 4;
const AT_ONCE = 2;
const WARM_UP = 10;
const SHOWN = 8;
/** No message may take more than so many times what the longest one of plain words takes. How long that is, `npm run bench` says. */
const TIMES_PLAIN = 5;
const TRIES = 6;

let service: Service;
let worlds: World[];
beforeAll(async () => {
  service = await startService();
  worlds = await openWorlds(service, WORLDS);
  // What is read at the first use of an industry is no message's fault.
  for (const world of worlds) await post(world, asked('hello'));
  // Nor is what a service that has just started compiles.
  await inParallel(worlds, AT_ONCE, (world) => pester(world, choicesOf(0, world.id), WARM_UP));
});

type Sent = { world: World; kind: string; body: string | Buffer; status: number; ms: number; problems: string[] };

it(`answers ${MESSAGES} messages of noise, or refuses them`, async () => {
  const { seed } = seeded(1);
  const began = performance.now();
  const each = Math.ceil(MESSAGES / worlds.length);
  const sent = await inParallel(worlds, AT_ONCE, (world) => pester(world, choicesOf(seed, world.id), each));
  judgeAll(sent.flat(), performance.now() - began);
  expect(await losingThemselves(sent.flat())).toEqual([]);
  expect(sent.flat().length).toBeGreaterThanOrEqual(MESSAGES);
  expect(new Set(sent.flat().map(({ kind }) => kind))).toEqual(new Set([...KINDS, ...REFUSALS]));
});

it('takes no longer over what a pattern could lose itself in', async () => {
  const sent: Sent[] = [];
  const began = performance.now();
  for (const [index, unit] of someOf([...UNITS.entries()], 3)) {
    const world = worlds[index % worlds.length]!;
    const order = sayings.ORDERS[world.document.industry]![index % 5]!;
    const under = openOnly(await post(world, asked(fill(order, wordsOf(world.document), choicesOf(index, unit)))));
    for (const conversationId of [undefined, under]) {
      const message = `hi ${repeated(unit, LONGEST - 4)}x`;
      sent.push(await send(world, 'pattern', asked(message, conversationId), message));
    }
  }
  judgeAll(sent, performance.now() - began);
  expect(await losingThemselves(sent)).toEqual([]);
});

/** What loses itself does so each time it is sent; what else the machine does is not its fault. */
async function losingThemselves(sent: readonly Sent[]): Promise<string[]> {
  // One of each industry.
  const usual = new Map(worlds.slice(-5).map((world) => [world, Infinity]));
  let slow = sent.toSorted((a, b) => b.ms - a.ms);
  for (let tries = 0; ; tries++) {
    for (const world of usual.keys()) {
      for (let n = 0; n < 3; n++) {
        const { ms } = await send(world, 'plain', asked(plain(plains++)));
        usual.set(world, Math.min(usual.get(world)!, ms));
      }
    }
    const plainMs = Math.max(...usual.values());
    slow = slow.filter(({ ms }) => ms >= TIMES_PLAIN * plainMs);
    console.log(`plain words of ${LONGEST} characters: ${plainMs.toFixed(1)} ms; ${slow.length} took far longer`);
    if (slow.length === 0 || tries === TRIES) return slow.map(inShort);
    for (const one of slow) one.ms = Math.min(one.ms, (await send(one.world, one.kind, one.body)).ms);
  }
}
let plains = 0;

function judgeAll(sent: readonly Sent[], took: number): void {
  const slowest = sent.toSorted((a, b) => b.ms - a.ms);
  const p = (share: number) => slowest[Math.floor(slowest.length * (1 - share))]!.ms;
  const times = [0.5, 0.99, 1].map((share) => `p${share * 100} ${p(share).toFixed(1)} ms`).join(', ');
  const statuses = [...Map.groupBy(sent, ({ status }) => status)].map(([status, of]) => `${of.length} × ${status}`);
  console.log(`${sent.length} messages in ${(took / 1000).toFixed(1)} s: ${times}; ${statuses.join(', ')}`);
  console.log(slowest.slice(0, SHOWN).map(inShort).join('\n'));
  expect(sent.flatMap((each) => each.problems.map((problem) => `${inShort(each)}: ${problem}`)).join('\n')).toBe('');
  expect(service.logged.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
}

/** One after the other: some begin a conversation, some go on with one, some come in the middle of an order. */
async function pester(world: World, random: Random, messages: number): Promise<Sent[]> {
  const words = wordsOf(world.document);
  const sent: Sent[] = [];
  let conversationId: string | undefined;
  while (sent.length < messages) {
    if (random.chance(0.1)) conversationId = undefined;
    if (conversationId === undefined && random.chance(0.15)) {
      const order = random.pick(sayings.ORDERS[world.document.industry]!);
      conversationId = openOnly(await post(world, asked(fill(order, words, random))));
    }
    const kind = random.pick(random.chance(0.15) ? REFUSALS : KINDS);
    const message = KINDS.includes(kind) ? noise(kind, random, words) : undefined;
    const body = message === undefined ? refusable(kind, random) : asked(message, conversationId);
    const { id, ...one } = await send(world, kind, body, message);
    sent.push(one);
    if (one.status === 200) conversationId = id;
  }
  return sent;
}

async function send(world: World, kind: string, body: string | Buffer, message?: string) {
  const began = performance.now();
  const reply = await post(world, body);
  const ms = performance.now() - began;
  const isAnswer = message !== undefined && reply.status === 200;
  const problems = isAnswer ? judgeAnswer(reply, message) : judgeProblem(reply);
  return { world, kind, body, status: reply.status, ms, problems, id: openOnly(reply) };
}

const asked = (message: string, conversationId?: string) => JSON.stringify({ message, conversationId });

/** As it is, byte by byte. */
async function post({ business, clock }: World, body: string | Buffer): Promise<Reply> {
  const response = await fetch(`${service.url}/api/chat`, {
    method: 'POST',
    headers: { authorization: `Bearer ${business.key}`, 'x-test-clock': clock, 'content-type': 'application/json' },
    body,
  });
  const { status, headers } = response;
  const text = await response.text();
  return { status, headers, text, json: /json/.test(headers.get('content-type') ?? '') ? JSON.parse(text) : undefined };
}

/** In a conversation that a person has, nothing would be answered. */
const openOnly = ({ json }: Reply): string | undefined => (json?.status === 'open' ? json.conversationId : undefined);

function judgeAnswer({ json }: Reply, message: string): string[] {
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
  `${ms.toFixed(0)} ms, ${status}, ${kind} at ${world.id}, ${body.length} long: ${JSON.stringify(String(body).slice(12, 72))}`;
