import { beforeAll, describe, expect, it } from 'vitest';
import { getErrorPointers } from '../../../test/expect.ts';
import {
  call,
  createApiKey,
  createWorkspace,
  queryAsDbOwner,
  type Service,
  startService,
  verifyAuditLog,
} from '../../../test/harness.ts';
import { createPractice } from '../../../test/medical-practice.ts';

const PRESCRIPTIONS_PATH = '/api/v1/medical/prescriptions';
const REFILL_BODY = {
  patient: {
    name: 'Marguerite Quillfeather',
    dateOfBirth: '1961-05-03',
    phone: '(303) 555-0147',
    email: 'mq@example.com',
  },
  medication: 'Lisinopril',
  dosage: '10 mg, once a day',
  pharmacy: 'Walton Pharmacy',
  notes: 'Rings the bell twice',
};

let service: Service;
let workspace: { id: string; key: string; keyId: string };

beforeAll(async () => {
  service = await startService();
  workspace = await createPractice(service);
});

const requestRefill = (overrides: object = {}, options: object = {}) =>
  call(service, 'POST', PRESCRIPTIONS_PATH, { key: workspace.key, body: { ...REFILL_BODY, ...overrides }, ...options });
const readAuditEntries = async (subject: string) =>
  (
    await queryAsDbOwner(
      service.connection,
      'select actor, action, reason from audit_entries where subject = $1 order by sequence',
      [subject],
    )
  ).rows;

describe('a refill', () => {
  it('is requested with all details', async () => {
    const { status, json } = await requestRefill();
    expect(status).toBe(201);
    expect(json).toEqual({
      id: expect.stringMatching(/^rx_/),
      status: 'requested',
      patient: { ...REFILL_BODY.patient, phone: '+13035550147' },
      medication: 'Lisinopril',
      dosage: '10 mg, once a day',
      pharmacy: { id: 'walton', name: 'Walton Pharmacy', phone: '303 555 0180' },
      notes: 'Rings the bell twice',
      note: null,
      expectedBy: expect.stringMatching(/-0[67]:00$/),
      conversationId: null,
      createdAt: expect.stringMatching(/-0[67]:00$/),
      updatedAt: json.createdAt,
    });
    expect(Date.parse(json.expectedBy) - Date.parse(json.createdAt)).toBe(48 * 3_600_000);
    const { rows } = await queryAsDbOwner(
      service.connection,
      `select type, data from events where data ->> 'id' = $1`,
      [json.id],
    );
    expect(rows).toEqual([{ type: 'prescription.requested', data: { id: json.id, status: 'requested' } }]);
  });

  it.each([
    ['walton', { id: 'walton', name: 'Walton Pharmacy', phone: '303 555 0180' }],
    [' walton  PHARMACY', { id: 'walton', name: 'Walton Pharmacy', phone: '303 555 0180' }],
    ['cvs-2', { id: 'cvs-2', name: 'CVS', phone: null }],
    [
      { name: 'Corner', phone: '303 555 0199' },
      { id: null, name: 'Corner', phone: '303 555 0199' },
    ],
  ])('takes the pharmacy as %j', async (pharmacy, expected) => {
    expect((await requestRefill({ pharmacy })).json.pharmacy).toEqual(expected);
  });

  it('requires only patient, medication and pharmacy', async () => {
    const body = { patient: { name: 'Al', dateOfBirth: '2020-02-29' }, medication: 'Amoxicillin', pharmacy: 'walton' };
    const { status, json } = await call(service, 'POST', '/v1/medical/prescriptions', { key: workspace.key, body });
    expect(status).toBe(201);
    expect(json).toMatchObject({ dosage: null, notes: null, patient: { phone: null, email: null } });
  });

  it.each([
    ['an unknown pharmacy', { pharmacy: 'Nowhere' }, ['/pharmacy']],
    ['a name that two pharmacies have', { pharmacy: 'cvs' }, ['/pharmacy']],
    ['a pharmacy without a phone', { pharmacy: { name: 'Corner' } }, ['/pharmacy/phone']],
    ['blanks for a pharmacy', { pharmacy: { name: '  ', phone: '+1 303 555 0100' } }, ['/pharmacy/name']],
    ['a number for a pharmacy', { pharmacy: 7 }, ['/pharmacy']],
    ['an unreadable phone', { patient: { ...REFILL_BODY.patient, phone: 'call me' } }, ['/patient/phone']],
    [
      'a date of birth to come',
      { patient: { ...REFILL_BODY.patient, dateOfBirth: '2999-01-01' } },
      ['/patient/dateOfBirth'],
    ],
    ['no date at all', { patient: { ...REFILL_BODY.patient, dateOfBirth: '03/05/1961' } }, ['/patient/dateOfBirth']],
    ['blanks for a medication', { medication: '  ' }, ['/medication']],
    ['blanks for a name', { patient: { ...REFILL_BODY.patient, name: ' ' } }, ['/patient/name']],
    ['no patient', { patient: undefined }, ['/patient']],
    ['an unknown field', { patient: { ...REFILL_BODY.patient, ssn: '1' } }, ['/patient/ssn']],
  ])('refuses %s, without quoting the input', async (_, overrides, expectedPointers) => {
    const response = await requestRefill(overrides);
    expect(response.status).toBe(422);
    expect(getErrorPointers(response)).toEqual(expectedPointers);
    expect(response.text).not.toMatch(/Quillfeather|1961|call me|Nowhere|Lisinopril/);
  });

  it.each(['oxycodone 5 mg', 'ADDERALL xr', 'warfarin 5mg'])('of %s needs a visit', async (medication) => {
    const response = await requestRefill({ medication });
    expect(response.status).toBe(409);
    expect(response.json).toMatchObject({ code: 'conflict', reason: 'needs_visit' });
    expect(response.text.toLowerCase()).not.toContain(medication.split(' ')[0]!.toLowerCase());
  });

  it('is only available to medical practices', async () => {
    const { key } = await createWorkspace(service);
    const response = await call(service, 'POST', PRESCRIPTIONS_PATH, { key, body: REFILL_BODY });
    expect([response.status, response.json.code]).toEqual([403, 'industry_not_active']);
  });

  it('is created once per Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'refill-1' };
    const [firstResponse, repeatedResponse] = [
      await requestRefill({}, { headers }),
      await requestRefill({}, { headers }),
    ];
    expect(repeatedResponse.json).toEqual(firstResponse.json);
    expect(repeatedResponse.headers.get('idempotent-replayed')).toBe('true');
  });

  it('stores nothing in a dry run', async () => {
    const { id, key } = await createPractice(service, 'test');
    const { status, json } = await call(service, 'POST', PRESCRIPTIONS_PATH, {
      key,
      body: { ...REFILL_BODY, dryRun: true },
    });
    expect(status).toBe(201);
    expect((await call(service, 'GET', `${PRESCRIPTIONS_PATH}/${json.id}`, { key })).status).toBe(404);
    const sql = `select from audit_entries a join workspaces w on w.id = a.workspace_id where w.live_id = $1`;
    expect((await queryAsDbOwner(service.connection, sql, [id])).rows).toEqual([]);
  });
});

describe('a prescription', () => {
  it('is read with an audit log entry', async () => {
    const { json } = await requestRefill();
    const readResponse = await call(service, 'GET', `${PRESCRIPTIONS_PATH}/${json.id}`, { key: workspace.key });
    expect([readResponse.status, readResponse.json]).toEqual([200, json]);
    expect(await readAuditEntries(json.id)).toEqual([
      { actor: workspace.keyId, action: 'prescription.create', reason: 'medical.refill' },
      { actor: workspace.keyId, action: 'prescription.read', reason: 'prescriptions.read' },
    ]);
    expect(await verifyAuditLog(service, workspace.id)).toMatchObject({ ok: true });
  });

  it('is not found by another workspace, the sandbox, or a made-up id', async () => {
    const { json } = await requestRefill();
    const otherPractice = await createPractice(service);
    const sandboxKey = await createApiKey(service, workspace.id, { mode: 'test' });
    for (const [key, id] of [
      [otherPractice.key, json.id],
      [sandboxKey.key, json.id],
      [workspace.key, 'rx_1'],
    ]) {
      for (const method of ['GET', 'PATCH']) {
        const body = method === 'GET' ? undefined : { status: 'approved' };
        expect((await call(service, method, `${PRESCRIPTIONS_PATH}/${id}`, { key, body })).status).toBe(404);
      }
    }
  });

  it('requires the bookings scope', async () => {
    const { json } = await requestRefill();
    const readerKey = await createApiKey(service, workspace.id, { scopes: ['bookings:read'] });
    const path = `${PRESCRIPTIONS_PATH}/${json.id}`;
    expect((await call(service, 'GET', path, { key: readerKey.key })).status).toBe(200);
    expect((await call(service, 'PATCH', path, { key: readerKey.key, body: { status: 'approved' } })).status).toBe(403);
    expect((await call(service, 'POST', PRESCRIPTIONS_PATH, { key: readerKey.key, body: REFILL_BODY })).status).toBe(
      403,
    );
  });

  const updatePrescription = (id: string, body: object) =>
    call(service, 'PATCH', `${PRESCRIPTIONS_PATH}/${id}`, { key: workspace.key, body });

  it('moves from requested to ready step by step', async () => {
    const { id } = (await requestRefill()).json;
    for (const status of ['approved', 'sent_to_pharmacy', 'ready']) {
      const response = await updatePrescription(id, {
        status,
        ...(status === 'approved' ? { note: 'Thirty tablets' } : {}),
      });
      expect([response.status, response.json.status, response.json.note]).toEqual([200, status, 'Thirty tablets']);
      expect(response.json.medication).toBe('Lisinopril');
    }
    const { rows } = await queryAsDbOwner(
      service.connection,
      `select data ->> 'status' as status, (select count(*)::int from jsonb_object_keys(data)) as fields
       from events where type = 'prescription.updated' and data ->> 'id' = $1 order by id`,
      [id],
    );
    expect(rows).toEqual(['approved', 'sent_to_pharmacy', 'ready'].map((status) => ({ status, fields: 2 })));
    expect((await readAuditEntries(id)).at(-1)).toEqual({
      actor: workspace.keyId,
      action: 'prescription.update',
      reason: 'prescriptions.decide',
    });
  });

  it('rejects other transitions', async () => {
    const { id } = (await requestRefill()).json;
    const expectConflict = async (status: string) => {
      const response = await updatePrescription(id, { status });
      expect([response.status, response.json.code]).toEqual([409, 'conflict']);
    };
    for (const status of ['requested', 'sent_to_pharmacy', 'ready']) await expectConflict(status);
    expect((await updatePrescription(id, { status: 'denied', note: 'Please come in' })).json).toMatchObject({
      status: 'denied',
      note: 'Please come in',
    });
    for (const status of ['requested', 'approved', 'sent_to_pharmacy', 'ready', 'denied']) await expectConflict(status);
  });

  it.each([
    [{}, ['/status']],
    [{ status: 'lost' }, ['/status']],
    [{ status: 'approved', medication: 'x' }, ['/medication']],
    [{ status: 'approved', note: 7 }, ['/note']],
  ])('is not changed by %j', async (body, expectedPointers) => {
    const { id } = (await requestRefill()).json;
    const response = await updatePrescription(id, body);
    expect(response.status).toBe(422);
    expect(getErrorPointers(response)).toEqual(expectedPointers);
  });

  it('is decided once by concurrent requests', async () => {
    const { id } = (await requestRefill()).json;
    const responses = await Promise.all(
      ['approved', 'denied', 'approved'].map((status) => updatePrescription(id, { status })),
    );
    const statuses = responses.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(2);
    expect(statuses).toContain(409);
  });
});
