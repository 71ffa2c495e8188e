// The business document, its versions and its templates, over HTTP.
import { beforeAll, describe, expect, it } from 'vitest';
import { createEveryDayHours, NOW, openBusiness, type TestBusiness } from '../../../test/business.ts';
import { expectProblem, getErrorPointers } from '../../../test/expect.ts';
import {
  call,
  createApiKey,
  createWorkspace,
  queryAsDbOwner,
  type Service,
  signUp,
  startService,
} from '../../../test/harness.ts';

let service: Service;
let secondInstance: Service;
const runSql = async (sql: string, values: unknown[] = []) =>
  (await queryAsDbOwner(service.connection, sql, values)).rows;
const LATER = '2026-11-17T10:00:00-05:00';

beforeAll(async () => {
  service = await startService();
  secondInstance = await startService(service.connection, { jobs: 'off' });
});

const readConfig = async (business: TestBusiness) => (await business.send('GET', '/config')).json;
const putConfig = (business: TestBusiness, body: unknown, now = LATER) =>
  business.send('PUT', '/config', { body, now });
const listVersions = async (business: TestBusiness) =>
  (await business.send('GET', '/config/versions?limit=100')).json.data;

describe('the document', () => {
  it('has only defaults before any setup', async () => {
    const business = await openBusiness(service, []);
    expect(await readConfig(business)).toEqual({
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
    expect(await listVersions(business)).toEqual([]);
  });

  it('replaces the sent fields and keeps the others', async () => {
    const business = await openBusiness(service, 'salon');
    const documentBefore = await readConfig(business);
    const patch = { name: 'Grove', contact: { phone: '(212) 555-0100' }, hours: { mon: [['09:00', '12:00']] } };
    const response = await putConfig(business, patch);
    expect(response.status).toBe(200);
    // The sent fields are not samples any more.
    const samples = documentBefore.samples.filter((pointer: string) => !/^\/(?:contact|hours)/.test(pointer));
    expect(samples).toContain('/policies/deposit');
    expect(response.json).toEqual({ ...documentBefore, ...patch, samples });
    expect(await readConfig(business)).toEqual({ ...documentBefore, ...patch, samples });
  });

  it('keeps the order in which it was written', async () => {
    const business = await openBusiness(service, 'salon');
    const contact = { website: 'https://a.example', phone: '212 555 0100', email: 'a@example.com', address: 'Here' };
    const faqs = [{ answer: 'Yes.', question: 'Really?' }];
    const policies = { returns: 'r', cancellation: 'c', lateArrival: 'l', deposit: 'd' };
    await putConfig(business, { faqs, policies, contact });
    const { text } = await business.send('GET', '/config');
    for (const part of [contact, faqs, policies]) expect(text).toContain(JSON.stringify(part));
  });

  it('can have up to 1 MiB', async () => {
    const business = await openBusiness(service, []);
    const createFaqs = (count: number) =>
      Array.from({ length: count }, (_, i) => ({ question: `${i}?`, answer: 'x'.repeat(3_990) }));
    const largeResponse = await putConfig(business, { faqs: createFaqs(255) });
    expect(largeResponse.status).toBe(200);
    expect((await readConfig(business)).faqs).toHaveLength(255);
    expectProblem(await putConfig(business, { faqs: createFaqs(264) }), 413, 'body_too_large');
    expect(await listVersions(business)).toHaveLength(1);
  });

  it('applies a new time zone at once here, and soon on other instances', async () => {
    const hours = createEveryDayHours(['09:00', '18:00']);
    const business = await openBusiness(service, 'salon', { hours });
    const body = { service: 'womens-cut', startsAt: '2026-11-20T10:00', customer: { name: 'Dana', email: 'd@e.co' } };
    const { id } = (await business.send('POST', '/salon/appointments', { body })).json;
    const startsAt = async (instance: Service) =>
      (await business.send('GET', `/bookings/${id}`, { instance })).json.startsAt;
    const firstSlot = async (instance: Service) => {
      const path = '/salon/availability?service=womens-cut&stylist=nina&from=2026-11-18&days=1';
      return (await business.send('GET', path, { instance })).json.stylists[0].slots[0];
    };
    expect([await startsAt(service), await startsAt(secondInstance)]).toEqual(
      Array(2).fill('2026-11-20T10:00:00-05:00'),
    );
    for (const [timezone, expectedStart, expectedSlot] of [
      ['Europe/London', '2026-11-20T15:00:00+00:00', '2026-11-18T09:00:00+00:00'],
      ['Asia/Tokyo', '2026-11-21T00:00:00+09:00', '2026-11-18T09:00:00+09:00'],
      ['America/New_York', '2026-11-20T10:00:00-05:00', '2026-11-18T09:00:00-05:00'],
    ] as const) {
      await putConfig(business, { timezone });
      expect(await startsAt(service)).toBe(expectedStart);
      expect(await firstSlot(service)).toBe(expectedSlot);
      expect((await listVersions(business))[0].createdAt).toBe(
        expectedStart.replace(/^.{19}/, localTime(LATER, timezone)),
      );
      await expect.poll(() => startsAt(secondInstance), { interval: 10 }).toBe(expectedStart);
      expect(await firstSlot(secondInstance)).toBe(expectedSlot);
    }
  });
});

const localTime = (time: string, timeZone: string) =>
  new Date(time).toLocaleString('sv', { timeZone }).replace(' ', 'T');

describe('the document cache', () => {
  it('is invalidated by a change of its own workspace only', async () => {
    // Logs every statement.
    const loggingService = await startService(service.connection, { jobs: 'off', slowQueryMs: 1e-6 });
    const [ownWorkspace, otherWorkspace] = [
      await createWorkspace(loggingService),
      await createWorkspace(loggingService),
    ];
    const sandbox = await createApiKey(loggingService, otherWorkspace.id, { mode: 'test' });
    const readsFromDatabase = async (key: string) => {
      const logStart = loggingService.logLines.length;
      expect((await call(loggingService, 'POST', '/api/chat', { key, body: { message: 'hello' } })).status).toBe(200);
      return loggingService.logLines.slice(logStart).some((line) => line.includes('from \\"business_versions\\"'));
    };
    const keys = { own: ownWorkspace.key, other: otherWorkspace.key, sandbox: sandbox.key };
    for (const key of Object.values(keys)) await expect.poll(() => readsFromDatabase(key)).toBe(false);
    await runSql(`update workspaces set name = 'Another name' where id = $1`, [otherWorkspace.id]);
    const queriedWorkspaces = new Set<string>();
    // The notification arrives a moment later.
    for (const deadline = Date.now() + 60_000; queriedWorkspaces.size < 2 && Date.now() < deadline; )
      for (const [name, key] of Object.entries(keys)) if (await readsFromDatabase(key)) queriedWorkspaces.add(name);
    if (await readsFromDatabase(keys.own)) queriedWorkspaces.add('own');
    expect([...queriedWorkspaces].sort()).toEqual(['other', 'sandbox']);
    await loggingService.stop();
  });
});

describe('versions', () => {
  it('name their author and time, newest first, and can be restored', async () => {
    const business = await openBusiness(service, 'retail');
    await putConfig(business, { name: 'Two' }, '2026-11-17T10:00:00-05:00');
    await putConfig(business, { name: 'Three' }, '2026-11-18T10:00:00-05:00');
    const keyId = business.keyId;
    const versionPage = (await business.send('GET', '/config/versions')).json;
    expect(versionPage).toEqual({
      object: 'list',
      has_more: false,
      data: [
        { id: '3', version: 3, createdAt: '2026-11-18T10:00:00-05:00', by: keyId },
        { id: '2', version: 2, createdAt: '2026-11-17T10:00:00-05:00', by: keyId },
        { id: '1', version: 1, createdAt: NOW, by: keyId },
      ],
    });
    const page = (await business.send('GET', '/config/versions?limit=1&starting_after=3')).json;
    expect(page).toMatchObject({ data: [{ version: 2 }], has_more: true });

    const restoreResponse = await business.send('POST', '/config/versions/2/restore');
    expect(restoreResponse).toMatchObject({ status: 200, json: { name: 'Two' } });
    expect(await readConfig(business)).toEqual(restoreResponse.json);
    expect((await listVersions(business)).map(({ version }: { version: number }) => version)).toEqual([4, 3, 2, 1]);
    expect((await business.send('POST', '/config/versions/3/restore')).json.name).toBe('Three');
  });

  it.each(['0', '99', '-1', 'x', '1.5', '99999999999'])('%s is not found', async (version) => {
    const business = await openBusiness(service, 'retail');
    expectProblem(await business.send('POST', `/config/versions/${version}/restore`), 404, 'not_found');
  });

  it.each(['starting_after=99', 'starting_after=x', 'limit=0', 'limit=101'])('?%s is 400', async (query) => {
    const business = await openBusiness(service, 'retail');
    expectProblem(await business.send('GET', `/config/versions?${query}`), 400, 'invalid_request');
  });

  it('each record an event', async () => {
    const business = await openBusiness(service, 'retail', { name: 'Two' });
    await putConfig(business, { dryRun: true, name: 'Never' });
    await putConfig(business, { name: 5 });
    await business.send('POST', '/config/versions/1/restore');
    const events = await runSql(
      `select data from events where workspace_id = $1 and type = 'config.changed' order by id`,
      [business.id],
    );
    expect(events.map(({ data }) => data)).toEqual([{ version: 1 }, { version: 2 }, { version: 3 }]);
  });

  it('are serialized for concurrent writes, and none is lost', async () => {
    const business = await openBusiness(service, 'salon');
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
    const responses = await Promise.all(
      changes.map((body, i) => business.send('PUT', '/config', { body, instance: [service, secondInstance][i % 2] })),
    );
    expect(responses.map(({ status }) => status)).toEqual(changes.map(() => 200));
    expect(await listVersions(business)).toHaveLength(1 + changes.length);
    expect(await readConfig(business)).toMatchObject(Object.assign({}, ...changes));
  });

  it('of another business are hidden', async () => {
    const ownBusiness = await openBusiness(service, 'salon', { name: 'Mine' });
    const otherBusiness = await openBusiness(service, []);
    expect(await listVersions(otherBusiness)).toEqual([]);
    expectProblem(await otherBusiness.send('POST', '/config/versions/1/restore'), 404, 'not_found');
    expect((await readConfig(ownBusiness)).name).toBe('Mine');
  });
});

describe('entries', () => {
  it('get stable ids', async () => {
    const business = await openBusiness(service, 'salon');
    const services = [
      { name: 'Wash & Cut', durationMinutes: 45 },
      { name: 'Wash, cut!', durationMinutes: 60 },
      { id: 'mine', name: 'Perm', durationMinutes: 90 },
      { name: '髪', durationMinutes: 30 },
    ];
    const savedSalon = (await putConfig(business, { salon: { services, stylists: [{ name: 'Zoë' }] } })).json.salon;
    const ids = savedSalon.services.map(({ id }: { id: string }) => id);
    expect(new Set(ids).size).toBe(4);
    expect(ids[0]).toMatch(/^wash-cut/);
    expect(ids[2]).toBe('mine');
    expect(savedSalon.stylists[0].id).toBe('zoe');
    const reorderedSalon = (
      await putConfig(business, { salon: { ...savedSalon, services: savedSalon.services.toReversed() } })
    ).json.salon;
    expect(reorderedSalon.services).toEqual(savedSalon.services.toReversed());
    const extendedServices = [{ name: 'Wash cut', durationMinutes: 10 }, ...savedSalon.services];
    const extendedSalon = (await putConfig(business, { salon: { ...savedSalon, services: extendedServices } })).json
      .salon;
    expect(extendedSalon.services.slice(1)).toEqual(savedSalon.services);
    expect(ids).not.toContain(extendedSalon.services[0].id);
  });

  it('are samples until the owner removes the mark', async () => {
    const business = await openBusiness(service, 'salon');
    const { salon, faqs } = await readConfig(business);
    for (const entry of [...salon.services, ...salon.stylists, ...faqs]) expect(entry.sample).toBe(true);
    expect((await putConfig(business, { salon, faqs })).json).toMatchObject({ salon, faqs });
    const { sample: _, ...ownService } = salon.services[0];
    const salonAfter = (
      await putConfig(business, { salon: { ...salon, services: [ownService, ...salon.services.slice(1)] } })
    ).json.salon;
    expect(salonAfter.services[0]).toEqual(ownService);
    expect(salonAfter.services[1].sample).toBe(true);
    expect((await readConfig(business)).salon).toEqual(salonAfter);
  });
});

describe('errors', () => {
  it('are all listed at once, and nothing is changed', async () => {
    const business = await openBusiness(service, ['salon', 'restaurant']);
    const documentBefore = await readConfig(business);
    const invalidBody: Record<string, unknown> = {
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
    const response = await putConfig(business, invalidBody);
    expectProblem(response, 422, 'validation_failed');
    expect(new Set(getErrorPointers(response))).toEqual(
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
    for (const { detail } of response.json.errors) expect(detail).toMatch(/\S/);
    expect(await readConfig(business)).toEqual(documentBefore);
    expect(await listVersions(business)).toHaveLength(2);
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
  ])('in the contact details of a business in %s are listed: %o', async (country, contact, pointer) => {
    const business = await openBusiness(service, 'salon');
    const response = await putConfig(business, { country, contact });
    expectProblem(response, 422, 'validation_failed');
    expect(getErrorPointers(response)).toEqual([pointer]);
    if ('phone' in contact)
      expect(response.json.errors[0].detail).toMatch(/^must be a phone number like [(\d)][\d() -]+,/);
    expect((await readConfig(business)).contact.phone).toBe('(212) 555-0145');
  });

  it('in the emergency number are listed', async () => {
    const business = await openBusiness(service, 'medical');
    expect(getErrorPointers(await putConfig(business, { safety: { onCall: 'abc' } }))).toEqual(['/safety/onCall']);
    for (const onCall of ['303 555 0199', '15151'])
      expect((await putConfig(business, { safety: { onCall } })).status).toBe(200);
  });

  it.each([
    ['US', '(212) 555-0145'],
    ['IE', '01 555 0160'],
    ['GB', '020 7946 0144'],
    ['DE', '030 901820'],
    ['IE', '+1 212 555 0142'],
  ])('in contact details are not reported in %s for %s', async (country, phone) => {
    const business = await openBusiness(service, 'salon');
    const contact = { phone, email: 'hi@a.example', website: 'https://a.example/x' };
    expect((await putConfig(business, { country, contact })).json).toMatchObject({ country, contact });
  });

  it('in stored contact details do not block other changes, but such a version cannot be restored', async () => {
    const business = await openBusiness(service, 'salon');
    await putConfig(business, { description: 'One' });
    const invalidContact = `jsonb_set(document::jsonb - 'samples', '{contact}', '{"phone": "abc", "website": "a.example"}')::json`;
    await runSql(`alter table business_versions disable trigger user`);
    await runSql(`update business_versions set document = ${invalidContact} where workspace_id = $1`, [business.id]);
    await runSql(`alter table business_versions enable trigger user`);
    expect((await readConfig(business)).contact).toEqual({ phone: 'abc', website: 'a.example' });
    expect((await putConfig(business, { description: 'Two' })).status).toBe(200);
    expect(getErrorPointers(await putConfig(business, { country: 'IE' }))).toEqual([
      '/contact/phone',
      '/contact/website',
    ]);
    const restoreResponse = await business.send('POST', '/config/versions/2/restore', { body: {} });
    expectProblem(restoreResponse, 422, 'validation_failed');
    expect((await putConfig(business, { contact: { phone: '212 555 0100' } })).status).toBe(200);
  });

  it('in the types of an industry’s part do not hide contradictions in it', async () => {
    const business = await openBusiness(service, 'restaurant');
    const response = await putConfig(business, {
      restaurant: {
        menu: [{ name: 'Soup', price: -5 }],
        tables: [
          { id: 't1', name: 'One', seats: 2 },
          { id: 't1', name: 'Two', seats: 2 },
        ],
        joins: [['t1', 't9']],
      },
    });
    expectProblem(response, 422, 'validation_failed');
    expect(getErrorPointers(response).sort()).toEqual([
      '/restaurant/joins/0/1',
      '/restaurant/menu/0/price',
      '/restaurant/tables/1/id',
    ]);
  });

  it.each<[string, unknown, string]>([
    ['an unknown country', { country: 'usa' }, '/country'],
    ['a time that does not exist', { hours: { mon: [['9:00', '25:00']] } }, '/hours/mon/0/0'],
    ['a period with only one time', { hours: { mon: [['09:00']] } }, '/hours/mon/0'],
    ['an unknown day', { hours: { monday: [] } }, '/hours/monday'],
    ['an unknown tone', { tone: 'rude' }, '/tone'],
    ['no name', { name: '' }, '/name'],
    [
      'a slot length of zero',
      { booking: { noticeMinutes: 0, horizonDays: 1, slotMinutes: 0, cancelUntilMinutes: 0 } },
      '/booking/slotMinutes',
    ],
    [
      'half of the booking rules',
      { booking: { noticeMinutes: 0, horizonDays: 1, slotMinutes: 5 } },
      '/booking/cancelUntilMinutes',
    ],
    [
      'a closure on a day that does not exist',
      { closures: [{ from: '2026-02-30', to: '2026-03-01' }] },
      '/closures/0/from',
    ],
    ['an unknown field below', { contact: { fax: '1' } }, '/contact/fax'],
    ['an industry that is not active', { industries: ['salon', 'retail'] }, '/industries/1'],
    [
      'an id that does not fit into a URL',
      { salon: { services: [{ id: 'a/b', name: 'A', durationMinutes: 5 }] } },
      '/salon/services/0/id',
    ],
  ])('are reported for %s', async (_what, body, pointer) => {
    const business = await openBusiness(service, 'salon');
    const response = await putConfig(business, body);
    expectProblem(response, 422, 'validation_failed');
    expect(getErrorPointers(response)).toContain(pointer);
    expect(await listVersions(business)).toHaveLength(1);
  });

  it.each([
    ['a list', []],
    ['a text', 'name'],
    ['nothing', null],
  ])('%s is not a document', async (_what, body) => {
    const business = await openBusiness(service, []);
    const response = await business.send('PUT', '/config', {
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    });
    expectProblem(response, 422, 'validation_failed');
    expect(await listVersions(business)).toEqual([]);
  });
});

describe('setup', () => {
  it('is idempotent', async () => {
    const business = await openBusiness(service, 'fitness', { name: 'Mine', faqs: [] });
    const responses = await Promise.all(
      [1, 2, 3].map(() => business.send('POST', '/setup', { body: { industry: 'fitness' } })),
    );
    for (const response of responses) {
      expect(response).toMatchObject({
        status: 201,
        json: { industry: 'fitness', config: { name: 'Mine', faqs: [] } },
      });
      expect(response.json.widget.snippet).toContain('/widget.js');
      expect(response.json.next.length).toBeGreaterThan(0);
    }
    expect(await listVersions(business)).toHaveLength(2);
  });

  it('writes one version if it runs concurrently on two instances', async () => {
    const business = await openBusiness(service, []);
    const responses = await Promise.all(
      [service, secondInstance, service, secondInstance].map((instance) =>
        business.send('POST', '/setup', { body: { industry: 'retail' }, instance }),
      ),
    );
    expect(responses.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(await listVersions(business)).toHaveLength(1);
    expect((await readConfig(business)).industries).toEqual(['retail']);
  });

  it('keeps the owner’s content, and adds a second industry', async () => {
    const business = await openBusiness(service, []);
    await putConfig(business, {
      name: 'Mine',
      timezone: 'Europe/London',
      currency: 'GBP',
      hours: { mon: [['10:00', '11:00']] },
    });
    await business.send('POST', '/setup', { body: { industry: 'salon' } });
    const { json } = await business.send('POST', '/setup', { body: { industry: 'retail' } });
    expect(json.config).toMatchObject({
      name: 'Mine',
      timezone: 'Europe/London',
      currency: 'GBP',
      hours: { mon: [['10:00', '11:00']] },
      industry: 'salon',
      industries: ['salon', 'retail'],
    });
    expect(json.config.retail.products.length).toBeGreaterThan(0);
    expect((await putConfig(business, { industry: 'retail' })).json.industry).toBe('retail');
  });

  it('rejects an unknown industry', async () => {
    const business = await openBusiness(service, []);
    const response = await business.send('POST', '/setup', { body: { industry: 'bank' } });
    expectProblem(response, 422, 'validation_failed');
    expect(getErrorPointers(response)).toEqual(['/industry']);
  });
});

describe('plans', () => {
  const setUpIndustry = (key: string, industry: string) =>
    call(service, 'POST', '/api/v1/setup', { key, body: { industry } });

  it('starter allows one industry, and all in the sandbox', async () => {
    const { id, key } = await createWorkspace(service, { plan: 'starter' });
    expect((await setUpIndustry(key, 'salon')).status).toBe(201);
    const rejectedResponse = await setUpIndustry(key, 'retail');
    expectProblem(rejectedResponse, 403, 'plan_required');
    expect(rejectedResponse.json.detail).toContain('professional');
    expect((await setUpIndustry(key, 'salon')).status).toBe(201);
    const sandbox = await createApiKey(service, id, { mode: 'test' });
    for (const industry of ['salon', 'retail', 'medical'])
      expect((await setUpIndustry(sandbox.key, industry)).status).toBe(201);
    for (const plan of ['professional', 'business']) {
      const otherWorkspace = await createWorkspace(service, { plan });
      for (const industry of ['salon', 'retail'])
        expect((await setUpIndustry(otherWorkspace.key, industry)).status).toBe(201);
    }
  });

  it('cannot be changed to a plan that allows fewer industries than are active', async () => {
    const { cookie } = await signUp(service);
    const { id } = (await call(service, 'GET', '/api/me', { cookie })).json.workspaces[0];
    const changePlan = (plan: string) => call(service, 'PUT', '/api/plan', { cookie, body: { plan } });
    expect((await changePlan('business')).status).toBe(200);
    const { key } = await createApiKey(service, id);
    for (const industry of ['salon', 'retail']) await setUpIndustry(key, industry);
    expectProblem(await changePlan('starter'), 409, 'conflict');
    expect((await call(service, 'GET', '/api/plan', { cookie })).json.plan).toBe('business');
    expect((await changePlan('professional')).status).toBe(200);
    await call(service, 'PUT', '/api/v1/config', { key, body: { industries: ['retail'], industry: 'retail' } });
    expect((await changePlan('starter')).status).toBe(200);
  });

  it('do not count the sandbox', async () => {
    const { cookie } = await signUp(service);
    const { id } = (await call(service, 'GET', '/api/me', { cookie })).json.workspaces[0];
    const sandbox = await createApiKey(service, id, { mode: 'test' });
    for (const industry of ['salon', 'retail']) await setUpIndustry(sandbox.key, industry);
    const response = await call(service, 'PUT', '/api/plan', { cookie, body: { plan: 'starter' } });
    expect(response.status).toBe(200);
  });
});

describe('a chat', () => {
  const sendChat = (key: string, businessType: string) =>
    call(service, 'POST', '/api/chat', { key, body: { message: 'Hello', businessType } });

  it('activates its business type once', async () => {
    const { key } = await createWorkspace(service, { plan: 'starter' });
    for (let i = 0; i < 2; i++) expect((await sendChat(key, 'salon')).status).toBe(200);
    const { json } = await call(service, 'GET', '/api/v1/config', { key });
    expect(json).toMatchObject({ industry: 'salon', industries: ['salon'] });
    expect(json.salon.services.length).toBeGreaterThan(0);
    expect((await call(service, 'GET', '/api/v1/config/versions', { key })).json.data).toHaveLength(1);
    expectProblem(await sendChat(key, 'retail'), 403, 'plan_required');
    expect((await call(service, 'GET', '/api/conversations', { key })).json.data).toHaveLength(2);
  });
});

describe('descriptions for forms', () => {
  it('include the industries and the schema, in which money is marked', async () => {
    const { key } = await createWorkspace(service);
    const { status, json } = await call(service, 'GET', '/api/v1/config/schema', { key });
    expect(status).toBe(200);
    expect(json.industries.map(({ name }: { name: string }) => name)).toContain('restaurant');
    expect(json.industries[0].does.length).toBeGreaterThan(1);
    const dishSchema = json.schema.properties.restaurant.properties.menu.items;
    expect(dishSchema.properties.price).toMatchObject({ type: 'integer', title: 'Money' });
  });

  it('include each industry’s capabilities and booking forms', async () => {
    const { key } = await createWorkspace(service);
    const { json } = await call(service, 'GET', '/api/v1/config/industries', { key });
    const findIndustry = (industryName: string) =>
      json.industries.find(({ name }: { name: string }) => name === industryName);
    expect(findIndustry('medical')).toMatchObject({
      isHealthCare: true,
      resources: 'providers',
      offer: 'visitTypes',
      requests: ['prescription'],
      requestKinds: [
        {
          kind: 'prescription',
          title: 'Prescription',
          pluralTitle: 'Prescriptions',
          path: '/api/v1/medical/prescriptions',
        },
      ],
    });
    expect(findIndustry('retail')).toMatchObject({
      isHealthCare: false,
      resources: null,
      offer: 'products',
      bookings: [],
    });
    const [{ form, ...visit }] = findIndustry('medical').bookings;
    expect(visit).toEqual({ capability: 'medical.book', title: 'A visit', path: '/api/v1/medical/appointments' });
    expect(form.required).toEqual(['visitType', 'startsAt', 'patient']);
    expect(form.properties.visitType.title).toBe('Ids in medical.visitTypes');
    const [classBooking, training] = findIndustry('fitness').bookings;
    expect(classBooking).toMatchObject({
      path: '/api/v1/fitness/classes/:occurrenceId/bookings',
      meetings: '/api/v1/fitness/classes',
    });
    expect(Object.keys(classBooking.form.properties)).toEqual(['customer', 'notes']);
    expect(training.meetings).toBeUndefined();
    const [appointment] = findIndustry('salon').bookings;
    expect(appointment.title).toBe('An appointment');
    expect(Object.keys(appointment.form.properties)).toEqual(['service', 'stylist', 'startsAt', 'customer', 'notes']);
  });

  it('include earlier versions, for their own workspace only', async () => {
    const { key } = await createWorkspace(service);
    for (const name of ['One', 'Two']) await call(service, 'PUT', '/api/v1/config', { key, body: { name } });
    const versionResponse = await call(service, 'GET', '/api/v1/config/versions/1', { key });
    expect(versionResponse.json).toMatchObject({ version: 1, document: { name: 'One' } });
    for (const version of ['3', '0', 'x'])
      expect((await call(service, 'GET', `/api/v1/config/versions/${version}`, { key })).status).toBe(404);
    const otherWorkspace = await createWorkspace(service);
    expect((await call(service, 'GET', '/api/v1/config/versions/1', { key: otherWorkspace.key })).status).toBe(404);
    const narrowWorkspace = await createWorkspace(service, { scopes: ['chat:write'] });
    expect((await call(service, 'GET', '/api/v1/config/versions/1', { key: narrowWorkspace.key })).status).toBe(403);
    expect((await call(service, 'GET', '/api/v1/config/versions/1')).status).toBe(401);
  });
});
