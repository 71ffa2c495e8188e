// Tests what customers on a waiting list are told: the offer in their conversation, and the truth when they ask.
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { expectStatus, NOW, openBusiness, type TestBusiness } from '../../../test/business.ts';
import { type Service, startService } from '../../../test/harness.ts';

let service: Service;

beforeAll(async () => {
  service = await startService();
  await service.warmUp();
});

const LATER = '2026-11-16T12:00:00-05:00';

/** A gym with one place in its class, which Ann has; Bea joins the waiting list in a chat. */
async function openFullClass(contact = '212 555 0144') {
  const gym = await openBusiness(service, 'fitness');
  const { fitness } = expectStatus(200, await gym.send('GET', '/config')).json;
  const classes = fitness.classes.map((each: { id: string }) => (each.id === 'yin' ? { ...each, capacity: 1 } : each));
  expectStatus(200, await gym.send('PUT', '/config', { body: { fitness: { ...fitness, classes } } }));
  const ann = expectStatus(
    201,
    await gym.send('POST', '/fitness/classes/yin_20261122T1000/bookings', {
      body: { customer: { name: 'Ann Lee', phone: '+12125550111' } },
    }),
  ).json;
  const chat = chatWith(gym);
  await chat('book sunday yin this sunday');
  await chat(`Bea Cole, ${contact}`);
  const joined = await chat('yes');
  const cancelAnn = () => gym.send('POST', `/bookings/${ann.id}/cancel`);
  const messages = async () =>
    expectStatus(200, await gym.send('GET', `/conversations/${joined.conversationId}`)).json.messages as {
      role: string;
      text: string;
      suggestions?: string[];
      receipts?: { booking?: { status: string } }[];
    }[];
  return { gym, chat, joined, free: cancelAnn, messages };
}

function chatWith(gym: TestBusiness) {
  let conversationId: string | undefined;
  return async (message: string, now = NOW) => {
    const body = { message, ...(conversationId ? { conversationId } : {}) };
    const { json } = expectStatus(200, await gym.send('POST', '/chat', { body, now }));
    ({ conversationId } = json);
    return json;
  };
}

async function untilOffered(messages: () => Promise<{ text: string }[]>) {
  await vi.waitFor(async () => expect((await messages()).at(-1)?.text).toContain('A spot opened up'), {
    timeout: 20_000,
    interval: 100,
  });
}

describe('joining a waiting list', () => {
  it('promises a customer with only a phone a message in the chat', async () => {
    const { joined } = await openFullClass();
    expect(joined.receipts[0].booking.status).toBe('waitlisted');
    expect(joined.reply).toContain("you're on the waitlist");
    expect(joined.reply).toContain('here in this chat');
    expect(joined.reply).not.toContain('email');
  });

  it('promises a mail to a customer who left an address', async () => {
    const { joined } = await openFullClass('bea@example.com');
    expect(joined.reply).toContain("We'll let you know as soon as");
  });

  it('is told as waiting when the customer asks', async () => {
    const { chat } = await openFullClass();
    const { reply } = await chat('did i get in?');
    expect(reply).toContain('Not yet');
    expect(reply).toContain('waitlist');
  });
});

describe('a place that opens up', () => {
  it('is offered in the conversation, and a yes takes it', async () => {
    const { gym, chat, joined, free, messages } = await openFullClass();
    expectStatus(200, await free());
    await untilOffered(messages);
    const offer = (await messages()).at(-1);
    expect(offer?.role).toBe('assistant');
    expect(offer?.text).toContain('until Monday, November 16 at 11:00 AM');
    expect(offer?.text).toContain('Sunday Yin');
    expect((await chat('did i get in?')).reply).toContain('until Monday, November 16 at 11:00 AM');
    const accepted = await chat('yes please');
    expect(accepted.reply).toContain('Your booking is now: a spot in Sunday Yin');
    expect(accepted.receipts[0]).toMatchObject({ type: 'booking.confirmed', booking: { status: 'confirmed' } });
    const { id } = joined.receipts[0];
    expect(expectStatus(200, await gym.send('GET', `/bookings/${id}`)).json.status).toBe('confirmed');
    expect((await chat('did i get in?')).reply).toContain('Your booking: a spot in Sunday Yin');
  });

  it('is shown on the card of the waiting list, wherever it was taken', async () => {
    const { gym, joined, free, messages } = await openFullClass();
    const onCard = async () =>
      (await messages()).flatMap(({ receipts = [] }) => receipts.map((r) => r.booking?.status));
    expect(await onCard()).toEqual(['waitlisted']);
    expectStatus(200, await free());
    await untilOffered(messages);
    expect(await onCard()).toEqual(['offered']);
    const { id } = joined.receipts[0];
    expectStatus(200, await gym.send('PATCH', `/bookings/${id}`, { body: { status: 'confirmed' } }));
    expect(await onCard()).toEqual(['confirmed']);
  });

  it('is not taken by a yes that comes too late', async () => {
    const { gym, chat, joined, free, messages } = await openFullClass();
    expectStatus(200, await free());
    await untilOffered(messages);
    const late = await chat('yes', LATER);
    expect(late.reply).toContain('expired');
    expect(late.receipts).toEqual([]);
    expect(expectStatus(200, await gym.send('GET', `/bookings/${joined.receipts[0].id}`)).json.status).not.toBe(
      'confirmed',
    );
  });

  it('is given up with a no, after one more question', async () => {
    const { gym, chat, joined, free, messages } = await openFullClass();
    expectStatus(200, await free());
    await untilOffered(messages);
    expect((await chat('no')).reply).toContain('Should I cancel it?');
    await chat('yes');
    expect(expectStatus(200, await gym.send('GET', `/bookings/${joined.receipts[0].id}`)).json.status).toBe(
      'cancelled',
    );
  });
});
