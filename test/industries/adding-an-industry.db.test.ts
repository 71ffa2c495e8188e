import { beforeAll, describe, expect, it } from 'vitest';
import { call, makeWorkspace, type Service, startService } from '../harness.ts';
import { foldersWithKennel } from './kennel.ts';

let service: Service;
let key: string;

beforeAll(async () => {
  service = await startService(undefined, {}, { industryFolders: await foldersWithKennel() });
  key = (await makeWorkspace(service, { mode: 'test' })).key;
});

const headers = { 'x-test-clock': '2026-11-18T10:00:00-05:00' };
const stay = { size: 2, hours: 3, startsAt: '2026-11-20T09:00', customer: { name: 'Dana Fox', phone: '212 555 0142' } };

describe('the industry of docs/adding-an-industry.md', () => {
  it('is not active before it is set up', async () => {
    const reply = await call(service, 'POST', '/api/v1/kennel/stays', { key, headers, body: stay });
    expect(reply).toMatchObject({ status: 403, json: { code: 'industry_not_active' } });
  });

  it('is set up with its starter content', async () => {
    const reply = await call(service, 'POST', '/api/v1/setup', { key, headers, body: { industry: 'kennel' } });
    expect(reply.status).toBe(201);
    expect(reply.json.config.kennel.runs[0]).toEqual({ id: 'garden-run', name: 'Garden run', size: 5, sample: true });
  });

  it('books the best fitting resource first, then the next', async () => {
    const first = await call(service, 'POST', '/api/v1/kennel/stays', { key, headers, body: stay });
    expect(first).toMatchObject({
      status: 201,
      json: { resource: { id: 'puppy-corner' }, endsAt: '2026-11-20T12:00:00-05:00' },
    });
    const second = await call(service, 'POST', '/v1/kennel/stays', { key, headers, body: stay });
    expect(second.json.resource.id).toBe('garden-run');
    const third = await call(service, 'POST', '/api/v1/kennel/stays', { key, headers, body: stay });
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
    const empty = await call(service, 'PUT', '/api/v1/config', {
      key,
      body: { kennel: { runs: [], pricePerHour: 1 } },
    });
    expect(empty).toMatchObject({ status: 422, json: { errors: [{ pointer: '/kennel/runs' }] } });
  });
});

describe('a conversation with a business of the new industry', () => {
  const say = (message: string, conversationId?: string) =>
    call(service, 'POST', '/api/chat', {
      ...{ key, headers },
      body: { message, ...(conversationId ? { conversationId } : { businessType: 'kennel' }) },
    });

  it('starts once the first message has triggered the training for the new industry', async () => {
    // Training may take longer than the timeout of a request.
    await expect.poll(async () => (await say('Hi!')).status, { timeout: 120_000 }).toBe(200);
  }, 150_000);

  it('answers a question from the document', async () => {
    const { json } = await say('Which runs are there for my dog?');
    expect(json).toMatchObject({ intent: 'kennel.runs', receipts: [] });
    expect(json.reply).toBe('We have Garden run and Puppy corner. An hour is $9.');
    const { json: unknown } = await say('Do you sell dog food?');
    expect(unknown.reply).toContain("I don't have that information");
  });

  it('asks for missing details, summarizes them and books after a confirmation', async () => {
    const { json: question } = await say('I need someone to watch my labrador for 3 hours on Saturday at 9');
    expect(question).toMatchObject({ intent: 'kennel.stay', receipts: [] });
    expect(question.reply).toMatch(/9:00 AM is free. What name and phone number should I put it under\?$/);
    const { json: summary } = await say('Dana Fox, 212 555 0142', question.conversationId);
    expect(summary.reply).toBe('3 hours on Saturday, November 21 at 9:00 AM, under Dana Fox. Shall I book it?');
    const { json: confirmation } = await say('Yes please', question.conversationId);
    const [{ id }] = confirmation.receipts;
    const { json: booking } = await call(service, 'GET', `/api/v1/bookings/${id}`, { key, headers });
    expect(booking).toMatchObject({ resource: { id: 'garden-run' }, startsAt: '2026-11-21T09:00:00-05:00' });
    expect(confirmation.reply).toContain(booking.code);
  });
});
