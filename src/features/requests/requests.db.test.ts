import { beforeAll, describe, expect, it } from 'vitest';
import { expectStatus } from '../../../test/business.ts';
import { expectProblem } from '../../../test/expect.ts';
import { call, createApiKey, createWorkspace, type Service, startService } from '../../../test/harness.ts';

let service: Service;
let key: string;
let workspaceId: string;
let keyWithoutScopes: string;

beforeAll(async () => {
  service = await startService();
  ({ id: workspaceId, key } = await createWorkspace(service));
  keyWithoutScopes = (await createApiKey(service, workspaceId, { scopes: [] })).key;
  for (const industry of ['fitness', 'medical']) expectStatus(201, await send('POST', '/v1/setup', { industry }));
});

const send = (method: string, path: string, body?: object) => call(service, method, `/api${path}`, { key, body });
const createMembershipRequest = async () =>
  expectStatus(
    201,
    await send('POST', '/v1/fitness/membership', {
      type: 'inquiry',
      customer: { name: 'Dana Fox', phone: '+12125550199' },
    }),
  ).json.id as string;

describe('requests', () => {
  it('are listed newest first with their next statuses; health requests show only id and status', async () => {
    const membershipId = await createMembershipRequest();
    const { json: prescription } = expectStatus(
      201,
      await send('POST', '/v1/medical/prescriptions', {
        patient: { name: 'Pat Doe', dateOfBirth: '1980-02-03', phone: '+12125550111' },
        medication: 'Lisinopril',
        pharmacy: { name: 'Corner', phone: '+12125550122' },
      }),
    );
    const list = (await send('GET', '/requests')).json;
    expect(list.data).toMatchObject([
      { id: prescription.id, kind: 'prescription', status: 'requested', next: ['approved', 'denied'], data: {} },
      { id: membershipId, kind: 'membership', status: 'received', data: { customer: { name: 'Dana Fox' } } },
    ]);
    expect(list.data[0].data).toEqual({});
    const listIds = async (query: string) =>
      (await send('GET', `/requests?${query}`)).json.data.map(({ id }: { id: string }) => id);
    expect(await listIds(`starting_after=${prescription.id}`)).toEqual([membershipId]);
    expect(await listIds('limit=1')).toEqual([prescription.id]);
    expect(await listIds('kind=membership')).toEqual([membershipId]);
    expect(await listIds('status=requested')).toEqual([prescription.id]);
    expect(await listIds('undecided=true')).toEqual([prescription.id, membershipId]);
  });

  it('are a file with format=csv, without details of health requests', async () => {
    const { text } = expectStatus(200, await send('GET', '/requests?format=csv'));
    const [header, prescription, membership] = text.split('\r\n');
    expect(header).toBe('id,kind,status,customer,phone,email,details,createdAt,updatedAt');
    expect(prescription).toMatch(/^rx_\w+,prescription,requested,,,,,2/);
    expect(membership).toMatch(/,membership,received,Dana Fox,'\+12125550199,,type: inquiry,2/);
  });

  it('follow the allowed status transitions', async () => {
    const requestId = await createMembershipRequest();
    expect((await send('PATCH', `/requests/${requestId}`, { status: 'in_progress' })).json).toMatchObject({
      status: 'in_progress',
      next: ['done', 'declined'],
    });
    const { data } = (await send('GET', '/requests?undecided=true')).json;
    expect(data.map((request: { id: string }) => request.id)).not.toContain(requestId);
    expect((await send('PATCH', `/requests/${requestId}`, { status: 'done' })).json.next).toEqual([]);
    expectProblem(await send('PATCH', `/requests/${requestId}`, { status: 'declined' }), 409, 'conflict');
    expectProblem(await send('PATCH', `/requests/${requestId}`, { status: 'lost' }), 422, 'validation_failed');
    expectProblem(await send('GET', '/requests?kind=lost'), 400, 'invalid_request');
  });

  it('are hidden from other workspaces and keys without scopes', async () => {
    const requestId = await createMembershipRequest();
    const body = { status: 'done' };
    const otherWorkspace = await createWorkspace(service);
    expectProblem(
      await call(service, 'PATCH', `/api/requests/${requestId}`, { key: otherWorkspace.key, body }),
      404,
      'not_found',
    );
    expect((await call(service, 'GET', '/api/requests', { key: otherWorkspace.key })).json.data).toEqual([]);
    expect((await call(service, 'GET', '/api/requests')).status).toBe(401);
    expect((await call(service, 'GET', '/api/requests', { key: keyWithoutScopes })).status).toBe(403);
    expect((await call(service, 'PATCH', `/api/requests/${requestId}`, { key: keyWithoutScopes, body })).status).toBe(
      403,
    );
  });
});
