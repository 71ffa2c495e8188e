// Sends chat messages, at a steady rate or as fast as they are answered, and takes the times.
import { performance } from 'node:perf_hooks';
import type { Answer, Customer, Kind } from './customers.ts';
import { post } from './line.ts';

export type Visitor = { key: string; kind: Kind; customer: Customer };
export type Load = {
  /** Milliseconds from sending to the last byte of the answer. */
  times: number[];
  seconds: number;
  texts: Map<string, number>;
  conversations: Map<Kind, number>;
  /** Messages in conversations that were there already. */
  continued: number;
  booked: number;
};

/** What is said next is settled as soon as the answer is there. */
type Talk = Visitor & { answers: Answer[]; message: string | undefined };

/** At a steady rate, whether or not the answers keep up; so many people think about what they were told. */
export async function sendSteadily(url: string, next: () => Visitor, perSecond: number, seconds: number) {
  const load = newLoad();
  const waiting: Talk[] = [];
  const underWay = new Set<Promise<void>>();
  const failures: unknown[] = [];
  const began = performance.now();
  for (let n = 0; n < perSecond * seconds; n++) {
    const wait = began + (n * 1000) / perSecond - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    const talk = waiting.length > perSecond / 2 ? waiting.shift()! : meet(next, load);
    const sent: Promise<void> = turn(url, talk, load).then(
      (goesOn) => {
        if (goesOn) waiting.push(talk);
        underWay.delete(sent);
      },
      (error) => void failures.push(error),
    );
    underWay.add(sent);
  }
  await Promise.all(underWay);
  if (failures.length > 0) throw failures[0];
  return { ...load, seconds: (performance.now() - began) / 1000 };
}

/** Each connection sends as soon as it has its answer. */
export async function saturate(url: string, next: () => Visitor, connections: number, seconds: number): Promise<Load> {
  const load = newLoad();
  const began = performance.now();
  const ends = began + seconds * 1000;
  const converse = async () => {
    while (performance.now() < ends) {
      const talk = meet(next, load);
      while (performance.now() < ends && (await turn(url, talk, load)));
    }
  };
  await Promise.all(Array.from({ length: connections }, converse));
  return { ...load, seconds: (performance.now() - began) / 1000 };
}

const newLoad = (): Load => ({
  ...{ times: [], seconds: 0, texts: new Map(), conversations: new Map(), continued: 0, booked: 0 },
});

function meet(next: () => Visitor, { conversations }: Load): Talk {
  const visitor = next();
  conversations.set(visitor.kind, (conversations.get(visitor.kind) ?? 0) + 1);
  return { ...visitor, answers: [], message: visitor.customer([]) };
}

/** Says the next thing; whether there is more to say. */
async function turn(url: string, talk: Talk, load: Load): Promise<boolean> {
  const { key, customer, answers } = talk;
  const message = talk.message!;
  const conversationId = answers.at(-1)?.conversationId;
  const began = performance.now();
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const { status, body } = await post(new URL('/api/chat', url), headers, JSON.stringify({ message, conversationId }));
  load.times.push(performance.now() - began);
  if (status !== 200) throw new Error(`${status} ${body} to ${message}`);
  const answer: Answer = JSON.parse(body);
  load.texts.set(message, (load.texts.get(message) ?? 0) + 1);
  if (conversationId) load.continued += 1;
  if (answer.receipts.some(({ type }) => type === 'booking.created')) load.booked += 1;
  answers.push(answer);
  talk.message = customer(answers);
  return talk.message !== undefined;
}
