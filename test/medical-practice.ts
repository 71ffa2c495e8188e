import { EMPTY_DOCUMENT } from '../src/capability/document.ts';
import { createWorkspace, queryAsDbOwner, type Service } from './harness.ts';

const officeHours = [['08:00', '17:00']];

const MEDICAL_SECTION = {
  visitTypes: [
    { id: 'checkup', name: 'Annual physical', durationMinutes: 45, newPatients: true, bufferMinutes: 0 },
    { id: 'followup', name: 'Follow-up', durationMinutes: 30, newPatients: false, bufferMinutes: 0 },
  ],
  providers: [{ id: 'chen', name: 'Dr. Alice Chen' }],
  insurance: [],
  pharmacies: [
    { id: 'walton', name: 'Walton Pharmacy', phone: '303 555 0180' },
    { id: 'cvs-1', name: 'CVS' },
    { id: 'cvs-2', name: 'CVS' },
  ],
  refills: { turnaroundHours: 48, needsVisit: ['controlled', 'Warfarin'] },
};

/** Creates a workspace with the configuration of a medical practice, and a key for it. */
export async function createPractice(service: Service, mode: 'live' | 'test' = 'live') {
  const workspace = await createWorkspace(service, { mode });
  const document = {
    ...EMPTY_DOCUMENT,
    name: 'Cedar',
    timezone: 'America/Denver',
    hours: { mon: officeHours, tue: officeHours, wed: officeHours, thu: officeHours, fri: officeHours },
    industry: 'medical',
    industries: ['medical'],
    medical: MEDICAL_SECTION,
  };
  await queryAsDbOwner(
    service.connection,
    `insert into business_versions (workspace_id, version, document, created_by, created_at)
     select id, 1, $2, 'test', now() from workspaces where live_id = $1`,
    [workspace.id, JSON.stringify(document)],
  );
  await queryAsDbOwner(service.connection, `update workspaces set timezone = 'America/Denver' where live_id = $1`, [
    workspace.id,
  ]);
  return workspace;
}
