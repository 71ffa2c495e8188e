import type { ColumnType, Selectable } from 'kysely';
import type { CapabilityContext } from '../../capability/capability.ts';
import type { Business } from '../../capability/document.ts';
import { type Outcome, type Refusal, refuse, succeed } from '../../capability/outcome.ts';
import type { EncryptedRecords } from '../../capability/records.ts';
import { rfc3339 } from '../../kernel/clock.ts';
import type { Db } from '../../kernel/database/database.ts';
import { normalizeName } from '../../kernel/encryption/search-hashes.ts';
import { auditAccess, decryptValue, encryptValue } from '../../kernel/encryption/values.ts';
import { recordEvents } from '../../kernel/events.ts';
import { newId } from '../../kernel/ids.ts';
import { needsVisit } from './controlled-medications.ts';
import { type Patient, parsePatient, type SubmittedPatient } from './patient.ts';
import { canTransition, type PrescriptionStatus, STATUS_LABELS } from './prescription-states.ts';

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

/** The patient's request with their `notes`, and the practice's reply with its `note`, encrypted as one value. */
type Details = {
  patient: Patient;
  medication: string;
  dosage: string | null;
  pharmacy: Pharmacy;
  notes: string | null;
  note: string | null;
  expectedBy: string | null;
};

type RefillRequest = {
  patient: SubmittedPatient;
  medication: string;
  dosage?: string;
  pharmacy: string | { name: string; phone?: string };
  notes?: string;
};

/** The part of the practice's document that refills depend on. */
type Practice = {
  pharmacies: { id: string; name: string; phone?: string }[];
  /** Without the turnaround while it is a sample, which no customer is told. */
  refills: { turnaroundHours?: number; needsVisit: string[] };
};
type PracticeContext = CapabilityContext<Business>;

const ENCRYPTED_FIELD = 'details';
const MS_PER_HOUR = 3_600_000;

/** Records a patient's refill request; the practice decides on it. */
export async function requestRefill(
  ctx: PracticeContext,
  practice: Practice,
  request: RefillRequest,
): Promise<Outcome<unknown>> {
  const { pharmacies, refills } = practice;
  const patient = parsePatient(request.patient, ctx.business, ctx.now);
  const refusal = refuseRefill(practice, request);
  if (refusal) return refusal;
  const pharmacy = findPharmacy(pharmacies, request.pharmacy) as Pharmacy;
  const details: Details = {
    patient,
    medication: request.medication.trim(),
    dosage: request.dosage ?? null,
    pharmacy,
    notes: request.notes ?? null,
    note: null,
    expectedBy: computeExpectedTime(ctx.now, refills.turnaroundHours),
  };
  const id = newId('rx');
  const row: Row = {
    workspace_id: ctx.workspace.id,
    id,
    status: 'requested',
    details: await encryptValue(ctx, id, ENCRYPTED_FIELD, details),
    conversation_id: ctx.conversationId ?? null,
    created_at: ctx.now,
    updated_at: ctx.now,
  };
  await ctx.db.insertInto('prescriptions').values(row).execute();
  await recordStatusEvent(ctx, 'prescription.requested', row);
  await auditAccess(ctx, 'prescription.create', id);
  return succeed(presentPrescription(row, details, ctx.workspace.timezone));
}

const computeExpectedTime = (now: Date, turnaroundHours: number | undefined): string | null =>
  turnaroundHours === undefined ? null : new Date(now.getTime() + turnaroundHours * MS_PER_HOUR).toISOString();

/** A refusal, if the fields known so far already rule the request out. */
export function refuseRefill(
  { pharmacies, refills }: Practice,
  { medication, pharmacy }: Partial<RefillRequest>,
): Refusal | undefined {
  const pharmacyResult = pharmacy === undefined ? undefined : findPharmacy(pharmacies, pharmacy);
  if (pharmacyResult && 'ok' in pharmacyResult) return pharmacyResult;
  if (medication === undefined || !needsVisit(medication, refills.needsVisit)) return undefined;
  const detail = 'This medication needs a visit before it can be refilled. Book one and ask for it there.';
  return refuse('conflict', detail, { reason: 'needs_visit' });
}

export async function readPrescription(ctx: PracticeContext, id: string) {
  const row = await ctx.db.selectFrom('prescriptions').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) return undefined;
  const details = await decryptValue<Details>(ctx, id, ENCRYPTED_FIELD, row.details);
  await auditAccess(ctx, 'prescription.read', id);
  return presentPrescription(row, details, ctx.workspace.timezone);
}

export const PRESCRIPTION_RECORDS: EncryptedRecords = {
  kind: 'prescription',
  table: 'prescriptions',
  column: 'details',
  associatedField: ENCRYPTED_FIELD,
  personOf: ({ patient }: Details) => patient,
  read: readPrescription,
  erasureNote: 'Check what the law requires you to keep in your own records.',
};

/** Records the practice's decision; only the allowed status transitions are accepted. */
export async function updatePrescriptionStatus(
  ctx: PracticeContext,
  id: string,
  { status, note }: { status: PrescriptionStatus; note?: string },
): Promise<Outcome<ReturnType<typeof presentPrescription>> | undefined> {
  const row = await lockPrescription(ctx.db, id);
  if (!row) return undefined;
  if (!canTransition(row.status, status)) {
    return refuse(
      'conflict',
      `You can’t change this prescription from ${STATUS_LABELS[row.status]} to ${STATUS_LABELS[status]}.`,
    );
  }
  const previousDetails = await decryptValue<Details>(ctx, id, ENCRYPTED_FIELD, row.details);
  const details = { ...previousDetails, note: note ?? previousDetails.note };
  const update = {
    status,
    details: note === undefined ? row.details : await encryptValue(ctx, id, ENCRYPTED_FIELD, details),
    updated_at: ctx.now,
  };
  await ctx.db.updateTable('prescriptions').set(update).where('id', '=', id).execute();
  const updatedRow = { ...row, ...update };
  await recordStatusEvent(ctx, 'prescription.updated', updatedRow);
  await auditAccess(ctx, 'prescription.update', id);
  return succeed(presentPrescription(updatedRow, details, ctx.workspace.timezone));
}

const lockPrescription = (db: Db, id: string): Promise<Row | undefined> =>
  db.selectFrom('prescriptions').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

/** Events carry only id and status; subscribers must fetch the health data through the API. */
const recordStatusEvent = ({ db, workspace, now }: PracticeContext, type: string, { id, status }: Row) =>
  recordEvents(db, [{ workspaceId: workspace.id, type, data: { id, status }, at: now }]);

function findListedPharmacies(pharmacies: Practice['pharmacies'], idOrName: string): Practice['pharmacies'] {
  const matchesById = pharmacies.filter(({ id }) => id === idOrName.trim());
  return matchesById.length
    ? matchesById
    : pharmacies.filter(({ name }) => normalizeName(name) === normalizeName(idOrName));
}

/** The name of a pharmacy that the practice does not have on its list. */
export const findUnlistedPharmacyName = (
  { pharmacies }: Pick<Practice, 'pharmacies'>,
  requested: RefillRequest['pharmacy'] | undefined,
): string | undefined =>
  typeof requested === 'string' && findListedPharmacies(pharmacies, requested).length === 0 ? requested : undefined;

function findPharmacy(pharmacies: Practice['pharmacies'], requested: RefillRequest['pharmacy']): Pharmacy | Refusal {
  if (typeof requested === 'object') return { id: null, name: requested.name, phone: requested.phone ?? null };
  const matches = findListedPharmacies(pharmacies, requested);
  const [pharmacy, otherMatch] = matches;
  if (pharmacy && !otherMatch) return { id: pharmacy.id, name: pharmacy.name, phone: pharmacy.phone ?? null };
  const detail = pharmacy
    ? 'is the name of several pharmacies; send the id of one'
    : 'is not one of the practice’s pharmacies; send its name and phone';
  return refuse('validation_failed', `/pharmacy ${detail}`, {
    reason: 'unknown_pharmacy',
    errors: [{ pointer: '/pharmacy', detail }],
  });
}

function presentPrescription(row: Row, details: Details, zone: string) {
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
    expectedBy: expectedBy === null ? null : rfc3339(new Date(expectedBy), zone),
    conversationId: row.conversation_id,
    createdAt: rfc3339(row.created_at, zone),
    updatedAt: rfc3339(row.updated_at, zone),
  };
}
