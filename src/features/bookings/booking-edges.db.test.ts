import { beforeAll, describe, expect, it } from 'vitest';
import { createEveryDayHours, expectStatus, openBusiness } from '../../../test/business.ts';
import { expectProblem } from '../../../test/expect.ts';
import { call, createWorkspace, queryAsDbOwner, type Service, signUp, startService } from '../../../test/harness.ts';

let service: Service;
beforeAll(async () => {
  service = await startService();
});

const dana = { name: 'Dana Fox', email: 'dana@example.com' };

describe('a booking of a deactivated industry', () => {
  it('can be canceled but not moved', async () => {
    const business = await openBusiness(service, ['salon', 'restaurant'], {
      hours: createEveryDayHours(['09:00', '22:00']),
    });
    const body = { partySize: 2, startsAt: '2026-11-19T19:00', customer: dana };
    const { id } = expectStatus(201, await business.send('POST', '/restaurant/reservations', { body })).json;
    expectStatus(200, await business.send('POST', '/config/versions/1/restore'));
    expectProblem(
      await business.send('PATCH', `/bookings/${id}`, { body: { startsAt: '2026-11-19T20:00' } }),
      403,
      'industry_not_active',
    );
    expect((await business.send('POST', `/bookings/${id}/cancel`)).json.status).toBe('cancelled');
  });

  it('can be canceled while others are on its waiting list', async () => {
    const business = await openBusiness(service, ['salon', 'fitness']);
    const { classes } = (await business.send('GET', '/fitness/classes?days=7')).json;
    const config = (await business.send('GET', '/config')).json;
    const [firstClass] = classes;
    const classesWithOnePlace = config.fitness.classes.map((entry: { id: string }) =>
      entry.id === firstClass.id ? { ...entry, capacity: 1 } : entry,
    );
    expectStatus(
      200,
      await business.send('PUT', '/config', { body: { fitness: { ...config.fitness, classes: classesWithOnePlace } } }),
    );
    const joinClass = (email: string) =>
      business.send('POST', `/fitness/classes/${firstClass.occurrenceId}/bookings`, {
        body: { customer: { name: 'X', email } },
      });
    const { id } = expectStatus(201, await joinClass('a@example.com')).json;
    expect((await joinClass('b@example.com')).json.status).toBe('waitlisted');
    expectStatus(200, await business.send('POST', '/config/versions/1/restore'));
    expect((await business.send('POST', `/bookings/${id}/cancel`)).status).toBe(200);
  });
});

describe('moving to another person', () => {
  it('replaces the person who was originally requested', async () => {
    const business = await openBusiness(service, 'salon');
    const body = { service: 'womens-cut', stylist: 'nina', startsAt: '2026-11-19T14:00', customer: dana };
    const { id } = expectStatus(201, await business.send('POST', '/salon/appointments', { body })).json;
    const personResponse = await business.send('PATCH', `/bookings/${id}`, { body: { resourceId: 'omar' } });
    expect(personResponse).toMatchObject({ status: 200, json: { resource: { id: 'omar' }, version: 2 } });
    const timeResponse = await business.send('PATCH', `/bookings/${id}`, { body: { startsAt: '2026-11-19T15:00' } });
    expect(timeResponse.json.resource.id).toBe('omar');
  });
});

describe('an offered place', () => {
  it('shows until when it is held, and lapses after that', async () => {
    const business = await openBusiness(service, 'fitness');
    const config = (await business.send('GET', '/config')).json;
    const classes = config.fitness.classes.map((entry: object) => ({ ...entry, capacity: 1 }));
    expectStatus(200, await business.send('PUT', '/config', { body: { fitness: { ...config.fitness, classes } } }));
    const { occurrenceId } = (await business.send('GET', '/fitness/classes?days=7')).json.classes.at(-1);
    const joinClass = async (email: string) =>
      expectStatus(
        201,
        await business.send('POST', `/fitness/classes/${occurrenceId}/bookings`, {
          body: { customer: { name: 'X', email } },
        }),
      ).json;
    const [firstBooking, secondBooking] = [await joinClass('a@example.com'), await joinClass('b@example.com')];
    expectStatus(200, await business.send('POST', `/bookings/${firstBooking.id}/cancel`));
    const offeredBooking = (await business.send('GET', `/bookings/${secondBooking.id}`)).json;
    expect(offeredBooking).toMatchObject({ status: 'offered', offeredUntil: '2026-11-16T11:00:00-05:00' });
    const accept = (now: string) =>
      business.send('PATCH', `/bookings/${secondBooking.id}`, { now, body: { status: 'confirmed' } });
    const lateResponse = await accept('2026-11-16T11:00:01-05:00');
    expectProblem(lateResponse, 409, 'conflict');
    expect(lateResponse.json.reason).toBe('offer_lapsed');
    expect((await accept('2026-11-16T11:00:00-05:00')).json.status).toBe('confirmed');
  });

  it('does not let concurrent cancellations deadlock', async () => {
    // PostgreSQL normally detects a deadlock after a second and one request is retried. Here detection is disabled.
    await queryAsDbOwner(
      service.connection,
      `alter database ${service.connection.database} set deadlock_timeout = '10min'`,
    );
    const business = await openBusiness(await startService(service.connection), 'fitness');
    const config = (await business.send('GET', '/config')).json;
    const classes = config.fitness.classes.map((entry: object) => ({ ...entry, capacity: 2 }));
    expectStatus(200, await business.send('PUT', '/config', { body: { fitness: { ...config.fitness, classes } } }));
    const { occurrenceId } = (await business.send('GET', '/fitness/classes?days=7')).json.classes.at(-1);
    const ids: string[] = [];
    for (let i = 0; i < 8; i++) {
      const body = { customer: { name: 'X', email: `p${i}@example.com` } };
      ids.push(
        expectStatus(201, await business.send('POST', `/fitness/classes/${occurrenceId}/bookings`, { body })).json.id,
      );
    }
    const responses = await Promise.all(ids.slice(0, 6).map((id) => business.send('POST', `/bookings/${id}/cancel`)));
    expect(responses.map(({ status }) => status)).toEqual(Array(6).fill(200));
  });
});

describe('the plan', () => {
  it('applies to restored versions, and allows replacing one industry with another', async () => {
    const owner = await signUp(service);
    const keyResponse = await call(service, 'POST', '/api/keys', {
      cookie: owner.cookie,
      body: { name: 'k', mode: 'live', kind: 'secret' },
    });
    const { key } = keyResponse.json;
    const changePlan = (name: string) =>
      call(service, 'PUT', '/api/plan', { cookie: owner.cookie, body: { plan: name } });
    const setUpIndustry = (industry: string) => call(service, 'POST', '/api/v1/setup', { key, body: { industry } });
    const putConfig = (body: object) => call(service, 'PUT', '/api/v1/config', { key, body });
    expectStatus(200, await changePlan('professional'));
    expectStatus(201, await setUpIndustry('salon'));
    expectStatus(201, await setUpIndustry('retail'));
    expectProblem(await changePlan('starter'), 409, 'conflict');
    expect(expectStatus(200, await putConfig({ industries: ['retail'] })).json.industry).toBe('retail');
    expectStatus(200, await changePlan('starter'));
    expectProblem(await call(service, 'POST', '/api/v1/config/versions/2/restore', { key }), 403, 'plan_required');
    expectProblem(await setUpIndustry('fitness'), 403, 'plan_required');
    expect(expectStatus(200, await putConfig({ industries: [] })).json.industry).toBeNull();
    expectStatus(201, await setUpIndustry('fitness'));
  });

  it('applies to a simultaneous setup', async () => {
    const owner = await signUp(service);
    const keyResponse = await call(service, 'POST', '/api/keys', {
      cookie: owner.cookie,
      body: { name: 'k', mode: 'live', kind: 'secret' },
    });
    const { key } = keyResponse.json;
    expectStatus(
      200,
      await call(service, 'PUT', '/api/plan', { cookie: owner.cookie, body: { plan: 'professional' } }),
    );
    expectStatus(201, await call(service, 'POST', '/api/v1/setup', { key, body: { industry: 'salon' } }));
    const [planResponse, setupResponse] = await Promise.all([
      call(service, 'PUT', '/api/plan', { cookie: owner.cookie, body: { plan: 'starter' } }),
      call(service, 'POST', '/api/v1/setup', { key, body: { industry: 'retail' } }),
    ]);
    expect([planResponse.status, setupResponse.status].sort()).toEqual(
      planResponse.status === 200 ? [200, 403] : [201, 409],
    );
  });

  it('rejects invalid version cursors', async () => {
    const { key } = await createWorkspace(service);
    const listVersionsAfter = (cursor: string) =>
      call(service, 'GET', `/api/v1/config/versions?starting_after=${cursor}`, { key });
    for (const cursor of ['99999999999', '1e0', '', '7'])
      expectProblem(await listVersionsAfter(cursor), 400, 'invalid_request');
  });
});
