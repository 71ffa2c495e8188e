// Tests listing, reading and explaining bookings over HTTP.
import ICAL from 'ical.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { createEveryDayHours, NOW, openBusiness, type TestBusiness } from '../../../test/business.ts';
import { expectProblem, getErrorPointers } from '../../../test/expect.ts';
import { type Service, startService } from '../../../test/harness.ts';

let service: Service;
beforeAll(async () => {
  service = await startService();
});

const SALON = {
  name: 'Grove, Hair; & more',
  hours: createEveryDayHours(['09:00', '18:00']),
  closures: [{ from: '2026-11-22', to: '2026-11-22', reason: 'Moving' }],
  contact: { address: '48 Grove Street, New York' },
  booking: { noticeMinutes: 60, horizonDays: 30, slotMinutes: 15, cancelUntilMinutes: 60 },
  salon: {
    services: [
      { id: 'cut', name: 'Cut', durationMinutes: 45, bufferMinutes: 15 },
      { id: 'color', name: 'Color', durationMinutes: 120 },
    ],
    stylists: [
      { id: 'ann', name: 'Ann' },
      { id: 'bea', name: 'Bea', services: ['cut'], timeOff: [{ from: '2026-11-19', to: '2026-11-19' }] },
    ],
  },
};
const FITNESS = {
  fitness: {
    classes: [{ id: 'yoga', name: 'Yoga', durationMinutes: 60, capacity: 1, weekly: [{ day: 'fri', time: '17:00' }] }],
    memberships: [],
    trainers: [],
  },
};

type ListedBooking = { id: string; startsAt: string; status: string };

describe('the list', () => {
  let business: TestBusiness;
  const ids: Record<string, string> = {};
  const collectNames = (data: ListedBooking[]) =>
    data.map(({ id }) => Object.keys(ids).find((name) => ids[name] === id));
  const listBookings = async (query: string) => {
    const { status, json } = await business.send('GET', `/bookings${query}`);
    expect({ query, status }).toEqual({ query, status: 200 });
    return json as { object: string; data: ListedBooking[]; has_more: boolean };
  };

  beforeAll(async () => {
    business = await openBusiness(service, ['salon', 'fitness'], { ...SALON, ...FITNESS });
    const rows: [string, string, object][] = [
      [
        'late',
        '/salon/appointments',
        { service: 'cut', startsAt: '2026-11-21T17:15', customer: { name: 'Zoë Ríos', phone: '212 555 0101' } },
      ],
      [
        'midnight',
        '/salon/appointments',
        {
          service: 'color',
          startsAt: '2026-11-20T09:00',
          customer: { name: 'Bob', email: 'bob@example.com' },
          notes: '100% organic',
        },
      ],
      [
        'early',
        '/salon/appointments',
        { service: 'cut', startsAt: '2026-11-17T09:00', customer: { name: 'Carla', phone: '212 555 0103' } },
      ],
      [
        'place',
        '/fitness/classes/yoga_20261120T1700/bookings',
        { customer: { name: 'Dov', email: 'dov@example.com' } },
      ],
      [
        'waiting',
        '/fitness/classes/yoga_20261120T1700/bookings',
        { customer: { name: 'Eve', email: 'eve@example.com' } },
      ],
    ];
    for (const [name, path, body] of rows) {
      const response = await business.send('POST', path, { body });
      expect(response.status).toBe(201);
      ids[name] = response.json.id;
    }
    await business.send('POST', `/bookings/${ids.early}/cancel`);
  });

  it.each<[string, string[]]>([
    ['', ['waiting', 'place', 'early', 'midnight', 'late']],
    ['?status=confirmed', ['place', 'midnight', 'late']],
    ['?status=waitlisted', ['waiting']],
    ['?status=cancelled', ['early']],
    ['?status=no_show', []],
    ['?kind=class', ['waiting', 'place']],
    ['?kind=appointment&status=confirmed', ['midnight', 'late']],
    ['?kind=reservation', []],
    ['?from=2026-11-20', ['waiting', 'place', 'midnight', 'late']],
    ['?to=2026-11-20', ['early']],
    ['?from=2026-11-20&to=2026-11-21', ['waiting', 'place', 'midnight']],
    ['?from=2026-11-20T09:00', ['waiting', 'place', 'midnight', 'late']],
    ['?from=2026-11-20T09:00:01', ['waiting', 'place', 'late']],
    ['?to=2026-11-20T14:00:00Z', ['early']],
    ['?to=2026-11-20T14:00:01Z', ['early', 'midnight']],
    ['?from=2026-11-20T17:00&to=2026-11-20T17:00', []],
    ['?sort=startsAt', ['early', 'midnight', 'place', 'waiting', 'late']],
    ['?sort=startsAt&from=2026-11-20T09:00:01&status=confirmed', ['place', 'late']],
    ['?q=zo%C3%AB', ['late']],
    ['?q=carla', ['early']],
    ['?q=2125550101', ['late']],
    ['?q=BOB@example', ['midnight']],
    ['?q=organic', ['midnight']],
    ['?q=Yoga', ['waiting', 'place']],
    ['?q=100%25', ['midnight']],
    ['?q=%25', ['midnight']],
    ['?q=_', []],
    ['?q=nobody', []],
  ])('is filtered and sorted by "%s"', async (query, expectedNames) => {
    const { object, data, has_more } = await listBookings(query);
    expect({ object, names: collectNames(data), has_more }).toEqual({
      object: 'list',
      names: expectedNames,
      has_more: false,
    });
  });

  it('finds a booking by its code, ignoring case', async () => {
    const { code } = (await business.send('GET', `/bookings/${ids.late}`)).json;
    for (const q of [code, code.toLowerCase()])
      expect(collectNames((await listBookings(`?q=${q}`)).data)).toEqual(['late']);
  });

  it.each([
    [1, ''],
    [2, ''],
    [4, ''],
    [5, ''],
    [1, '&sort=startsAt'],
    [2, '&sort=startsAt'],
    [4, '&sort=startsAt'],
  ])('returns pages of %i%s', async (limit, sort) => {
    const listedBookings: ListedBooking[] = [];
    for (let page = await listBookings(`?limit=${limit}${sort}`); ; ) {
      listedBookings.push(...page.data);
      expect(page.has_more).toBe(listedBookings.length < 5);
      if (!page.has_more) break;
      expect(page.data).toHaveLength(limit);
      page = await listBookings(`?limit=${limit}&starting_after=${listedBookings.at(-1)!.id}${sort}`);
    }
    expect(listedBookings).toEqual((await listBookings(`?${sort}`)).data);
  });

  it('is exported as CSV with all bookings that match, whatever the page size', async () => {
    const { text, headers } = await business.send('GET', '/bookings?format=csv&sort=startsAt&from=2026-11-20&limit=1');
    expect(headers.get('content-disposition')).toBe('attachment; filename="bookings.csv"');
    const [header, ...rows] = text.trimEnd().split('\r\n');
    expect(header).toBe(
      'id,code,kind,status,startsAt,endsAt,service,resource,partySize,customer,phone,email,notes,createdAt,updatedAt',
    );
    expect(rows.map((row) => row.slice(0, row.indexOf(',')))).toEqual(
      ['midnight', 'place', 'waiting', 'late'].map((name) => ids[name]),
    );
    expect(rows[0]).toContain(',Color,Ann,,Bob,,bob@example.com,100% organic,');
  });

  it('shows each booking as GET by id does', async () => {
    for (const booking of (await listBookings('')).data) {
      expect((await business.send('GET', `/bookings/${booking.id}`)).json).toEqual(booking);
    }
  });

  it.each([
    'limit=0',
    'limit=101',
    'limit=x',
    'starting_after=bkg_unknown',
    'sort=name',
    'status=done',
    'kind=table',
    'from=soon',
    'to=2026-13-01',
    'sort=asc',
  ])('?%s is 400', async (query) => {
    const response = await business.send('GET', `/bookings?${query}`);
    expectProblem(response, 400, 'invalid_request');
  });

  it('returns 404 for an unknown id', async () => {
    for (const path of ['/bookings/bkg_unknown', '/bookings/x/calendar.ics']) {
      expectProblem(await business.send('GET', path), 404, 'not_found');
    }
  });
});

describe('calendar.ics', () => {
  /** Unfolded lines as name and value; parameters stay with the name. */
  const parseCalendar = (text: string) => {
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    const lines = text
      .replaceAll(/\r\n[ \t]/g, '')
      .trimEnd()
      .split('\r\n');
    return lines.map((line) => /^([A-Z-]+(?:;[^:]*)?):(.*)$/.exec(line)!.slice(1) as [string, string]);
  };

  it('contains time (in UTC) and place, and no private details', async () => {
    const business = await openBusiness(service, 'salon', SALON);
    const body = {
      service: 'cut',
      stylist: 'ann',
      startsAt: '2026-11-20T10:00',
      customer: { name: 'Dana', email: 'd@example.com' },
      notes: 'secret',
    };
    const { id, code } = (await business.send('POST', '/salon/appointments', { body })).json;
    const response = await business.send('GET', `/bookings/${id}/calendar.ics`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/^text\/calendar\b/);
    expect(response.text).toMatch(/\r\nEND:VCALENDAR\r\n$/);
    const importedEvent = new ICAL.Component(ICAL.parse(response.text)).getFirstSubcomponent('vevent')!;
    const { uid, summary, startDate } = new ICAL.Event(importedEvent);
    expect({ uid, summary, startsAt: startDate.toJSDate().toISOString() }).toEqual({
      uid: expect.stringContaining(id),
      summary: 'Cut, Grove, Hair; & more',
      startsAt: '2026-11-20T15:00:00.000Z',
    });
    const lines = parseCalendar(response.text);
    const eventProperties = Object.fromEntries(lines);
    expect([lines[0], lines.at(-1)]).toEqual([
      ['BEGIN', 'VCALENDAR'],
      ['END', 'VCALENDAR'],
    ]);
    expect(lines.filter(([name]) => name === 'BEGIN').map(([, value]) => value)).toEqual(['VCALENDAR', 'VEVENT']);
    expect(eventProperties).toMatchObject({
      VERSION: '2.0',
      DTSTART: '20261120T150000Z',
      DTEND: '20261120T154500Z',
      DTSTAMP: '20261116T140000Z',
      STATUS: 'CONFIRMED',
      SUMMARY: 'Cut\\, Grove\\, Hair\\; & more',
      LOCATION: '48 Grove Street\\, New York',
    });
    expect(eventProperties.UID).toContain(id);
    expect(eventProperties.DESCRIPTION).toContain(code);
    const allowedNames = [
      'BEGIN',
      'END',
      'VERSION',
      'PRODID',
      'NAME',
      'X-WR-CALNAME',
      'UID',
      'SEQUENCE',
      'DTSTAMP',
      'DTSTART',
      'DTEND',
      'SUMMARY',
      'LOCATION',
      'DESCRIPTION',
      'STATUS',
    ];
    expect(lines.map(([name]) => name).filter((name) => !allowedNames.includes(name))).toEqual([]);
    expect(response.text).not.toMatch(/secret|Dana|d@example/);

    await business.send('POST', `/bookings/${id}/cancel`);
    const canceledEvent = Object.fromEntries(
      parseCalendar((await business.send('GET', `/bookings/${id}/calendar.ics`)).text),
    );
    expect(canceledEvent).toMatchObject({ STATUS: 'CANCELLED', UID: eventProperties.UID });
    expect(Number(canceledEvent.SEQUENCE)).toBeGreaterThan(Number(eventProperties.SEQUENCE));
  });
});

describe('explain', () => {
  let business: TestBusiness;
  const explain = (query: Record<string, string>, now = NOW) =>
    business.send(
      'GET',
      `/availability/explain?${new URLSearchParams({ industry: 'salon', service: 'cut', ...query })}`,
      {
        now,
      },
    );

  beforeAll(async () => {
    business = await openBusiness(service, 'salon', SALON);
    for (const stylist of ['ann', 'bea']) {
      const body = {
        service: 'cut',
        stylist,
        startsAt: '2026-11-18T12:00',
        customer: { name: 'Dana', email: 'd@e.co' },
      };
      expect((await business.send('POST', '/salon/appointments', { body })).status).toBe(201);
    }
  });

  it.each<[string, Record<string, string>, string | undefined, RegExp]>([
    ['free', { startsAt: '2026-11-18T10:00' }, undefined, /./],
    ['someone unknown', { startsAt: '2026-11-18T10:00', stylist: 'zoe' }, 'resource', /zoe/],
    [
      'a service they do not offer',
      { startsAt: '2026-11-18T10:00', service: 'color', stylist: 'bea' },
      'resource',
      /Color/,
    ],
    ['an unknown service', { startsAt: '2026-11-18T10:00', service: 'perm' }, 'resource', /perm/],
    ['in the past', { startsAt: '2026-11-15T10:00' }, 'too_soon', /passed/],
    ['too soon', { startsAt: '2026-11-16T09:30' }, 'too_soon', /1 hour/],
    ['too far', { startsAt: '2026-12-30T10:00' }, 'too_far', /30 days/],
    ['before opening', { startsAt: '2026-11-18T08:00' }, 'closed', /9:00 AM/],
    ['past closing', { startsAt: '2026-11-18T17:30' }, 'closed', /6:00 PM/],
    ['a closure', { startsAt: '2026-11-22T10:00' }, 'closed', /Moving/],
    ['time off', { startsAt: '2026-11-19T10:00', stylist: 'bea' }, 'closed', /Bea is off/],
    ['taken', { startsAt: '2026-11-18T12:00', stylist: 'ann' }, 'full', /Ann/],
    ['all taken', { startsAt: '2026-11-18T12:00' }, 'full', /./],
  ])('names the failing rule: %s', async (_what, query, failingRule, detail) => {
    const { status, json } = await explain(query);
    expect(status).toBe(200);
    expect(json.available).toBe(failingRule === undefined);
    const failedRule = json.rules.find(({ ok }: { ok: boolean }) => !ok);
    expect(failedRule?.rule).toBe(failingRule);
    if (failedRule) expect(failedRule.detail).toMatch(detail);
    const ruleOrder = ['resource', 'size', 'too_soon', 'too_far', 'closed', 'full'];
    const positions = json.rules.map(({ rule }: { rule: string }) => ruleOrder.indexOf(rule));
    expect(positions).toEqual(positions.toSorted((a: number, b: number) => a - b));
    for (const rule of json.rules) expect(rule.detail).toMatch(/\S/);
  });

  it.each<[string, Record<string, string>, string]>([
    ['off the grid', { startsAt: '2026-11-18T10:05' }, '/startsAt'],
    ['off the grid, with someone unknown', { startsAt: '2026-11-18T10:05', stylist: 'zoe' }, '/startsAt'],
    ['skipped by the clocks', { startsAt: '2027-03-14T02:30' }, '/startsAt'],
    ['in words', { startsAt: 'tomorrow at ten' }, '/startsAt'],
    ['of another industry', { startsAt: '2026-11-18T10:00', partySize: '2' }, '/partySize'],
    ['unknown', { startsAt: '2026-11-18T10:00', deposit: '2' }, '/deposit'],
    ['of no industry', { startsAt: '2026-11-18T10:00', industry: 'bank' }, '/industry'],
  ])('a parameter %s is 400', async (_what, query, pointer) => {
    const response = await explain(query);
    expectProblem(response, 400, 'invalid_request');
    expect(getErrorPointers(response)).toContain(pointer);
  });

  it('requires the industry’s own fields and an active industry', async () => {
    const missingFieldResponse = await business.send(
      'GET',
      '/availability/explain?industry=salon&startsAt=2026-11-18T10:00',
    );
    expectProblem(missingFieldResponse, 400, 'invalid_request');
    expect(getErrorPointers(missingFieldResponse)).toEqual(['/service']);
    const inactiveResponse = await business.send(
      'GET',
      '/availability/explain?industry=restaurant&partySize=2&startsAt=2026-11-18T10:00',
    );
    expectProblem(inactiveResponse, 403, 'industry_not_active');
  });

  it('parses numbers, and distinguishes size from resource', async () => {
    const restaurant = await openBusiness(service, 'restaurant');
    const explainWith = async (query: string) =>
      (await restaurant.send('GET', `/availability/explain?industry=restaurant&startsAt=2026-11-18T18:00&${query}`))
        .json;
    expect((await explainWith('partySize=2')).available).toBe(true);
    const failedRuleOf = ({ rules }: { rules: { rule: string; ok: boolean }[] }) => rules.find(({ ok }) => !ok)?.rule;
    expect(failedRuleOf(await explainWith('partySize=40'))).toBe('size');
    expect(failedRuleOf(await explainWith('partySize=2&area=roof'))).toBe('resource');
  });
});
