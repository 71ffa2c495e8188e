// What a patient told is stored sealed, as one value per row, and every use of it leaves an audit entry.
//
//   sealPerson(ctx, bookingId, person): Promise<{ sealed: Buffer; hashes: Buffer[] }>   → bookings.sealed, person_hashes
//   openPerson(ctx, bookingId, sealed): Promise<Person>
//   openPeople(ctx, [{ id, sealed }]): Promise<Person[]>                                 for lists: one round of entries
//   lookUp(ctx, { name, dateOfBirth, … }): Promise<Buffer[][]>                           `person_hashes &&` each of them
//   isPerson(hashes, await lookUp(ctx, { dateOfBirth })): boolean                        for a row already found
//
// `ctx` is a route's or a capability's, in a transaction that can write: a GET needs `transaction: 'write'`.
import { recordAudit } from '../audit/log.ts';
import { allKeys, blindIndex, type HealthContext, type IndexPurpose, keyOfVersion, newestKey } from './data-keys.ts';

export type Person = {
  name: string;
  dateOfBirth: string;
  /** E.164 */
  phone: string | null;
  email: string | null;
  notes: string | null;
  reason: string | null;
  newPatient?: boolean;
};

type KeyedContext = Pick<HealthContext, 'db' | 'vault' | 'workspace'>;

const PURPOSE = 'health records';
const VERSION_BYTES = 4;
const INDEXED = ['name', 'dateOfBirth', 'phone', 'email'] as const satisfies IndexPurpose[];

/** Which key a value was sealed with stands before it; being first and big-endian, older ones sort lower. */
export function versionPrefix(version: number): Buffer {
  const prefix = Buffer.alloc(VERSION_BYTES);
  prefix.writeUInt32BE(version);
  return prefix;
}

/** Bound to its workspace, row and field: moved elsewhere, it does not open. */
const contextOf = (workspaceId: string, id: string, field: string) => `${workspaceId} ${id} ${field}`;

export async function sealValue(ctx: KeyedContext, id: string, field: string, value: object): Promise<Buffer> {
  const { version, vault } = await newestKey(ctx);
  const body = vault.seal(PURPOSE, JSON.stringify(value), contextOf(ctx.workspace.id, id, field));
  return Buffer.concat([versionPrefix(version), body]);
}

export async function openValue<T>(ctx: KeyedContext, id: string, field: string, sealed: Buffer): Promise<T> {
  const { vault } = await keyOfVersion(ctx, sealed.readUInt32BE());
  return JSON.parse(vault.open(PURPOSE, sealed.subarray(VERSION_BYTES), contextOf(ctx.workspace.id, id, field)));
}

/** An entry of the audit log about each of these rows. */
export function touched(ctx: HealthContext, action: string, ...subjects: string[]): Promise<void> {
  const common = { workspaceId: ctx.workspace.id, at: ctx.now, actor: ctx.actor.id, action, reason: ctx.purpose };
  return recordAudit(ctx, ...subjects.map((subject) => ({ ...common, subject })));
}

export const PERSON_FIELD = 'person';
export const CONVERSATION_FIELD = 'conversation';
export const MESSAGE_FIELD = 'message';
export const NOTE_FIELD = 'note';

export async function sealPerson(ctx: HealthContext, bookingId: string, person: Person) {
  const sealed = await sealValue(ctx, bookingId, PERSON_FIELD, person);
  const hashes = await hashPerson(ctx, person);
  await touched(ctx, 'booking.write', bookingId);
  return { sealed, hashes };
}

export async function openPerson(ctx: HealthContext, bookingId: string, sealed: Buffer): Promise<Person> {
  const [person] = await openPeople(ctx, [{ id: bookingId, sealed }]);
  return person!;
}

export async function openPeople(ctx: HealthContext, rows: { id: string; sealed: Buffer }[]): Promise<Person[]> {
  const people: Person[] = [];
  for (const { id, sealed } of rows) people.push(await openValue<Person>(ctx, id, PERSON_FIELD, sealed));
  await touched(ctx, 'booking.read', ...rows.map(({ id }) => id));
  return people;
}

/** The hashes that a row is found by, made with the newest key. */
export async function hashPerson(ctx: KeyedContext, person: Person): Promise<Buffer[]> {
  const key = await newestKey(ctx);
  return INDEXED.filter((field) => person[field]).map((field) => blindIndex(key, field, person[field]!));
}

/** For each of the fields given, its hashes under every key there is: during a rotation rows have older ones too. */
export async function lookUp(ctx: KeyedContext, given: Partial<Pick<Person, IndexPurpose>>): Promise<Buffer[][]> {
  const keys = await allKeys(ctx);
  const fields = INDEXED.filter((field) => given[field]);
  return fields.map((field) => keys.map((key) => blindIndex(key, field, given[field]!)));
}

/** Whether all that was looked up is this row's. Nothing looked up, or no key to look up with, is nobody. */
export function isPerson(hashes: Buffer[], wanted: Buffer[][]): boolean {
  return wanted.length > 0 && wanted.every((any) => any.some((hash) => hashes.some((own) => own.equals(hash))));
}
