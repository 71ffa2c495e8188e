// The business document, its versions and its templates, over HTTP.
import { beforeAll, describe, expect, it } from 'vitest';
import { type BusinessOf, everyDay, NOW, openBusiness } from '../../../test/business.ts';
import { expectProblem, pointers } from '../../../test/expect.ts';
import { asOwner, call, makeKey, makeWorkspace, type Service, signUp, startService } from '../../../test/harness.ts';

let service: Service;
let second: Service;
const sql = async (text: string, values: unknown[] = []) => (await asOwner(service.connection, text, values)).rows;
const LATER = '2026-11-17T10:00:00-05:00';

beforeAll(async () => {
  service = await startService();
  second = await startService(service.connection, { jobs: 'off' });
});

const config = async (at: BusinessOf) => (await at.send('GET', '/config')).json;
const put = (at: BusinessOf, body: unknown, now = LATER) => at.send('PUT', '/config', { body, now });
const versions = async (at: BusinessOf) => (await at.send('GET', '/config/versions?limit=100')).json.data;

describe('the document', () => {
  it('is bare before any setup', async () => {
    const at = await openBusiness(service, []);
    expect(await config(at)).toEqual({
      name: 'Bella Vista',
      industry: null,
      industries: [],
      description: '',
      country: 'US',
      timezone: 'UTC',
      currency: 'USD',
      locale: 'en-US',
      tone: 'friendly',
      greeting: '',
      contact: {},
      hours: {},
      closures: [],
      services: [],
      faqs: [],
      policies: {},
      booking: { noticeMinutes: 60, horizonDays: 90, slotMinutes: 15, cancelUntilMinutes: 120 },
      handoff: {},
      retentionDays: 365,
    });
    expect(await versions(at)).toEqual([]);
  });

  it('takes what is sent, each field whole, and keeps the rest', async () => {
    const at = await openBusiness(service, 'salon');
    const before = await config(at);
    const sent = { name: 'Grove', contact: { phone: '(212) 555-0100' }, hours: { mon: [['09:00', '12:00']] } };
    const reply = await put(at, sent);
    expect(reply.status).toBe(200);
    // What was sent is the owner's own.
    const samples = before.samples.filter((place: string) => !/^\/(?:contact|hours)/.test(place));
    expect(samples).toContain('/policies/deposit');
    expect(reply.json).toEqual({ ...before, ...sent, samples });
    expect(await config(at)).toEqual({ ...before, ...sent, samples });
  });

  it('keeps the order in which it was written', async () => {
    const at = await openBusiness(service, 'salon');
    const contact = { website: 'https://a.example', phone: '212 555 0100', email: 'a@example.com', address: 'Here' };
    const faqs = [{ answer: 'Yes.', question: 'Really?' }];
    const policies = { returns: 'r', cancellation: 'c', lateArrival: 'l', deposit: 'd' };
    await put(at, { faqs, policies, contact });
    const { text } = await at.send('GET', '/config');
    for (const part of [contact, faqs, policies]) expect(text).toContain(JSON.stringify(part));
  });

  it('of nearly 1 MiB is taken, a larger one refused', async () => {
    const at = await openBusiness(service, []);
    const faqs = (count: number) =>
      Array.from({ length: count }, (_, i) => ({ question: `${i}?`, answer: 'x'.repeat(3_990) }));
    const large = await put(at, { faqs: faqs(255) });
    expect(large.status).toBe(200);
    expect((await config(at)).faqs).toHaveLength(255);
    expectProblem(await put(at, { faqs: faqs(264) }), 413, 'body_too_large');
    expect(await versions(at)).toHaveLength(1);
  });

  it('shows a new time zone in times at once, here and soon elsewhere', async () => {
    const hours = everyDay(['09:00', '18:00']);
    const at = await openBusiness(service, 'salon', { hours });
    const body = { service: 'womens-cut', startsAt: '2026-11-20T10:00', customer: { name: 'Dana', email: 'd@e.co' } };
    const { id } = (await at.send('POST', '/salon/appointments', { body })).json;
    const startsAt = async (on: Service) => (await at.send('GET', `/bookings/${id}`, { on })).json.startsAt;
    const slot = async (on: Service) => {
      const path = '/salon/availability?service=womens-cut&stylist=nina&from=2026-11-18&days=1';
      return (await at.send('GET', path, { on })).json.stylists[0].slots[0];
    };
    expect([await startsAt(service), await startsAt(second)]).toEqual(Array(2).fill('2026-11-20T10:00:00-05:00'));
    for (const [timezone, shown, first] of [
      ['Europe/London', '2026-11-20T15:00:00+00:00', '2026-11-18T09:00:00+00:00'],
      ['Asia/Tokyo', '2026-11-21T00:00:00+09:00', '2026-11-18T09:00:00+09:00'],
      ['America/New_York', '2026-11-20T10:00:00-05:00', '2026-11-18T09:00:00-05:00'],
    ] as const) {
      await put(at, { timezone });
      expect(await startsAt(service)).toBe(shown);
      expect(await slot(service)).toBe(first);
      expect((await versions(at))[0].createdAt).toBe(shown.replace(/^.{19}/, local(LATER, timezone)));
      await expect.poll(() => startsAt(second), { interval: 10 }).toBe(shown);
      expect(await slot(second)).toBe(first);
    }
  });
});

const local = (time: string, timeZone: string) => new Date(time).toLocaleString('sv', { timeZone }).replace(' ', 'T');

describe('what an instance holds of the document', () => {
  it('is forgotten with a change of its own workspace, and not with one of another', async () => {
    // So that each statement is logged.
    const watched = await startService(service.connection, { jobs: 'off', slowQueryMs: 1e-6 });
    const [mine, other] = [await makeWorkspace(watched), await makeWorkspace(watched)];
    const sandbox = await makeKey(watched, other.id, { mode: 'test' });
    const isRead = async (key: string) => {
      const from = watched.logged.length;
      expect((await call(watched, 'POST', '/api/chat', { key, body: { message: 'hello' } })).status).toBe(200);
      return watched.logged.slice(from).some((line) => line.includes('from \\"business_versions\\"'));
    };
    const keys = { mine: mine.key, other: other.key, sandbox: sandbox.key };
    for (const key of Object.values(keys)) await expect.poll(() => isRead(key)).toBe(false);
    await sql(`update workspaces set name = 'Another name' where id = $1`, [other.id]);
    const read = new Set<string>();
    // Heard of a moment later.
    for (const deadline = Date.now() + 60_000; read.size < 2 && Date.now() < deadline; )
      for (const [name, key] of Object.entries(keys)) if (await isRead(key)) read.add(name);
    if (await isRead(keys.mine)) read.add('mine');
    expect([...read].sort()).toEqual(['other', 'sandbox']);
    await watched.stop();
  });
});

describe('versions', () => {
  it('say who and when, newest first, and can be restored', async () => {
    const at = await openBusiness(service, 'retail');
    await put(at, { name: 'Two' }, '2026-11-17T10:00:00-05:00');
    await put(at, { name: 'Three' }, '2026-11-18T10:00:00-05:00');
    const by = at.keyId;
    const listed = (await at.send('GET', '/config/versions')).json;
    expect(listed).toEqual({
      object: 'list',
      has_more: false,
      data: [
        { version: 3, createdAt: '2026-11-18T10:00:00-05:00', by },
        { version: 2, createdAt: '2026-11-17T10:00:00-05:00', by },
        { version: 1, createdAt: NOW, by },
      ],
    });
    const page = (await at.send('GET', '/config/versions?limit=1&starting_after=3')).json;
    expect(page).toMatchObject({ data: [{ version: 2 }], has_more: true });

    const restored = await at.send('POST', '/config/versions/2/restore');
    expect(restored).toMatchObject({ status: 200, json: { name: 'Two' } });
    expect(await config(at)).toEqual(restored.json);
    expect((await versions(at)).map(({ version }: { version: number }) => version)).toEqual([4, 3, 2, 1]);
    expect((await at.send('POST', '/config/versions/3/restore')).json.name).toBe('Three');
  });

  it.each(['0', '99', '-1', 'x', '1.5', '99999999999'])('%s is not found', async (version) => {
    const at = await openBusiness(service, 'retail');
    expectProblem(await at.send('POST', `/config/versions/${version}/restore`), 404, 'not_found');
  });

  it.each(['starting_after=99', 'starting_after=x', 'limit=0', 'limit=101'])('?%s is 400', async (query) => {
    const at = await openBusiness(service, 'retail');
    expectProblem(await at.send('GET', `/config/versions?${query}`), 400, 'invalid_request');
  });

  it('are each told of', async () => {
    const at = await openBusiness(service, 'retail', { name: 'Two' });
    await put(at, { dryRun: true, name: 'Never' });
    await put(at, { name: 5 });
    await at.send('POST', '/config/versions/1/restore');
    const events = await sql(
      `select data from events where workspace_id = $1 and type = 'config.changed' order by id`,
      [at.id],
    );
    expect(events.map(({ data }) => data)).toEqual([{ version: 1 }, { version: 2 }, { version: 3 }]);
  });

  it('come one after the other, however many write at once, and none is lost', async () => {
    const at = await openBusiness(service, 'salon');
    const changes = [
      { name: 'A' },
      { description: 'B' },
      { greeting: 'C' },
      { retentionDays: 7 },
      { tone: 'formal' },
      { policies: { deposit: 'D' } },
      { handoff: { message: 'E' } },
      { contact: { phone: '212 555 0106' } },
    ];
    const replies = await Promise.all(
      changes.map((body, i) => at.send('PUT', '/config', { body, on: [service, second][i % 2] })),
    );
    expect(replies.map(({ status }) => status)).toEqual(changes.map(() => 200));
    expect(await versions(at)).toHaveLength(1 + changes.length);
    expect(await config(at)).toMatchObject(Object.assign({}, ...changes));
  });

  it('of another business are not to be seen', async () => {
    const mine = await openBusiness(service, 'salon', { name: 'Mine' });
    const other = await openBusiness(service, []);
    expect(await versions(other)).toEqual([]);
    expectProblem(await other.send('POST', '/config/versions/1/restore'), 404, 'not_found');
    expect((await config(mine)).name).toBe('Mine');
  });
});

describe('entries', () => {
  it('get ids that stay', async () => {
    const at = await openBusiness(service, 'salon');
    const services = [
      { name: 'Wash & Cut', durationMinutes: 45 },
      { name: 'Wash, cut!', durationMinutes: 60 },
      { id: 'mine', name: 'Perm', durationMinutes: 90 },
      { name: '髪', durationMinutes: 30 },
    ];
    const first = (await put(at, { salon: { services, stylists: [{ name: 'Zoë' }] } })).json.salon;
    const ids = first.services.map(({ id }: { id: string }) => id);
    expect(new Set(ids).size).toBe(4);
    expect(ids[0]).toMatch(/^wash-cut/);
    expect(ids[2]).toBe('mine');
    expect(first.stylists[0].id).toBe('zoe');
    const again = (await put(at, { salon: { ...first, services: first.services.toReversed() } })).json.salon;
    expect(again.services).toEqual(first.services.toReversed());
    const more = [{ name: 'Wash cut', durationMinutes: 10 }, ...first.services];
    const added = (await put(at, { salon: { ...first, services: more } })).json.salon;
    expect(added.services.slice(1)).toEqual(first.services);
    expect(ids).not.toContain(added.services[0].id);
  });

  it('are samples until the owner leaves the mark out', async () => {
    const at = await openBusiness(service, 'salon');
    const { salon, faqs } = await config(at);
    for (const entry of [...salon.services, ...salon.stylists, ...faqs]) expect(entry.sample).toBe(true);
    expect((await put(at, { salon, faqs })).json).toMatchObject({ salon, faqs });
    const { sample: _, ...owned } = salon.services[0];
    const after = (await put(at, { salon: { ...salon, services: [owned, ...salon.services.slice(1)] } })).json.salon;
    expect(after.services[0]).toEqual(owned);
    expect(after.services[1].sample).toBe(true);
    expect((await config(at)).salon).toEqual(after);
  });
});

describe('mistakes', () => {
  it('are all named at once, and nothing is changed', async () => {
    const at = await openBusiness(service, ['salon', 'restaurant']);
    const before = await config(at);
    const wrong: Record<string, unknown> = {
      color: 'red',
      timezone: 'Mars/Olympus',
      currency: 'ZZZ',
      locale: 'no locale',
      hours: {
        mon: [
          ['09:00', '12:00'],
          ['11:00', '15:00'],
        ],
        tue: [['22:00', '03:00']],
        wed: [['02:00', '05:00']],
      },
      closures: [{ from: '2026-12-26', to: '2026-12-25' }],
      services: [{ name: 'Hair', price: -1 }],
      contact: { email: 'nowhere' },
      industries: ['salon', 'bank'],
      industry: 'restaurant',
      salon: {
        services: [
          { id: 'cut', name: 'Cut', durationMinutes: 30 },
          { id: 'cut', name: 'Other cut', durationMinutes: 30 },
        ],
        stylists: [
          { id: 'ann', name: 'Ann', services: ['cut', 'perm'] },
          { id: 'bea', name: 'Bea', timeOff: [{ from: '2026-12-26', to: '2026-12-25' }] },
          {
            id: 'cem',
            name: 'Cem',
            hours: {
              sun: [
                ['10:00', '12:00'],
                ['11:59', '13:00'],
              ],
            },
          },
        ],
      },
      restaurant: { menu: [{ name: 'Soup', allergens: { contains: ['milk', 'plutonium'] } }] },
    };
    const reply = await put(at, wrong);
    expectProblem(reply, 422, 'validation_failed');
    expect(new Set(pointers(reply))).toEqual(
      new Set([
        '/color',
        '/timezone',
        '/currency',
        '/locale',
        '/hours/mon/1',
        '/hours/tue/0',
        '/closures/0/to',
        '/services/0/price',
        '/contact/email',
        '/industries/1',
        '/industry',
        '/salon/services/1/id',
        '/salon/stylists/0/services/1',
        '/salon/stylists/1/timeOff/0/to',
        '/salon/stylists/2/hours/sun/1',
        '/restaurant/menu/0/allergens/contains/1',
      ]),
    );
    for (const { detail } of reply.json.errors) expect(detail).toMatch(/\S/);
    expect(await config(at)).toEqual(before);
    expect(await versions(at)).toHaveLength(2);
  });

  it.each([
    ['US', { phone: 'abc' }, '/contact/phone'],
    ['US', { phone: '555 0142' }, '/contact/phone'],
    ['US', { phone: 'call 212 555 0142' }, '/contact/phone'],
    ['IE', { phone: '020 7946 0000 1234' }, '/contact/phone'],
    ['US', { email: 'nowhere' }, '/contact/email'],
    ['US', { website: 'ftp://a.example' }, '/contact/website'],
    ['US', { website: 'a.example' }, '/contact/website'],
    ['US', { website: 'javascript:alert(1)' }, '/contact/website'],
  ])('in the ways to reach a business in %s are named: %o', async (country, contact, pointer) => {
    const at = await openBusiness(service, 'salon');
    const reply = await put(at, { country, contact });
    expectProblem(reply, 422, 'validation_failed');
    expect(pointers(reply)).toEqual([pointer]);
    expect((await config(at)).contact.phone).toBe('(212) 555-0145');
  });

  it('of a number to call in an emergency are named', async () => {
    const at = await openBusiness(service, 'medical');
    expect(pointers(await put(at, { safety: { onCall: 'abc' } }))).toEqual(['/safety/onCall']);
    for (const onCall of ['303 555 0199', '15151']) expect((await put(at, { safety: { onCall } })).status).toBe(200);
  });

  it.each([
    ['US', '(212) 555-0145'],
    ['IE', '01 555 0160'],
    ['GB', '020 7946 0144'],
    ['DE', '030 901820'],
    ['IE', '+1 212 555 0142'],
  ])('are not made in %s by %s', async (country, phone) => {
    const at = await openBusiness(service, 'salon');
    const contact = { phone, email: 'hi@a.example', website: 'https://a.example/x' };
    expect((await put(at, { country, contact })).json).toMatchObject({ country, contact });
  });

  it('from earlier are read, do not stand in the way of other changes, and are not restored', async () => {
    const at = await openBusiness(service, 'salon');
    await put(at, { description: 'One' });
    const bad = `jsonb_set(document::jsonb - 'samples', '{contact}', '{"phone": "abc", "website": "a.example"}')::json`;
    await sql(`alter table business_versions disable trigger user`);
    await sql(`update business_versions set document = ${bad} where workspace_id = $1`, [at.id]);
    await sql(`alter table business_versions enable trigger user`);
    expect((await config(at)).contact).toEqual({ phone: 'abc', website: 'a.example' });
    expect((await put(at, { description: 'Two' })).status).toBe(200);
    expect(pointers(await put(at, { country: 'IE' }))).toEqual(['/contact/phone', '/contact/website']);
    const restored = await at.send('POST', '/config/versions/2/restore', { body: {} });
    expectProblem(restored, 422, 'validation_failed');
    expect((await put(at, { contact: { phone: '212 555 0100' } })).status).toBe(200);
  });

  it('of one part do not hide its contradictions', async () => {
    const at = await openBusiness(service, 'restaurant');
    const reply = await put(at, {
      restaurant: {
        menu: [{ name: 'Soup', price: -5 }],
        tables: [
          { id: 't1', name: 'One', seats: 2 },
          { id: 't1', name: 'Two', seats: 2 },
        ],
        joins: [['t1', 't9']],
      },
    });
    expectProblem(reply, 422, 'validation_failed');
    expect(pointers(reply).sort()).toEqual([
      '/restaurant/joins/0/1',
      '/restaurant/menu/0/price',
      '/restaurant/tables/1/id',
    ]);
  });

  it.each<[string, unknown, string]>([
    ['a country that is none', { country: 'usa' }, '/country'],
    ['a clock that is none', { hours: { mon: [['9:00', '25:00']] } }, '/hours/mon/0/0'],
    ['a period of one time', { hours: { mon: [['09:00']] } }, '/hours/mon/0'],
    ['an unknown day', { hours: { monday: [] } }, '/hours/monday'],
    ['an unknown tone', { tone: 'rude' }, '/tone'],
    ['no name', { name: '' }, '/name'],
    [
      'a grid of nothing',
      { booking: { noticeMinutes: 0, horizonDays: 1, slotMinutes: 0, cancelUntilMinutes: 0 } },
      '/booking/slotMinutes',
    ],
    [
      'half of the booking rules',
      { booking: { noticeMinutes: 0, horizonDays: 1, slotMinutes: 5 } },
      '/booking/cancelUntilMinutes',
    ],
    ['a closure on no day', { closures: [{ from: '2026-02-30', to: '2026-03-01' }] }, '/closures/0/from'],
    ['an unknown field below', { contact: { fax: '1' } }, '/contact/fax'],
    ['an industry that is not active', { industries: ['salon', 'retail'] }, '/industries/1'],
    [
      'an id that addresses cannot carry',
      { salon: { services: [{ id: 'a/b', name: 'A', durationMinutes: 5 }] } },
      '/salon/services/0/id',
    ],
  ])('%s', async (_what, body, pointer) => {
    const at = await openBusiness(service, 'salon');
    const reply = await put(at, body);
    expectProblem(reply, 422, 'validation_failed');
    expect(pointers(reply)).toContain(pointer);
    expect(await versions(at)).toHaveLength(1);
  });

  it.each([
    ['a list', []],
    ['a text', 'name'],
    ['nothing', null],
  ])('%s is no document', async (_what, body) => {
    const at = await openBusiness(service, []);
    const reply = await at.send('PUT', '/config', {
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    });
    expectProblem(reply, 422, 'validation_failed');
    expect(await versions(at)).toEqual([]);
  });
});

describe('setup', () => {
  it('a second time changes nothing and answers as before', async () => {
    const at = await openBusiness(service, 'fitness', { name: 'Mine', faqs: [] });
    const replies = await Promise.all(
      [1, 2, 3].map(() => at.send('POST', '/setup', { body: { industry: 'fitness' } })),
    );
    for (const reply of replies) {
      expect(reply).toMatchObject({ status: 201, json: { industry: 'fitness', config: { name: 'Mine', faqs: [] } } });
      expect(reply.json.widget.snippet).toContain('/widget.js');
      expect(reply.json.next.length).toBeGreaterThan(0);
    }
    expect(await versions(at)).toHaveLength(2);
  });

  it('at once from two instances is one version', async () => {
    const at = await openBusiness(service, []);
    const replies = await Promise.all(
      [service, second, service, second].map((on) => at.send('POST', '/setup', { body: { industry: 'retail' }, on })),
    );
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(await versions(at)).toHaveLength(1);
    expect((await config(at)).industries).toEqual(['retail']);
  });

  it('keeps what the owner has written, and adds a second industry beside the first', async () => {
    const at = await openBusiness(service, []);
    await put(at, { name: 'Mine', timezone: 'Europe/London', currency: 'GBP', hours: { mon: [['10:00', '11:00']] } });
    await at.send('POST', '/setup', { body: { industry: 'salon' } });
    const { json } = await at.send('POST', '/setup', { body: { industry: 'retail' } });
    expect(json.config).toMatchObject({
      name: 'Mine',
      timezone: 'Europe/London',
      currency: 'GBP',
      hours: { mon: [['10:00', '11:00']] },
      industry: 'salon',
      industries: ['salon', 'retail'],
    });
    expect(json.config.retail.products.length).toBeGreaterThan(0);
    expect((await put(at, { industry: 'retail' })).json.industry).toBe('retail');
  });

  it('of an unknown industry is 422', async () => {
    const at = await openBusiness(service, []);
    const reply = await at.send('POST', '/setup', { body: { industry: 'bank' } });
    expectProblem(reply, 422, 'validation_failed');
    expect(pointers(reply)).toEqual(['/industry']);
  });
});

describe('plans', () => {
  const setup = (key: string, industry: string) => call(service, 'POST', '/api/v1/setup', { key, body: { industry } });

  it('starter has one industry, and every one in the sandbox', async () => {
    const { id, key } = await makeWorkspace(service, { plan: 'starter' });
    expect((await setup(key, 'salon')).status).toBe(201);
    const refused = await setup(key, 'retail');
    expectProblem(refused, 403, 'plan_required');
    expect(refused.json.detail).toContain('professional');
    expect((await setup(key, 'salon')).status).toBe(201);
    const sandbox = await makeKey(service, id, { mode: 'test' });
    for (const industry of ['salon', 'retail', 'medical'])
      expect((await setup(sandbox.key, industry)).status).toBe(201);
    for (const plan of ['professional', 'business']) {
      const other = await makeWorkspace(service, { plan });
      for (const industry of ['salon', 'retail']) expect((await setup(other.key, industry)).status).toBe(201);
    }
  });

  it('are not left for one that is too small for what is active', async () => {
    const { cookie } = await signUp(service);
    const { id } = (await call(service, 'GET', '/api/me', { cookie })).json.workspaces[0];
    const change = (plan: string) => call(service, 'PUT', '/api/plan', { cookie, body: { plan } });
    expect((await change('business')).status).toBe(200);
    const { key } = await makeKey(service, id);
    for (const industry of ['salon', 'retail']) await setup(key, industry);
    expectProblem(await change('starter'), 409, 'conflict');
    expect((await call(service, 'GET', '/api/plan', { cookie })).json.plan).toBe('business');
    expect((await change('professional')).status).toBe(200);
    await call(service, 'PUT', '/api/v1/config', { key, body: { industries: ['retail'], industry: 'retail' } });
    expect((await change('starter')).status).toBe(200);
  });

  it('do not count the sandbox', async () => {
    const { cookie } = await signUp(service);
    const { id } = (await call(service, 'GET', '/api/me', { cookie })).json.workspaces[0];
    const sandbox = await makeKey(service, id, { mode: 'test' });
    for (const industry of ['salon', 'retail']) await setup(sandbox.key, industry);
    const reply = await call(service, 'PUT', '/api/plan', { cookie, body: { plan: 'starter' } });
    expect(reply.status).toBe(200);
  });
});

describe('a chat', () => {
  const chat = (key: string, businessType: string) =>
    call(service, 'POST', '/api/chat', { key, body: { message: 'Hello', businessType } });

  it('activates the template of its type, once', async () => {
    const { key } = await makeWorkspace(service, { plan: 'starter' });
    for (let i = 0; i < 2; i++) expect((await chat(key, 'salon')).status).toBe(200);
    const { json } = await call(service, 'GET', '/api/v1/config', { key });
    expect(json).toMatchObject({ industry: 'salon', industries: ['salon'] });
    expect(json.salon.services.length).toBeGreaterThan(0);
    expect((await call(service, 'GET', '/api/v1/config/versions', { key })).json.data).toHaveLength(1);
    expectProblem(await chat(key, 'retail'), 403, 'plan_required');
    expect((await call(service, 'GET', '/api/conversations', { key })).json.data).toHaveLength(2);
  });
});

describe('reading for forms', () => {
  it('gives the industries and the schema, in which money is marked', async () => {
    const { key } = await makeWorkspace(service);
    const { status, json } = await call(service, 'GET', '/api/v1/config/schema', { key });
    expect(status).toBe(200);
    expect(json.industries.map(({ name }: { name: string }) => name)).toContain('restaurant');
    expect(json.industries[0].does.length).toBeGreaterThan(1);
    const item = json.schema.properties.restaurant.properties.menu.items;
    expect(item.properties.price).toMatchObject({ type: 'integer', title: 'Money' });
  });

  it('gives what each industry brings, and the form by which it is booked by hand', async () => {
    const { key } = await makeWorkspace(service);
    const { json } = await call(service, 'GET', '/api/v1/config/industries', { key });
    const of = (wanted: string) => json.industries.find(({ name }: { name: string }) => name === wanted);
    expect(of('medical')).toMatchObject({ isHealthCare: true, resources: 'providers', requests: ['prescription'] });
    expect(of('retail')).toMatchObject({ isHealthCare: false, resources: null, bookings: [] });
    const [{ form, ...visit }] = of('medical').bookings;
    expect(visit).toEqual({ capability: 'medical.book', title: 'A visit', path: '/api/v1/medical/appointments' });
    expect(form.required).toEqual(['visitType', 'startsAt', 'patient']);
    expect(form.properties.visitType.title).toBe('Ids in medical.visitTypes');
    const [appointment] = of('salon').bookings;
    expect(appointment.title).toBe('An appointment');
    expect(Object.keys(appointment.form.properties)).toEqual(['service', 'stylist', 'startsAt', 'customer', 'notes']);
  });

  it('shows what a version held, to its own workspace alone', async () => {
    const { key } = await makeWorkspace(service);
    for (const name of ['One', 'Two']) await call(service, 'PUT', '/api/v1/config', { key, body: { name } });
    const first = await call(service, 'GET', '/api/v1/config/versions/1', { key });
    expect(first.json).toMatchObject({ version: 1, document: { name: 'One' } });
    for (const version of ['3', '0', 'x'])
      expect((await call(service, 'GET', `/api/v1/config/versions/${version}`, { key })).status).toBe(404);
    const other = await makeWorkspace(service);
    expect((await call(service, 'GET', '/api/v1/config/versions/1', { key: other.key })).status).toBe(404);
    const narrow = await makeWorkspace(service, { scopes: ['chat:write'] });
    expect((await call(service, 'GET', '/api/v1/config/versions/1', { key: narrow.key })).status).toBe(403);
    expect((await call(service, 'GET', '/api/v1/config/versions/1')).status).toBe(401);
  });
});
