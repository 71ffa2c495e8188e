// Sends chat messages at a steady rate or as fast as responses arrive, and records the response times.
import { performance } from 'node:perf_hooks';
import type { ChatResponse, Customer, VisitKind } from './customers.ts';
import { post } from './http-client.ts';

export type Visitor = { key: string; kind: VisitKind; customer: Customer };
export type LoadResult = {
  /** Milliseconds from sending to the last byte of the response. */
  times: number[];
  seconds: number;
  countByMessage: Map<string, number>;
  conversationCountByKind: Map<VisitKind, number>;
  /** Messages in existing conversations. */
  continuedMessageCount: number;
  bookingCount: number;
};

/** The next message is determined as soon as the response arrives. */
type ActiveConversation = Visitor & { responses: ChatResponse[]; message: string | undefined };

/**
 * Sends at a fixed rate, whether or not the responses keep up. Half a second's worth of conversations stays idle, like
 * people who are reading.
 */
export async function sendSteadily(url: string, nextVisitor: () => Visitor, perSecond: number, seconds: number) {
  const load = createEmptyLoad();
  const idleConversations: ActiveConversation[] = [];
  const pendingTurns = new Set<Promise<void>>();
  const failures: unknown[] = [];
  const startedAt = performance.now();
  for (let messageIndex = 0; messageIndex < perSecond * seconds; messageIndex++) {
    const waitMs = startedAt + (messageIndex * 1000) / perSecond - performance.now();
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
    const conversation =
      idleConversations.length > perSecond / 2 ? idleConversations.shift()! : startConversation(nextVisitor, load);
    const pendingTurn: Promise<void> = sendNextMessage(url, conversation, load).then(
      (hasMore) => {
        if (hasMore) idleConversations.push(conversation);
        pendingTurns.delete(pendingTurn);
      },
      (error) => void failures.push(error),
    );
    pendingTurns.add(pendingTurn);
  }
  await Promise.all(pendingTurns);
  if (failures.length > 0) throw failures[0];
  return { ...load, seconds: (performance.now() - startedAt) / 1000 };
}

/** Each connection sends its next message as soon as it has a response. */
export async function saturate(
  url: string,
  nextVisitor: () => Visitor,
  connections: number,
  seconds: number,
): Promise<LoadResult> {
  const load = createEmptyLoad();
  const startedAt = performance.now();
  const endsAt = startedAt + seconds * 1000;
  const converse = async () => {
    while (performance.now() < endsAt) {
      const conversation = startConversation(nextVisitor, load);
      while (performance.now() < endsAt && (await sendNextMessage(url, conversation, load)));
    }
  };
  await Promise.all(Array.from({ length: connections }, converse));
  return { ...load, seconds: (performance.now() - startedAt) / 1000 };
}

const createEmptyLoad = (): LoadResult => ({
  times: [],
  seconds: 0,
  countByMessage: new Map(),
  conversationCountByKind: new Map(),
  continuedMessageCount: 0,
  bookingCount: 0,
});

function startConversation(nextVisitor: () => Visitor, { conversationCountByKind }: LoadResult): ActiveConversation {
  const visitor = nextVisitor();
  conversationCountByKind.set(visitor.kind, (conversationCountByKind.get(visitor.kind) ?? 0) + 1);
  return { ...visitor, responses: [], message: visitor.customer([]) };
}

/** Sends the next message; resolves to whether the customer has more to say. */
async function sendNextMessage(url: string, conversation: ActiveConversation, load: LoadResult): Promise<boolean> {
  const { key, customer, responses } = conversation;
  const message = conversation.message!;
  const conversationId = responses.at(-1)?.conversationId;
  const startedAt = performance.now();
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const { status, body } = await post(new URL('/api/chat', url), headers, JSON.stringify({ message, conversationId }));
  load.times.push(performance.now() - startedAt);
  if (status !== 200) throw new Error(`${status} ${body} to ${message}`);
  const response: ChatResponse = JSON.parse(body);
  load.countByMessage.set(message, (load.countByMessage.get(message) ?? 0) + 1);
  if (conversationId) load.continuedMessageCount += 1;
  if (response.receipts.some(({ type }) => type === 'booking.created')) load.bookingCount += 1;
  responses.push(response);
  conversation.message = customer(responses);
  return conversation.message !== undefined;
}
