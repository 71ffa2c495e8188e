import { beforeAll, describe, expect, it, vi } from 'vitest';
import { expectStatus, KEEP_ALL_SAMPLES } from '../../../test/business.ts';
import { dumpTables } from '../../../test/database-dump.ts';
import { expectProblem } from '../../../test/expect.ts';
import {
  call,
  createApiKey,
  openTestKeyring,
  queryAsDbOwner,
  type Service,
  startService,
  verifyAuditLog,
} from '../../../test/harness.ts';
import { callAsMember, createTeam } from '../../../test/members.ts';
import { recordsOf } from '../../capability/industry.ts';
import { loadIndustries } from '../../industries/load.ts';
import { rotateDataKey } from '../../kernel/encryption/rotation.ts';
import { listEncryptedColumns } from '../privacy/encrypted-columns.ts';

let service: Service;
let team: Awaited<ReturnType<typeof createTeam>>;
let key: string;
let nextSlot = 0;
const PAT = {
  name: 'Patricia Quickwater',
  dateOfBirth: '1980-02-03',
  phone: '+12125550111',
  email: 'pat@quickwater.example',
};

beforeAll(async () => {
  service = await startService();
  team = await createTeam(service);
  key = (await createApiKey(service, team.workspace)).key;
  expectStatus(201, await send('POST', '/setup', { industry: 'medical' }));
  expectStatus(200, await send('POST', '/config/samples', KEEP_ALL_SAMPLES));
});

const send = (method: string, path: string, body?: object) => call(service, method, `/api/v1${path}`, { key, body });
const callAsAgent = (method: string, path: string, body?: object) =>
  callAsMember(service, team.agent, team.workspace, method, `/api/v1${path}`, body);
/** Books the next free time. */
async function book(patient: object): Promise<string> {
  for (;;) {
    const day = new Date(Date.now() + (3 + Math.floor(nextSlot / 8)) * 86_400_000).toISOString().slice(0, 10);
    const startsAt = `${day}T${String(9 + (nextSlot++ % 8)).padStart(2, '0')}:00`;
    const { status, json } = await send('POST', '/medical/appointments', { visitType: 'physical', startsAt, patient });
    if (status === 201) return json.id;
  }
}
const findCustomerIdOf = async (bookingId: string) =>
  (await send('GET', `/customers?bookingId=${bookingId}`)).json.data[0].id as string;
const countAuditEntries = async (action: string, subject: string) =>
  (
    await queryAsDbOwner(service.connection, 'select from audit_entries where action = $1 and subject = $2', [
      action,
      subject,
    ])
  ).rows.length;

describe('patients', () => {
  it('are distinguished by name and date of birth, because families share a phone', async () => {
    const id = await findCustomerIdOf(await book(PAT));
    expect(await findCustomerIdOf(await book({ ...PAT, name: 'patricia  QUICKWATER', phone: '+12125550112' }))).toBe(
      id,
    );
    const childId = await findCustomerIdOf(await book({ ...PAT, name: 'Sam Quickwater', dateOfBirth: '2015-05-05' }));
    expect(childId).not.toBe(id);
  });

  it('are stored encrypted, hidden in the team’s list, and logged when they are opened', async () => {
    const id = await findCustomerIdOf(await book(PAT));
    const listedCustomers = expectStatus(200, await callAsAgent('GET', '/customers')).json.data;
    expect(listedCustomers).toContainEqual(expect.objectContaining({ id, name: '', phone: null, sealed: true }));
    const readsBefore = await countAuditEntries('customer.read', id);
    expect(expectStatus(200, await callAsAgent('GET', `/customers/${id}`)).json).toMatchObject({
      name: PAT.name.toString(),
      dateOfBirth: PAT.dateOfBirth,
      sealed: true,
    });
    expect(await countAuditEntries('customer.read', id)).toBe(readsBefore + 1);
    const notes = 'Afraid of needles';
    expectStatus(200, await callAsAgent('PATCH', `/customers/${id}`, { notes, tags: ['anxious'] }));
    expect((await callAsAgent('GET', `/customers/${id}`)).json).toMatchObject({
      notes,
      tags: ['anxious'],
      dateOfBirth: PAT.dateOfBirth,
    });
    for (const [table, text] of await dumpTables(service.connection))
      for (const secret of ['quickwater', '2125550111', 'needles', 'anxious'])
        expect(text.toLowerCase().includes(secret), `${secret} in ${table}`).toBe(false);
    expect(await verifyAuditLog(service, team.workspace)).toMatchObject({ ok: true });
  });

  it('are found by a whole name, phone or email', async () => {
    const searchIds = async (q: string) =>
      (await callAsAgent('GET', `/customers?q=${encodeURIComponent(q)}`)).json.data.map(
        (row: { id: string }) => row.id,
      );
    const id = await findCustomerIdOf(await book(PAT));
    for (const q of ['Patricia Quickwater', '(212) 555-0111', 'PAT@quickwater.example'])
      expect(await searchIds(q), q).toContain(id);
    for (const q of ['Patricia', '5550111', 'quickwater.example']) expect(await searchIds(q), q).toEqual([]);
  });

  it('can be added and imported with a date of birth only', async () => {
    expectProblem(
      await send('POST', '/customers', { name: 'No Birthday', phone: '+12125550113' }),
      422,
      'validation_failed',
    );
    const createdCustomer = expectStatus(
      201,
      await send('POST', '/customers', { name: 'Ned New', dateOfBirth: '1970-01-02', phone: '+12125550114' }),
    ).json;
    expect(
      await findCustomerIdOf(await book({ name: 'Ned New', dateOfBirth: '1970-01-02', phone: '+12125550115' })),
    ).toBe(createdCustomer.id);
    const csv = 'name,phone,dob\nNed New,+12125550114,1970-01-02\nAda Old,+12125550116,1930-01-02\nNone,+12125550117,';
    const { id } = expectStatus(201, await send('POST', '/customers/imports', { csv })).json;
    const readImport = async () => (await send('GET', `/customers/imports/${id}`)).json;
    await vi.waitFor(async () => expect(await readImport()).toMatchObject({ status: 'finished' }), { timeout: 60_000 });
    expect(await readImport()).toMatchObject({
      created: 1,
      unchanged: 1,
      errors: [{ line: 4, detail: 'The date of birth is missing.' }],
    });
  });

  it('are named in an export of bookings only for a key or an owner', async () => {
    const id = await book(PAT);
    const path = '/bookings?format=csv';
    const agentExport = expectStatus(200, await callAsAgent('GET', path)).text;
    expect(agentExport).toContain(id);
    expect(agentExport).not.toContain('Quickwater');
    expect(expectStatus(200, await call(service, 'GET', `/api/v1${path}`, { key })).text).toContain(
      'Patricia Quickwater',
    );
    expect(await countAuditEntries('booking.export', 'bookings')).toBe(2);
  });

  it('are still recognized after the data key was rotated', async () => {
    const [rotaId, patId] = [
      await findCustomerIdOf(await book({ ...PAT, name: 'Rota Ted' })),
      await findCustomerIdOf(await book(PAT)),
    ];
    const columns = listEncryptedColumns(recordsOf(await loadIndustries()));
    const rotatedKey = await rotateDataKey(
      { database: service.database, keyring: openTestKeyring(service), columns, workspaceId: team.workspace },
      new Date(),
    );
    expect(rotatedKey?.version).toBe(2);
    expect(await findCustomerIdOf(await book({ ...PAT, name: 'Rota Ted' }))).toBe(rotaId);
    expect(await findCustomerIdOf(await book(PAT))).toBe(patId);
    expect((await send('GET', `/customers/${patId}`)).json).toMatchObject({ notes: 'Afraid of needles' });
  });
});
