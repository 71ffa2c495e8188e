import { beforeAll, describe, expect, it } from 'vitest';
import { call, createWorkspace, type Service, startService } from '../harness.ts';
import { listFoldersWithKennel } from './kennel.ts';

let service: Service;
let key: string;

beforeAll(async () => {
  service = await startService(undefined, {}, { industryFolders: await listFoldersWithKennel() });
  key = (await createWorkspace(service, { mode: 'test' })).key;
});

const headers = { 'x-test-clock': '2026-11-18T10:00:00-05:00' };
const customer = { name: 'Dana Fox', phone: '212 555 0142' };
const stayRequest = { size: 2, hours: 3, dog: 'Rex', startsAt: '2026-11-20T09:00', customer };

describe('the industry of docs/adding-an-industry.md', () => {
  it('is not active before it is set up', async () => {
    const response = await call(service, 'POST', '/api/v1/kennel/stays', { key, headers, body: stayRequest });
    expect(response).toMatchObject({ status: 403, json: { code: 'industry_not_active' } });
  });

  it('is set up with its starter content', async () => {
    const response = await call(service, 'POST', '/api/v1/setup', { key, headers, body: { industry: 'kennel' } });
    expect(response.status).toBe(201);
    expect(response.json.config.kennel.runs[0]).toEqual({
      id: 'garden-run',
      name: 'Garden run',
      size: 5,
      pricePerHour: 1200,
      sample: true,
    });
  });

  it('books the best fitting resource first, then the next', async () => {
    const first = await call(service, 'POST', '/api/v1/kennel/stays', { key, headers, body: stayRequest });
    expect(first).toMatchObject({
      status: 201,
      json: { resource: { id: 'puppy-corner' }, endsAt: '2026-11-20T12:00:00-05:00', notes: 'Dog: Rex' },
    });
    const second = await call(service, 'POST', '/v1/kennel/stays', { key, headers, body: stayRequest });
    expect(second.json.resource.id).toBe('garden-run');
    const third = await call(service, 'POST', '/api/v1/kennel/stays', { key, headers, body: stayRequest });
    expect(third).toMatchObject({ status: 409, json: { code: 'slot_unavailable', reason: 'full' } });
    expect(third.json.alternatives[0].startsAt).toBe('2026-11-20T12:00:00-05:00');
  });

  it('reschedules by the same rules', async () => {
    const { json } = await call(service, 'GET', '/api/v1/bookings', { key, headers });
    const rescheduled = await call(service, 'PATCH', `/api/v1/bookings/${json.data[0].id}`, {
      key,
      headers,
      body: { startsAt: '2026-11-20T14:00' },
    });
    expect(rescheduled).toMatchObject({ status: 200, json: { startsAt: '2026-11-20T14:00:00-05:00', version: 2 } });
  });

  it('explains availability, appears in the API reference and validates its document', async () => {
    const explanation = await call(
      service,
      'GET',
      '/api/v1/availability/explain?industry=kennel&startsAt=2026-11-22T09:00&size=2&hours=1',
      { key, headers },
    );
    expect(explanation.json).toMatchObject({ available: false });
    expect(explanation.json.rules.find(({ ok }: { ok: boolean }) => !ok).rule).toBe('closed');
    expect((await call(service, 'GET', '/openapi.json')).json.paths['/api/v1/kennel/stays'].post).toBeDefined();
    const run = { name: 'Garden run', size: 1, pricePerHour: 1 };
    const response = await call(service, 'PUT', '/api/v1/config', { key, body: { kennel: { runs: [run, run] } } });
    expect(response).toMatchObject({ status: 422, json: { errors: [{ pointer: '/kennel/runs/1/name' }] } });
  });
});

describe('a conversation with a business of the new industry', () => {
  const sendMessage = (message: string, conversationId?: string) =>
    call(service, 'POST', '/api/chat', {
      key,
      headers,
      body: { message, ...(conversationId ? { conversationId } : { businessType: 'kennel' }) },
    });

  it('starts once the first message has triggered the training for the new industry', async () => {
    // Training may take longer than the timeout of a request.
    await expect.poll(async () => (await sendMessage('Hi!')).status, { timeout: 120_000 }).toBe(200);
  }, 150_000);

  it('answers a question from the document', async () => {
    const { json } = await sendMessage('Which runs are there for my dog?');
    expect(json).toMatchObject({ intent: 'kennel.runs', receipts: [] });
    expect(json.reply).toBe('We have Garden run ($12 an hour) and Puppy corner ($9 an hour).');
    const { json: unansweredResponse } = await sendMessage('Do you have gift cards?');
    expect(unansweredResponse.reply).toContain("I don't have that information");
  });

  it('asks for missing details, summarizes them and books after a confirmation', async () => {
    const { json: question } = await sendMessage('I need someone to watch my labrador for 3 hours on Saturday at 9');
    expect(question).toMatchObject({ intent: 'kennel.stay', receipts: [] });
    expect(question.reply).toMatch(/9:00 AM is available. What is your dog’s name\?$/);
    const { json: contact } = await sendMessage('Rex', question.conversationId);
    expect(contact.reply).toBe('What name and phone number should I put it under?');
    const { json: summary } = await sendMessage('Dana Fox, 212 555 0142', question.conversationId);
    expect(summary.reply).toBe('Rex for 3 hours on Saturday, November 21 at 9:00 AM, under Dana Fox. Shall I book it?');
    const { json: confirmation } = await sendMessage('Yes please', question.conversationId);
    const [{ id, booking: card }] = confirmation.receipts;
    expect(card.resource).toMatchObject({ id: 'garden-run', isPerson: false });
    const { json: booking } = await call(service, 'GET', `/api/v1/bookings/${id}`, { key, headers });
    expect(booking).toMatchObject({
      resource: { id: 'garden-run' },
      startsAt: '2026-11-21T09:00:00-05:00',
      notes: 'Dog: Rex',
      customer: { name: 'Dana Fox' },
    });
    expect(confirmation.reply).toContain(booking.code);
  });

  it('refuses a time that is taken before it asks for the dog’s name', async () => {
    const { json } = await sendMessage('Can you take my mastiff for 2 hours on Saturday at 10?');
    expect(json).toMatchObject({ intent: 'kennel.stay', asks: { field: 'time' } });
    expect(json.reply).toMatch(/I have .*Would/s);
  });

  it('asks for the time before the dog’s name', async () => {
    const { json } = await sendMessage('Can I book my labrador in for 3 hours?');
    expect(json.reply).toBe('When would you bring your dog?');
  });

  it('cancels a booking without referring to a run as a person', async () => {
    const { json: question } = await sendMessage('I need to cancel my booking on Saturday');
    const { json: summary } = await sendMessage('Dana Fox, 212 555 0142', question.conversationId);
    expect(summary.reply).toBe('Your booking: Dog stay on Saturday, November 21 at 9:00 AM. Should I cancel it?');
  });
});
