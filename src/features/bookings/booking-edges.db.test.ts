import { beforeAll, describe, expect, it } from 'vitest';
import { everyDay, must, openBusiness } from '../../../test/business.ts';
import { expectProblem } from '../../../test/expect.ts';
import { asOwner, call, makeWorkspace, type Service, signUp, startService } from '../../../test/harness.ts';

let service: Service;
beforeAll(async () => {
  service = await startService();
});

const dana = { name: 'Dana Fox', email: 'dana@example.com' };

describe('a booking of an industry that was given up', () => {
  it('cannot be moved, but cancelled', async () => {
    const at = await openBusiness(service, ['salon', 'restaurant'], { hours: everyDay(['09:00', '22:00']) });
    const body = { partySize: 2, startsAt: '2026-11-19T19:00', customer: dana };
    const { id } = must(201, await at.send('POST', '/restaurant/reservations', { body })).json;
    must(200, await at.send('POST', '/config/versions/1/restore'));
    expectProblem(
      await at.send('PATCH', `/bookings/${id}`, { body: { startsAt: '2026-11-19T20:00' } }),
      403,
      'industry_not_active',
    );
    expect((await at.send('POST', `/bookings/${id}/cancel`)).json.status).toBe('cancelled');
  });

  it('of a class can be cancelled while somebody waits', async () => {
    const at = await openBusiness(service, ['salon', 'fitness']);
    const { classes } = (await at.send('GET', '/fitness/classes?days=7')).json;
    const config = (await at.send('GET', '/config')).json;
    const [first] = classes;
    const small = config.fitness.classes.map((entry: { id: string }) =>
      entry.id === first.id ? { ...entry, capacity: 1 } : entry,
    );
    must(200, await at.send('PUT', '/config', { body: { fitness: { ...config.fitness, classes: small } } }));
    const join = (email: string) =>
      at.send('POST', `/fitness/classes/${first.occurrenceId}/bookings`, { body: { customer: { name: 'X', email } } });
    const { id } = must(201, await join('a@example.com')).json;
    expect((await join('b@example.com')).json.status).toBe('waitlisted');
    must(200, await at.send('POST', '/config/versions/1/restore'));
    expect((await at.send('POST', `/bookings/${id}/cancel`)).status).toBe(200);
  });
});

describe('moving to someone else', () => {
  it('lets go of who was asked for', async () => {
    const at = await openBusiness(service, 'salon');
    const body = { service: 'womens-cut', stylist: 'nina', startsAt: '2026-11-19T14:00', customer: dana };
    const { id } = must(201, await at.send('POST', '/salon/appointments', { body })).json;
    const moved = await at.send('PATCH', `/bookings/${id}`, { body: { resourceId: 'omar' } });
    expect(moved).toMatchObject({ status: 200, json: { resource: { id: 'omar' }, version: 2 } });
    const again = await at.send('PATCH', `/bookings/${id}`, { body: { startsAt: '2026-11-19T15:00' } });
    expect(again.json.resource.id).toBe('omar');
  });
});

describe('an offered place', () => {
  it('tells until when it is held, and is lost after that', async () => {
    const at = await openBusiness(service, 'fitness');
    const config = (await at.send('GET', '/config')).json;
    const classes = config.fitness.classes.map((entry: object) => ({ ...entry, capacity: 1 }));
    must(200, await at.send('PUT', '/config', { body: { fitness: { ...config.fitness, classes } } }));
    const { occurrenceId } = (await at.send('GET', '/fitness/classes?days=7')).json.classes.at(-1);
    const join = async (email: string) =>
      must(
        201,
        await at.send('POST', `/fitness/classes/${occurrenceId}/bookings`, {
          body: { customer: { name: 'X', email } },
        }),
      ).json;
    const [first, second] = [await join('a@example.com'), await join('b@example.com')];
    must(200, await at.send('POST', `/bookings/${first.id}/cancel`));
    const offered = (await at.send('GET', `/bookings/${second.id}`)).json;
    expect(offered).toMatchObject({ status: 'offered', offeredUntil: '2026-11-16T11:00:00-05:00' });
    const take = (now: string) => at.send('PATCH', `/bookings/${second.id}`, { now, body: { status: 'confirmed' } });
    const late = await take('2026-11-16T11:00:01-05:00');
    expectProblem(late, 409, 'conflict');
    expect(late.json.reason).toBe('offer_lapsed');
    expect((await take('2026-11-16T11:00:00-05:00')).json.status).toBe('confirmed');
  });

  it('does not make cancellations at once wait for each other', async () => {
    // The database finds a deadlock after a second, and one of them is tried again: here it is never found.
    await asOwner(service.connection, `alter database ${service.connection.database} set deadlock_timeout = '10min'`);
    const at = await openBusiness(await startService(service.connection), 'fitness');
    const config = (await at.send('GET', '/config')).json;
    const classes = config.fitness.classes.map((entry: object) => ({ ...entry, capacity: 2 }));
    must(200, await at.send('PUT', '/config', { body: { fitness: { ...config.fitness, classes } } }));
    const { occurrenceId } = (await at.send('GET', '/fitness/classes?days=7')).json.classes.at(-1);
    const ids: string[] = [];
    for (let i = 0; i < 8; i++) {
      const body = { customer: { name: 'X', email: `p${i}@example.com` } };
      ids.push(must(201, await at.send('POST', `/fitness/classes/${occurrenceId}/bookings`, { body })).json.id);
    }
    const replies = await Promise.all(ids.slice(0, 6).map((id) => at.send('POST', `/bookings/${id}/cancel`)));
    expect(replies.map(({ status }) => status)).toEqual(Array(6).fill(200));
  });
});

describe('the plan', () => {
  it('holds against a restored version, and an industry can be given up for another', async () => {
    const owner = await signUp(service);
    const made = await call(service, 'POST', '/api/keys', {
      cookie: owner.cookie,
      body: { name: 'k', mode: 'live', kind: 'secret' },
    });
    const { key } = made.json;
    const plan = (name: string) => call(service, 'PUT', '/api/plan', { cookie: owner.cookie, body: { plan: name } });
    const setup = (industry: string) => call(service, 'POST', '/api/v1/setup', { key, body: { industry } });
    const put = (body: object) => call(service, 'PUT', '/api/v1/config', { key, body });
    must(200, await plan('professional'));
    must(201, await setup('salon'));
    must(201, await setup('retail'));
    expectProblem(await plan('starter'), 409, 'conflict');
    expect(must(200, await put({ industries: ['retail'] })).json.industry).toBe('retail');
    must(200, await plan('starter'));
    expectProblem(await call(service, 'POST', '/api/v1/config/versions/2/restore', { key }), 403, 'plan_required');
    expectProblem(await setup('fitness'), 403, 'plan_required');
    expect(must(200, await put({ industries: [] })).json.industry).toBeNull();
    must(201, await setup('fitness'));
  });

  it('is not outrun by a setup at the same moment', async () => {
    const owner = await signUp(service);
    const made = await call(service, 'POST', '/api/keys', {
      cookie: owner.cookie,
      body: { name: 'k', mode: 'live', kind: 'secret' },
    });
    const { key } = made.json;
    must(200, await call(service, 'PUT', '/api/plan', { cookie: owner.cookie, body: { plan: 'professional' } }));
    must(201, await call(service, 'POST', '/api/v1/setup', { key, body: { industry: 'salon' } }));
    const [plan, setup] = await Promise.all([
      call(service, 'PUT', '/api/plan', { cookie: owner.cookie, body: { plan: 'starter' } }),
      call(service, 'POST', '/api/v1/setup', { key, body: { industry: 'retail' } }),
    ]);
    expect([plan.status, setup.status].sort()).toEqual(plan.status === 200 ? [200, 403] : [201, 409]);
  });

  it('lists versions, and does not know one that cannot be', async () => {
    const { key } = await makeWorkspace(service);
    const from = (start: string) => call(service, 'GET', `/api/v1/config/versions?starting_after=${start}`, { key });
    for (const start of ['99999999999', '1e0', '', '7']) expectProblem(await from(start), 400, 'invalid_request');
  });
});
