// Sends malformed and hostile messages. Each must be answered or properly rejected, and none may take far more CPU time than
// others. Sends ten thousand in `npm run test:full`, otherwise a few hundred, to every template and one in twelve of the other
// businesses.
import { beforeAll, expect, it } from 'vitest';
import { type HttpResponse, type Service, startService } from '../harness.ts';
import {
  chooseCaseCount,
  createSeededRandom,
  createTaskRandom,
  inParallel,
  pickTodaysShare,
  type Random,
} from '../random.ts';
import { INTERNAL_TEXT_PATTERN } from './check-turn.ts';
import { collectPlaceholderValues, fillTemplate, messageTemplates } from './message-templates.ts';
import {
  BACKTRACKING_UNITS,
  createInvalidBody,
  createNoiseMessage,
  createOrdinaryMessage,
  INVALID_BODY_KINDS,
  MAX_MESSAGE_LENGTH,
  NOISE_KINDS,
  repeatToLength,
} from './noise.ts';
import { openScenarios, type Scenario } from './scenarios.ts';

const KINDS = [...NOISE_KINDS, ...INVALID_BODY_KINDS];
const MESSAGE_COUNT = chooseCaseCount(10_000, 80);
/** Only to stop a test that hangs: ten thousand take minutes. */
const TIMEOUT_MS = 1_800_000;
const EXAM_BUSINESSES_ONE_IN = 12;
const MAX_CONCURRENT = 2;
const WARM_UP_MESSAGES = 10;
const SHOWN_MESSAGE_COUNT = 8;
/** No message may take more than this many times the CPU time of the longest ordinary message. `npm run bench` measures that. */
const MAX_SLOWDOWN = 5;
const MAX_RETRIES = 6;

let service: Service;
let scenarios: Scenario[];
beforeAll(async () => {
  service = await startService();
  scenarios = await openScenarios(service, EXAM_BUSINESSES_ONE_IN);
  // Load each industry first, so that loading time is not attributed to a message.
  for (const scenario of scenarios) await post(scenario, createChatBody('hello'));
  // Likewise warm up the just-in-time compiler.
  await inParallel(scenarios, MAX_CONCURRENT, (scenario) =>
    sendNoise(scenario, createTaskRandom(0, scenario.id), WARM_UP_MESSAGES),
  );
});

type SentMessage = {
  scenario: Scenario;
  kind: string;
  body: string | Buffer;
  status: number;
  /** CPU time of this thread, which also runs the service. A busy machine does not change it. */
  cpuMs: number;
  problems: string[];
};

it(`answers or rejects ${MESSAGE_COUNT} messages of noise`, { timeout: TIMEOUT_MS }, async () => {
  const { seed } = createSeededRandom(1);
  const startedAt = performance.now();
  const messagesPerScenario = Math.ceil(MESSAGE_COUNT / scenarios.length);
  const sentMessages = await inParallel([...scenarios.entries()], MAX_CONCURRENT, ([scenarioIndex, scenario]) => {
    const firstKinds = KINDS.filter((_, index) => index % scenarios.length === scenarioIndex);
    return sendNoise(scenario, createTaskRandom(seed, scenario.id), messagesPerScenario, firstKinds);
  });
  reportAndCheck(sentMessages.flat(), performance.now() - startedAt);
  expect(await findSlowMessages(sentMessages.flat())).toEqual([]);
  expect(sentMessages.flat().length).toBeGreaterThanOrEqual(MESSAGE_COUNT);
  expect(new Set(sentMessages.flat().map(({ kind }) => kind))).toEqual(new Set(KINDS));
});

it('takes no longer for messages that could cause catastrophic backtracking', async () => {
  const sentMessages: SentMessage[] = [];
  const startedAt = performance.now();
  for (const [index, unit] of pickTodaysShare([...BACKTRACKING_UNITS.entries()], 6)) {
    const scenario = scenarios[index % scenarios.length]!;
    const template = messageTemplates.REQUESTS[scenario.document.industry]![index % 5]!;
    const continuedConversationId = getOpenConversationId(
      await post(
        scenario,
        createChatBody(
          fillTemplate(template, collectPlaceholderValues(scenario.document), createTaskRandom(index, unit)),
        ),
      ),
    );
    for (const conversationId of [undefined, continuedConversationId]) {
      const message = `hi ${repeatToLength(unit, MAX_MESSAGE_LENGTH - 4)}x`;
      sentMessages.push(await send(scenario, 'pattern', createChatBody(message, conversationId), message));
    }
  }
  reportAndCheck(sentMessages, performance.now() - startedAt);
  expect(await findSlowMessages(sentMessages)).toEqual([]);
});

/** Resends slow messages one by one: those that cause backtracking are slow every time, those sent next to another are not. */
async function findSlowMessages(sentMessages: readonly SentMessage[]): Promise<string[]> {
  // The last five businesses are the templates, one per industry.
  const ordinaryCpuMs = new Map(scenarios.slice(-5).map((scenario) => [scenario, Infinity]));
  let slowMessages = sentMessages.toSorted((a, b) => b.cpuMs - a.cpuMs);
  for (let retry = 0; ; retry++) {
    for (const scenario of ordinaryCpuMs.keys()) {
      for (let repetition = 0; repetition < 3; repetition++) {
        const { cpuMs } = await send(scenario, 'plain', createChatBody(createOrdinaryMessage(ordinaryCount++)));
        ordinaryCpuMs.set(scenario, Math.min(ordinaryCpuMs.get(scenario)!, cpuMs));
      }
    }
    const plainCpuMs = Math.max(...ordinaryCpuMs.values());
    slowMessages = slowMessages.filter(({ cpuMs }) => cpuMs >= MAX_SLOWDOWN * plainCpuMs);
    console.log(
      `plain words of ${MAX_MESSAGE_LENGTH} characters: ${plainCpuMs.toFixed(1)} ms of CPU time; ${slowMessages.length} took far more`,
    );
    if (slowMessages.length === 0 || retry === MAX_RETRIES) return slowMessages.map(summarize);
    for (const message of slowMessages)
      message.cpuMs = Math.min(message.cpuMs, (await send(message.scenario, message.kind, message.body)).cpuMs);
  }
}
let ordinaryCount = 0;

function reportAndCheck(sentMessages: readonly SentMessage[], durationMs: number): void {
  const slowest = sentMessages.toSorted((a, b) => b.cpuMs - a.cpuMs);
  const getPercentile = (share: number) => slowest[Math.floor(slowest.length * (1 - share))]!.cpuMs;
  const percentiles = [0.5, 0.99, 1].map((share) => `p${share * 100} ${getPercentile(share).toFixed(1)} ms`).join(', ');
  const statuses = [...Map.groupBy(sentMessages, ({ status }) => status)].map(
    ([status, messages]) => `${messages.length} × ${status}`,
  );
  console.log(
    `${sentMessages.length} messages in ${(durationMs / 1000).toFixed(1)} s: ${percentiles}; ${statuses.join(', ')}`,
  );
  console.log(slowest.slice(0, SHOWN_MESSAGE_COUNT).map(summarize).join('\n'));
  expect(
    sentMessages
      .flatMap((message) => message.problems.map((problem) => `${summarize(message)}: ${problem}`))
      .join('\n'),
  ).toBe('');
  expect(service.logLines.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
}

/**
 * Sends messages one after the other: some start a conversation, some continue one, some interrupt an order. `firstKinds` are
 * sent first, and any others at random.
 */
async function sendNoise(
  scenario: Scenario,
  random: Random,
  messageCount: number,
  firstKinds: readonly string[] = [],
): Promise<SentMessage[]> {
  const placeholders = collectPlaceholderValues(scenario.document);
  const sentMessages: SentMessage[] = [];
  let conversationId: string | undefined;
  while (sentMessages.length < messageCount) {
    if (random.chance(0.1)) conversationId = undefined;
    if (conversationId === undefined && random.chance(0.15)) {
      const template = random.pick(messageTemplates.REQUESTS[scenario.document.industry]!);
      conversationId = getOpenConversationId(
        await post(scenario, createChatBody(fillTemplate(template, placeholders, random))),
      );
    }
    const kind = firstKinds[sentMessages.length] ?? random.pick(random.chance(0.15) ? INVALID_BODY_KINDS : NOISE_KINDS);
    const message = NOISE_KINDS.includes(kind) ? createNoiseMessage(kind, random, placeholders) : undefined;
    const body = message === undefined ? createInvalidBody(kind, random) : createChatBody(message, conversationId);
    const { id, ...result } = await send(scenario, kind, body, message);
    sentMessages.push(result);
    if (result.status === 200) conversationId = id;
  }
  return sentMessages;
}

async function send(scenario: Scenario, kind: string, body: string | Buffer, message?: string) {
  const cpuTimeBefore = process.threadCpuUsage();
  const response = await post(scenario, body);
  const { user, system } = process.threadCpuUsage(cpuTimeBefore);
  const cpuMs = (user + system) / 1000;
  const isChatReply = message !== undefined && response.status === 200;
  const problems = isChatReply ? checkChatReply(response, message) : checkProblem(response);
  return { scenario, kind, body, status: response.status, cpuMs, problems, id: getOpenConversationId(response) };
}

const createChatBody = (message: string, conversationId?: string) => JSON.stringify({ message, conversationId });

/** Sends the body unchanged, byte by byte. */
async function post({ business, clock }: Scenario, body: string | Buffer): Promise<HttpResponse> {
  const response = await fetch(`${service.url}/api/chat`, {
    method: 'POST',
    headers: { authorization: `Bearer ${business.key}`, 'x-test-clock': clock, 'content-type': 'application/json' },
    body,
  });
  const { status, headers } = response;
  const text = await response.text();
  return { status, headers, text, json: /json/.test(headers.get('content-type') ?? '') ? JSON.parse(text) : undefined };
}

/** The conversation to continue, if any: the assistant does not answer in one that a person has taken over. */
const getOpenConversationId = ({ json }: HttpResponse): string | undefined =>
  json?.status === 'open' ? json.conversationId : undefined;

function checkChatReply({ json }: HttpResponse, message: string): string[] {
  const [leakedText] = INTERNAL_TEXT_PATTERN.exec(json.reply) ?? [];
  return [
    ...(json.reply.trim() === '' ? ['has an empty reply'] : []),
    ...(leakedText !== undefined && !message.includes(leakedText) ? [`shows "${leakedText}": ${json.reply}`] : []),
    ...(['open', 'handoff'].includes(json.status) ? [] : [`is ${json.status}`]),
  ];
}

function checkProblem({ status, json, headers, text }: HttpResponse): string[] {
  const isProblem = /^application\/problem\+json/.test(headers.get('content-type') ?? '') && json?.status === status;
  if (status < 400 || status >= 500) return [`the response was ${status}: ${text.slice(0, 200)}`];
  return isProblem && !/\.ts:\d|node_modules/.test(text) ? [] : [`no problem document: ${text.slice(0, 200)}`];
}

const summarize = ({ scenario, kind, body, status, cpuMs }: SentMessage) =>
  `${cpuMs.toFixed(0)} ms of CPU time, ${status}, ${kind} at ${scenario.id}, ${body.length} long: ${JSON.stringify(String(body).slice(12, 72))}`;
