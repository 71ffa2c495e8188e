import { beforeAll, describe, expect, it } from 'vitest';
import { expectProblem } from '../../../test/expect.ts';
import { call, createApiKey, createWorkspace, type Service, startService } from '../../../test/harness.ts';
import { callFromWidget, ORIGIN, startVisitorSession, type WidgetSite } from '../../../test/visitor.ts';

const CLOCK = { 'x-test-clock': '2026-11-18T10:00:00-05:00' };

let service: Service;
let widgetSite: WidgetSite;
let key: string;

beforeAll(async () => {
  service = await startService();
  const { id } = await createWorkspace(service);
  key = (await createApiKey(service, id, { mode: 'test' })).key;
  for (const industry of ['restaurant', 'salon', 'medical', 'fitness', 'retail'])
    await call(service, 'POST', '/api/v1/setup', { key, body: { industry } });
  widgetSite = { key: (await createApiKey(service, id, { kind: 'publishable', mode: 'test', origins: [ORIGIN] })).key };
});

async function startConversation(businessType: string) {
  const { token } = await startVisitorSession(service, widgetSite);
  let conversationId: string | undefined;
  const sendMessage = async (message: string) => {
    const body = { message, conversationId, businessType };
    const { json } = await callFromWidget(service, widgetSite, 'POST', '/api/chat', { token, body, headers: CLOCK });
    ({ conversationId } = json);
    return json;
  };
  const readConversation = async () =>
    (await callFromWidget(service, widgetSite, 'GET', `/api/conversations/${conversationId}`, { token })).json;
  return { sendMessage, readConversation };
}

const toPath = (url: string) => url.slice(new URL(url).origin.length);

describe('a reply', () => {
  it('names the field it asks for, and shows the booking with a link to its calendar file', async () => {
    const { sendMessage, readConversation } = await startConversation('restaurant');
    expect((await sendMessage('I would like to book a table on the patio')).asks).toMatchObject({ field: 'partySize' });
    expect((await sendMessage('four of us')).asks).toMatchObject({ field: 'startsAt' });
    const dateReply = await sendMessage('tomorrow');
    expect(dateReply.asks).toMatchObject({
      field: 'time',
      options: expect.arrayContaining([expect.stringMatching(/^2026-11-19T/)]),
    });
    expect((await sendMessage('half seven')).asks).toMatchObject({ field: 'name', fields: ['name', 'phone'] });
    expect((await sendMessage('Dana Fox, 212 555 0142')).asks).toEqual({
      field: 'confirm',
      options: ['Yes please', 'No'],
    });
    const confirmedReply = await sendMessage('yes please');
    expect(confirmedReply.asks).toBeUndefined();
    const [{ booking, id, code }] = confirmedReply.receipts;
    expect(booking).toMatchObject({
      id,
      code,
      kind: 'reservation',
      status: 'confirmed',
      startsAt: '2026-11-19T19:30:00-05:00',
      timezone: 'America/New_York',
      partySize: 4,
      resource: { id: expect.any(String), name: expect.any(String), isPerson: false },
      details: ['patio'],
    });
    expect(JSON.stringify(booking)).not.toMatch(/Dana|555/);
    expect((await readConversation()).messages.at(-1).receipts).toEqual(confirmedReply.receipts);

    const calendarResponse = await call(service, 'GET', toPath(booking.calendarUrl));
    expect([calendarResponse.status, calendarResponse.headers.get('content-type')]).toEqual([
      200,
      'text/calendar; charset=utf-8',
    ]);
    expect(calendarResponse.text).toContain(code);
  });

  it('marks the resource of a booking as a person if it is a member of staff', async () => {
    const { sendMessage } = await startConversation('salon');
    await sendMessage('I’d like a gel manicure on Friday at 1 pm');
    await sendMessage('Dana Fox, 212 555 0142');
    const [{ booking }] = (await sendMessage('yes please')).receipts;
    expect(booking.resource).toEqual({ id: 'mei', name: 'Mei Tanaka', isPerson: true });
  });

  it('shows the listed items as cards with prices', async () => {
    const { sendMessage, readConversation } = await startConversation('restaurant');
    const { cards, sources } = await sendMessage('What pasta do you have?');
    expect(cards.length).toBeGreaterThan(0);
    expect(cards.length).toBeLessThanOrEqual(10);
    expect(sources).toContainEqual({ kind: 'menu_item', id: cards[0].id, title: cards[0].title });
    expect(cards[0]).toMatchObject({ kind: 'menu_item', price: expect.any(Number), currency: 'USD' });
    expect((await readConversation()).messages.at(-1).cards).toEqual(cards);
    expect((await sendMessage('Is there parking?')).cards).toBeUndefined();
  });

  it.each([
    ['salon', 'What services do you offer?', 'service'],
    ['fitness', 'Which classes are there tomorrow?', 'class'],
    ['retail', 'What products do you have?', 'product'],
  ])('shows cards for %s', async (industry, message, kind) => {
    const { cards } = await (await startConversation(industry)).sendMessage(message);
    expect(cards?.[0]).toMatchObject({ kind, id: expect.any(String), title: expect.any(String) });
  });
});

describe('a calendar link', () => {
  it('opens only its own booking, and requires a key without its token', async () => {
    const book = async (startsAt: string) => {
      const body = { partySize: 2, startsAt, customer: { name: 'Dana Fox', phone: '212 555 0142' } };
      return (await call(service, 'POST', '/api/v1/restaurant/reservations', { key, body, headers: CLOCK })).json;
    };
    const otherBooking = await book('2026-11-20T19:30');
    const { sendMessage } = await startConversation('restaurant');
    await sendMessage('Table for 2 on friday at 6pm, Dana Fox, 212 555 0142');
    const { receipts } = await sendMessage('yes please');
    const link = new URL(receipts[0].booking.calendarUrl);
    const get = (path: string) => call(service, 'GET', path);
    expect((await get(`${link.pathname}${link.search}`)).status).toBe(200);
    expect((await get(`/v1/bookings/${receipts[0].id}/calendar.ics${link.search}`)).status).toBe(200);
    expectProblem(await get(link.pathname), 401, 'missing_api_key');
    expectProblem(await get(`/api/v1/bookings/${otherBooking.id}/calendar.ics${link.search}`), 404, 'not_found');
    expectProblem(await get(`/api/v1/bookings/${receipts[0].id}${link.search}`), 401, 'missing_api_key');
    for (const token of ['', 'x', link.searchParams.get('token')!.replace(/.$/, '~'), 'a.b.c'])
      expectProblem(await get(`${link.pathname}?token=${token}`), 404, 'not_found');
    const [workspaceId, , signature] = link.searchParams.get('token')!.split('.');
    expectProblem(await get(`${link.pathname}?token=${workspaceId}.zzzzzzz.${signature}`), 404, 'not_found');
  });
});
