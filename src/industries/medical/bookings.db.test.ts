import { beforeAll, describe, expect, it } from 'vitest';
import { call, queryAsDbOwner, type Service, startService } from '../../../test/harness.ts';
import { createPractice } from '../../../test/medical-practice.ts';
import { verifyAudit } from '../../kernel/audit/verify.ts';
import { openKeyring } from '../../kernel/crypto.ts';
import type { EncryptionContext } from '../../kernel/encryption/data-keys.ts';
import { findEncryptedBookings } from '../../scheduling/booking-ownership.ts';
import { reencryptWithNotes } from '../../scheduling/person-encryption.ts';

const APPOINTMENTS_PATH = '/api/v1/medical/appointments';
const CLOCK_HEADERS = { 'x-test-clock': '2026-11-16T08:00:00-07:00' };
const PATIENT = { name: 'Marguerite Quillfeather', dateOfBirth: '1961-05-03', phone: '(303) 555-0147' };

let service: Service;
let workspace: { id: string; key: string; keyId: string };
let sandboxId: string;
let nextHour = 8;

beforeAll(async () => {
  service = await startService();
  workspace = await createPractice(service, 'test');
  const { rows } = await queryAsDbOwner(
    service.connection,
    `select id from workspaces where live_id = $1 and mode = 'test'`,
    [workspace.id],
  );
  sandboxId = rows[0].id;
});

const post = (body: object) =>
  call(service, 'POST', APPOINTMENTS_PATH, { key: workspace.key, body, headers: CLOCK_HEADERS });
const visitInput = (overrides: object = {}) => ({
  visitType: 'checkup',
  startsAt: `2026-11-18T${String(nextHour++).padStart(2, '0')}:00`,
  patient: PATIENT,
  reason: 'a rash on the arm',
  notes: 'Rings the bell twice',
  ...overrides,
});
const inEncryptionContext = <T>(work: (ctx: EncryptionContext) => Promise<T>): Promise<T> =>
  service.database.inWorkspace(sandboxId, (db) =>
    work({
      db,
      keyring: openKeyring(Buffer.from(service.config.masterKey!, 'base64')),
      workspace: { id: sandboxId },
      actor: { id: 'key_1' },
      now: new Date(0),
      purpose: 'test',
    }),
  );
const auditEntries = async (subject: string) =>
  (
    await queryAsDbOwner(
      service.connection,
      'select actor, action, reason from audit_entries where subject = $1 order by sequence',
      [subject],
    )
  ).rows;

describe('a visit', () => {
  it('is booked with the patient encrypted and audited', async () => {
    const { status, json } = await post(visitInput());
    expect(status).toBe(201);
    expect(json).toMatchObject({
      kind: 'appointment',
      industry: 'medical',
      status: 'confirmed',
      service: { id: 'checkup' },
      customer: { name: PATIENT.name, phone: '+13035550147', email: null },
      notes: 'Rings the bell twice',
    });
    expect(await auditEntries(json.id)).toEqual([
      { actor: workspace.keyId, action: 'booking.write', reason: 'medical.book' },
    ]);
    const { rows } = await queryAsDbOwner(
      service.connection,
      `select customer, notes, asked, (select data from events where data ->> 'id' = b.id) as event_data from bookings b where id = $1`,
      [json.id],
    );
    expect(rows).toEqual([
      {
        customer: null,
        notes: null,
        asked: { visitType: 'checkup' },
        event_data: { id: json.id, status: 'confirmed' },
      },
    ]);
  });

  it('is read by the business with an audit log entry', async () => {
    const { json } = await post(visitInput());
    const path = `/api/v1/bookings/${json.id}`;
    expect((await call(service, 'GET', path, { key: workspace.key })).json.customer).toEqual(json.customer);
    const { data } = (await call(service, 'GET', '/api/v1/bookings', { key: workspace.key })).json;
    expect(data[0]).toMatchObject({ id: json.id, customer: json.customer });
    expect((await auditEntries(json.id)).map(({ action }) => action)).toEqual([
      'booking.write',
      'booking.read',
      'booking.read',
    ]);
  });

  it('is refused for new patients if not open to them', async () => {
    const followUp = visitInput({ visitType: 'followup', patient: { ...PATIENT, newPatient: true } });
    const response = await post(followUp);
    expect([response.status, response.json]).toMatchObject([
      409,
      { code: 'slot_unavailable', reason: 'not_offered', alternatives: [] },
    ]);
    expect(await post({ ...followUp, checkOnly: true })).toMatchObject({
      status: 200,
      json: { available: false, reason: 'not_offered', alternatives: [] },
    });
    const requestWithoutName = { ...followUp, patient: { newPatient: true } };
    expect(await post({ ...requestWithoutName, checkOnly: true })).toMatchObject({
      status: 200,
      json: { available: false, reason: 'not_offered' },
    });
    const knownPatientCheck = { ...followUp, patient: { newPatient: false }, checkOnly: true };
    expect(await post(knownPatientCheck)).toMatchObject({ status: 200, json: { available: true } });
    expect(await post({ ...requestWithoutName, visitType: 'checkup' })).toMatchObject({
      status: 422,
      json: { errors: [{ pointer: '/patient/name' }, { pointer: '/patient/dateOfBirth' }] },
    });
    expect((await post({ ...followUp, patient: { ...PATIENT, newPatient: false } })).status).toBe(201);
  });

  it('requires a valid phone and a past date of birth', async () => {
    const patient = { ...PATIENT, phone: 'none', dateOfBirth: '2999-01-01' };
    const response = await post(visitInput({ patient }));
    expect(response.status).toBe(422);
    expect(response.json.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
      '/patient/dateOfBirth',
      '/patient/phone',
    ]);
  });

  it('is moved and canceled with its code and date of birth', async () => {
    const { json } = await post(visitInput());
    const claim = { code: json.code.toLowerCase(), patient: { dateOfBirth: PATIENT.dateOfBirth } };
    const rescheduleResponse = await post({ action: 'reschedule', ...claim, startsAt: '2026-11-19T09:00' });
    expect([rescheduleResponse.status, rescheduleResponse.json]).toMatchObject([
      200,
      { id: json.id, code: json.code, startsAt: '2026-11-19T09:00:00-07:00', customer: json.customer, version: 2 },
    ]);
    const cancelResponse = await post({ action: 'cancel', ...claim });
    expect([cancelResponse.status, cancelResponse.json.status]).toEqual([200, 'cancelled']);
    const repeatedCancelResponse = await post({ action: 'cancel', ...claim });
    expect([repeatedCancelResponse.status, repeatedCancelResponse.json.code]).toEqual([409, 'conflict']);
  });

  it('is not found with a wrong date of birth or an unknown code', async () => {
    const { json } = await post(visitInput());
    const attempts = [
      { action: 'cancel', code: json.code, patient: { dateOfBirth: '1961-05-04' } },
      { action: 'cancel', code: 'AAAAAA', patient: { dateOfBirth: PATIENT.dateOfBirth } },
      { action: 'reschedule', code: json.code, patient: { dateOfBirth: '1961-05-04' }, startsAt: '2026-11-19T10:00' },
      { action: 'reschedule', code: 'AAAAAA', patient: { dateOfBirth: '1961-05-03' }, startsAt: '2026-11-19T10:00' },
    ];
    const responses = await Promise.all(attempts.map(post));
    const problems = responses.map(({ json: { requestId, ...rest } }) => rest);
    expect(new Set(problems.map((document) => JSON.stringify(document))).size).toBe(1);
    expect(problems[0]).toMatchObject({ status: 404, code: 'not_found' });
  });
});

describe('a patient’s bookings', () => {
  it('are found by name and date of birth, ignoring spelling differences', async () => {
    const patient = { name: 'Zoë Ångström', dateOfBirth: '1990-01-31', email: 'zoe@example.com' };
    const { json } = await post(visitInput({ startsAt: '2026-11-20T09:00', patient }));
    const findIds = (identity: object) =>
      inEncryptionContext(async (ctx) => (await findEncryptedBookings(ctx, identity)).map(({ id }) => id));
    expect(await findIds({ name: 'zoe angstrom', dateOfBirth: '1990-01-31' })).toEqual([json.id]);
    expect(await findIds({ email: 'ZOE@example.com' })).toEqual([json.id]);
    expect(await findIds({ name: 'zoe angstrom', dateOfBirth: '1990-02-01' })).toEqual([]);
    expect(await findIds({ name: 'zoe' })).toEqual([]);
    expect(await findIds({})).toEqual([]);
  });

  it('keep other details when notes change', async () => {
    const patient = { name: 'Ann Other', dateOfBirth: '1970-07-07', phone: '303 555 0111' };
    await post(visitInput({ startsAt: '2026-11-20T10:00', patient }));
    await inEncryptionContext(async (ctx) => {
      const [booking] = await findEncryptedBookings(ctx, { name: 'Ann Other' });
      const updatedColumns = await reencryptWithNotes(ctx, booking!, 'Call first');
      await ctx.db.updateTable('bookings').set(updatedColumns).where('id', '=', booking!.id).execute();
    });
    const { id } = (await inEncryptionContext((ctx) => findEncryptedBookings(ctx, { name: 'Ann Other' })))[0]!;
    const { json } = await call(service, 'GET', `/api/v1/bookings/${id}`, { key: workspace.key });
    expect(json).toMatchObject({ customer: { name: 'Ann Other', phone: '+13035550111' }, notes: 'Call first' });
  });

  it('write a complete chain of audit entries', async () => {
    expect(await inEncryptionContext(verifyAudit)).toMatchObject({ ok: true });
  });
});
