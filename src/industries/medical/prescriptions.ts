import type { ColumnType, Selectable } from 'kysely';
import type { CapabilityContext } from '../../capability/capability.ts';
import type { Business } from '../../capability/document.ts';
import { done, type Outcome, type Refusal, refuse } from '../../capability/outcome.ts';
import type { SealedRecords } from '../../capability/records.ts';
import { rfc3339 } from '../../kernel/clock.ts';
import type { Db } from '../../kernel/database/database.ts';
import { foldName } from '../../kernel/encryption/search-hashes.ts';
import { auditAccess, decryptValue, encryptValue } from '../../kernel/encryption/values.ts';
import { recordEvents } from '../../kernel/events.ts';
import { newId } from '../../kernel/ids.ts';
import { needsVisit } from './controlled.ts';
import { type Patient, type PatientGiven, readPatient } from './patient.ts';
import { mayBecome, type PrescriptionStatus } from './prescription-states.ts';

type PrescriptionTable = {
  workspace_id: string;
  id: string;
  status: PrescriptionStatus;
  details: Buffer;
  conversation_id: string | null;
  created_at: ColumnType<Date, Date, never>;
  updated_at: Date;
};

declare module '../../kernel/database/database.ts' {
  interface Tables {
    prescriptions: PrescriptionTable;
  }
}

type Row = Selectable<PrescriptionTable>;
type Pharmacy = { id: string | null; name: string; phone: string | null };

/** All that the patient told and the practice answered: sealed as one value. */
type Details = {
  patient: Patient;
  medication: string;
  dosage: string | null;
  pharmacy: Pharmacy;
  notes: string | null;
  note: string | null;
  expectedBy: string;
};

type RefillRequest = {
  patient: PatientGiven;
  medication: string;
  dosage?: string;
  pharmacy: string | { name: string; phone: string };
  notes?: string;
};

/** What of a practice's part of the document refills rest on. */
type Practice = {
  pharmacies: { id: string; name: string; phone?: string }[];
  refills: { turnaroundHours: number; needsVisit: string[] };
};
type PracticeContext = CapabilityContext<Business>;

const FIELD = 'details';
const HOUR = 3_600_000;

/** Takes the request of a patient; whether the medication is given is for the practice to decide. */
export async function requestRefill(
  ctx: PracticeContext,
  practice: Practice,
  asked: RefillRequest,
): Promise<Outcome<unknown>> {
  const { pharmacies, refills } = practice;
  const patient = readPatient(asked.patient, ctx.business, ctx.now);
  const refusal = refuseRefill(practice, asked);
  if (refusal) return refusal;
  const pharmacy = findPharmacy(pharmacies, asked.pharmacy) as Pharmacy;
  const details: Details = {
    patient,
    medication: asked.medication.trim(),
    dosage: asked.dosage ?? null,
    pharmacy,
    notes: asked.notes ?? null,
    note: null,
    expectedBy: new Date(ctx.now.getTime() + refills.turnaroundHours * HOUR).toISOString(),
  };
  const id = newId('rx');
  const row: Row = {
    workspace_id: ctx.workspace.id,
    id,
    status: 'requested',
    details: await encryptValue(ctx, id, FIELD, details),
    conversation_id: ctx.conversationId ?? null,
    created_at: ctx.now,
    updated_at: ctx.now,
  };
  await ctx.db.insertInto('prescriptions').values(row).execute();
  await tell(ctx, 'prescription.requested', row);
  await auditAccess(ctx, 'prescription.create', id);
  return done(present(row, details, ctx.workspace.timezone));
}

/** What speaks against a request, as far as it is known yet. */
export function refuseRefill(
  { pharmacies, refills }: Practice,
  { medication, pharmacy }: Partial<RefillRequest>,
): Refusal | undefined {
  const found = pharmacy === undefined ? undefined : findPharmacy(pharmacies, pharmacy);
  if (found && 'ok' in found) return found;
  if (medication === undefined || !needsVisit(medication, refills.needsVisit)) return undefined;
  const detail = 'This medication needs a visit before it can be refilled. Book one and ask for it there.';
  return refuse('conflict', detail, { reason: 'needs_visit' });
}

export async function readPrescription(ctx: PracticeContext, id: string) {
  const row = await ctx.db.selectFrom('prescriptions').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) return undefined;
  const details = await decryptValue<Details>(ctx, id, FIELD, row.details);
  await auditAccess(ctx, 'prescription.read', id);
  return present(row, details, ctx.workspace.timezone);
}

export const RECORDS: SealedRecords = {
  kind: 'prescription',
  table: 'prescriptions',
  column: 'details',
  field: FIELD,
  personOf: ({ patient }: Details) => patient,
  read: readPrescription,
  whenErased: 'Check what the law requires you to keep in your own records.',
};

/** The practice's decision, in the order in which such things go. */
export async function decide(
  ctx: PracticeContext,
  id: string,
  { status, note }: { status: PrescriptionStatus; note?: string },
): Promise<Outcome<ReturnType<typeof present>> | undefined> {
  const row = await lockPrescription(ctx.db, id);
  if (!row) return undefined;
  if (!mayBecome(row.status, status)) {
    return refuse('conflict', `A prescription that is ${row.status} cannot become ${status}.`);
  }
  const before = await decryptValue<Details>(ctx, id, FIELD, row.details);
  const details = { ...before, note: note ?? before.note };
  const change = {
    status,
    details: note === undefined ? row.details : await encryptValue(ctx, id, FIELD, details),
    updated_at: ctx.now,
  };
  await ctx.db.updateTable('prescriptions').set(change).where('id', '=', id).execute();
  const changed = { ...row, ...change };
  await tell(ctx, 'prescription.updated', changed);
  await auditAccess(ctx, 'prescription.update', id);
  return done(present(changed, details, ctx.workspace.timezone));
}

const lockPrescription = (db: Db, id: string): Promise<Row | undefined> =>
  db.selectFrom('prescriptions').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

/** Ids and states only: whoever listens has to come and ask for the rest. */
const tell = ({ db, workspace, now }: PracticeContext, type: string, { id, status }: Row) =>
  recordEvents(db, [{ workspaceId: workspace.id, type, data: { id, status }, at: now }]);

function findPharmacy(known: Practice['pharmacies'], wanted: RefillRequest['pharmacy']): Pharmacy | Refusal {
  if (typeof wanted === 'object') return { id: null, ...wanted };
  const byId = known.filter(({ id }) => id === wanted.trim());
  const found = byId.length ? byId : known.filter(({ name }) => foldName(name) === foldName(wanted));
  const [pharmacy, another] = found;
  if (pharmacy && !another) return { id: pharmacy.id, name: pharmacy.name, phone: pharmacy.phone ?? null };
  const detail = pharmacy
    ? 'is the name of several pharmacies; send the id of one'
    : 'is not one of the practice’s pharmacies; send its name and phone';
  return refuse('validation_failed', `/pharmacy ${detail}`, {
    reason: 'unknown_pharmacy',
    errors: [{ pointer: '/pharmacy', detail }],
  });
}

function present(row: Row, details: Details, zone: string) {
  const { patient, medication, dosage, pharmacy, notes, note, expectedBy } = details;
  return {
    id: row.id,
    status: row.status,
    patient,
    medication,
    dosage,
    pharmacy,
    notes,
    note,
    expectedBy: rfc3339(new Date(expectedBy), zone),
    conversationId: row.conversation_id,
    createdAt: rfc3339(row.created_at, zone),
    updatedAt: rfc3339(row.updated_at, zone),
  };
}
