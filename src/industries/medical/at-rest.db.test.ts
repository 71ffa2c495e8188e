import { beforeAll, expect, it } from 'vitest';
import { dumpTables } from '../../../test/database-dump.ts';
import { call, type Service, startService } from '../../../test/harness.ts';
import { createPractice } from '../../../test/medical-practice.ts';

// Each of these is sent to the API below and appears nowhere else in the test database.
const PATIENT = {
  name: 'Marguerite Quillfeather',
  dateOfBirth: '1961-05-03',
  phone: '(303) 555-0147',
  email: 'quillfeather@post.example',
};
const SECRETS = [
  ...['Marguerite', 'Quillfeather', '1961-05-03', '19610503', '555-0147', '3035550147', 'post.example'],
  ...[
    'Zyloprimex',
    'seventy milligrams',
    'Corner Apothecary',
    '555-0199',
    'bell twice',
    'thirty tablets',
    'itching elbow',
  ],
  ...['wheelchair ramp', '1962-06-04'],
];

let service: Service;

beforeAll(async () => {
  service = await startService();
  const { key } = await createPractice(service, 'test');
  await sendAllSecrets(key);
});

async function sendAllSecrets(key: string): Promise<void> {
  let requestCount = 0;
  const headers = () => ({ 'x-test-clock': '2026-11-16T08:00:00-07:00', 'idempotency-key': `key-${++requestCount}` });
  const send = async (status: number, method: string, path: string, body?: object) => {
    const response = await call(service, method, `/api/v1${path}`, { key, body, headers: headers() });
    expect({ path, status: response.status, text: response.text }).toMatchObject({ status });
    return response.json;
  };
  const refill = {
    patient: PATIENT,
    medication: 'Zyloprimex',
    dosage: 'seventy milligrams',
    pharmacy: { name: 'Corner Apothecary', phone: '303 555-0199' },
    notes: 'Rings the bell twice',
  };
  const { id } = await send(201, 'POST', '/medical/prescriptions', refill);
  await send(200, 'GET', `/medical/prescriptions/${id}`);
  await send(200, 'PATCH', `/medical/prescriptions/${id}`, { status: 'approved', note: 'Give thirty tablets' });
  await send(409, 'POST', '/medical/prescriptions', { ...refill, medication: 'Zyloprimex with codeine' });
  await send(422, 'POST', '/medical/prescriptions', { ...refill, pharmacy: 'Corner Apothecary' });

  const visit = { visitType: 'checkup', patient: PATIENT, reason: 'itching elbow', notes: 'wheelchair ramp' };
  const booking = await send(201, 'POST', '/medical/appointments', { ...visit, startsAt: '2026-11-18T09:00' });
  await send(409, 'POST', '/medical/appointments', { ...visit, startsAt: '2026-11-18T09:00' });
  await send(200, 'GET', `/bookings/${booking.id}`);
  const wrongClaim = { code: booking.code, patient: { dateOfBirth: '1962-06-04' } };
  await send(404, 'POST', '/medical/appointments', { action: 'cancel', ...wrongClaim });
  const rightClaim = { code: booking.code, patient: { dateOfBirth: PATIENT.dateOfBirth } };
  await send(200, 'POST', '/medical/appointments', {
    action: 'reschedule',
    ...rightClaim,
    startsAt: '2026-11-19T09:00',
  });
  await send(200, 'POST', '/medical/appointments', { action: 'cancel', ...rightClaim });
}

it('stores no patient data in clear text', async () => {
  const tableDumps = await dumpTables(service.connection);
  for (const table of ['prescriptions', 'bookings', 'audit_entries', 'events', 'idempotency_keys', 'data_keys'])
    expect(tableDumps.get(`public.${table}`)!.length).toBeGreaterThan(40);
  expect(tableDumps.get('public.business_versions')).toContain('Walton Pharmacy');
  expect(tableDumps.has('graphile_worker._private_jobs')).toBe(true);
  const leaks = [...tableDumps].flatMap(([table, text]) =>
    SECRETS.filter((secret) => text.toLowerCase().includes(secret.toLowerCase())).map(
      (secret) => `${table}: ${secret}`,
    ),
  );
  expect(leaks).toEqual([]);
});

it('logs no patient data', () => {
  expect(service.logLines.length).toBeGreaterThan(10);
  const log = service.logLines.join('').toLowerCase();
  expect(SECRETS.filter((secret) => log.includes(secret.toLowerCase()))).toEqual([]);
});
