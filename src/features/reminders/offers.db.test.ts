// Tests that customers on a waiting list get an offer in their conversation, and can ask for their status.
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { expectStatus, NOW, openBusiness, type TestBusiness } from '../../../test/business.ts';
import { type Service, startService } from '../../../test/harness.ts';

let service: Service;

beforeAll(async () => {
  service = await startService();
  await service.warmUp();
});

const LATER = '2026-11-16T12:00:00-05:00';

/** A gym with one spot in its class, which Ann has booked; Bea joins the waiting list in a chat. */
async function openFullClass(contact = '212 555 0144') {
  const gym = await openBusiness(service, 'fitness');
  const { fitness } = expectStatus(200, await gym.send('GET', '/config')).json;
  const classes = fitness.classes.map((fitnessClass: { id: string }) =>
    fitnessClass.id === 'yin' ? { ...fitnessClass, capacity: 1 } : fitnessClass,
  );
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
  const joinResponse = await chat('yes');
  const cancelAnnsBooking = () => gym.send('POST', `/bookings/${ann.id}/cancel`);
  const listMessages = async () =>
    expectStatus(200, await gym.send('GET', `/conversations/${joinResponse.conversationId}`)).json.messages as {
      role: string;
      text: string;
      suggestions?: string[];
      receipts?: { booking?: { status: string } }[];
    }[];
  return { gym, chat, joinResponse, cancelAnnsBooking, listMessages };
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

async function waitForOffer(listMessages: () => Promise<{ text: string }[]>) {
  await vi.waitFor(async () => expect((await listMessages()).at(-1)?.text).toContain('A spot opened up'), {
    timeout: 20_000,
    interval: 100,
  });
}

describe('joining a waiting list', () => {
  it('promises a message in the chat to a customer who left only a phone number', async () => {
    const { joinResponse } = await openFullClass();
    expect(joinResponse.receipts[0].booking.status).toBe('waitlisted');
    expect(joinResponse.reply).toContain("you're on the waitlist");
    expect(joinResponse.reply).toContain('here in this chat');
    expect(joinResponse.reply).not.toContain('email');
  });

  it('promises to notify a customer who left an email address', async () => {
    const { joinResponse } = await openFullClass('bea@example.com');
    expect(joinResponse.reply).toContain("We'll let you know as soon as");
  });

  it('is reported as waiting when the customer asks', async () => {
    const { chat } = await openFullClass();
    const { reply } = await chat('did i get in?');
    expect(reply).toContain('Not yet');
    expect(reply).toContain('waitlist');
  });
});

describe('a spot that opens up', () => {
  it('is offered in the conversation, and a yes takes it', async () => {
    const { gym, chat, joinResponse, cancelAnnsBooking, listMessages } = await openFullClass();
    expectStatus(200, await cancelAnnsBooking());
    await waitForOffer(listMessages);
    const offer = (await listMessages()).at(-1);
    expect(offer?.role).toBe('assistant');
    expect(offer?.text).toContain('until Monday, November 16 at 11:00 AM');
    expect(offer?.text).toContain('Sunday Yin');
    expect((await chat('did i get in?')).reply).toContain('until Monday, November 16 at 11:00 AM');
    const acceptResponse = await chat('yes please');
    expect(acceptResponse.reply).toContain('Your booking is now: a spot in Sunday Yin');
    expect(acceptResponse.receipts[0]).toMatchObject({ type: 'booking.confirmed', booking: { status: 'confirmed' } });
    const { id } = joinResponse.receipts[0];
    expect(expectStatus(200, await gym.send('GET', `/bookings/${id}`)).json.status).toBe('confirmed');
    expect((await chat('did i get in?')).reply).toContain('Your booking: a spot in Sunday Yin');
  });

  it('updates the card of the waiting list entry, even if accepted outside the chat', async () => {
    const { gym, joinResponse, cancelAnnsBooking, listMessages } = await openFullClass();
    const readCardStatuses = async () =>
      (await listMessages()).flatMap(({ receipts = [] }) => receipts.map((r) => r.booking?.status));
    expect(await readCardStatuses()).toEqual(['waitlisted']);
    expectStatus(200, await cancelAnnsBooking());
    await waitForOffer(listMessages);
    expect(await readCardStatuses()).toEqual(['offered']);
    const { id } = joinResponse.receipts[0];
    expectStatus(200, await gym.send('PATCH', `/bookings/${id}`, { body: { status: 'confirmed' } }));
    expect(await readCardStatuses()).toEqual(['confirmed']);
  });

  it('is not taken by a yes that comes too late', async () => {
    const { gym, chat, joinResponse, cancelAnnsBooking, listMessages } = await openFullClass();
    expectStatus(200, await cancelAnnsBooking());
    await waitForOffer(listMessages);
    const lateResponse = await chat('yes', LATER);
    expect(lateResponse.reply).toContain('expired');
    expect(lateResponse.receipts).toEqual([]);
    expect(expectStatus(200, await gym.send('GET', `/bookings/${joinResponse.receipts[0].id}`)).json.status).not.toBe(
      'confirmed',
    );
  });

  it('is cancelled after a no and a confirmation', async () => {
    const { gym, chat, joinResponse, cancelAnnsBooking, listMessages } = await openFullClass();
    expectStatus(200, await cancelAnnsBooking());
    await waitForOffer(listMessages);
    expect((await chat('no')).reply).toContain('Should I cancel it?');
    await chat('yes');
    expect(expectStatus(200, await gym.send('GET', `/bookings/${joinResponse.receipts[0].id}`)).json.status).toBe(
      'cancelled',
    );
  });
});
