// What must not lie about in clear is stored sealed, as one value per row, with the workspace's own key.
import { recordAudit } from '../audit/log.ts';
import { type EncryptionContext, type KeyContext, keyOfVersion, newestKey } from './data-keys.ts';

/** Where sealed values stand. `hashes` is a column beside it with those of the person in it, for a search. */
export type SealedColumn = { table: string; column: string; field: string; hashes?: string };

const PURPOSE = 'health records';
const VERSION_BYTES = 4;

/** The key version prefixes each encrypted value; big-endian, so that older versions sort lower. */
export function versionPrefix(version: number): Buffer {
  const prefix = Buffer.alloc(VERSION_BYTES);
  prefix.writeUInt32BE(version);
  return prefix;
}

/** Bound to its workspace, row and field: a value that is moved elsewhere cannot be decrypted. */
const contextOf = (workspaceId: string, id: string, field: string) => `${workspaceId} ${id} ${field}`;

export async function encryptValue(ctx: KeyContext, id: string, field: string, value: object): Promise<Buffer> {
  const { version, keyring } = await newestKey(ctx);
  const body = keyring.encrypt(PURPOSE, JSON.stringify(value), contextOf(ctx.workspace.id, id, field));
  return Buffer.concat([versionPrefix(version), body]);
}

export async function decryptValue<T>(ctx: KeyContext, id: string, field: string, sealed: Buffer): Promise<T> {
  const { keyring } = await keyOfVersion(ctx, sealed.readUInt32BE());
  return JSON.parse(keyring.decrypt(PURPOSE, sealed.subarray(VERSION_BYTES), contextOf(ctx.workspace.id, id, field)));
}

/** An entry of the audit log about each of these rows. */
export function auditAccess(ctx: EncryptionContext, action: string, ...subjects: string[]): Promise<void> {
  const common = { workspaceId: ctx.workspace.id, at: ctx.now, actor: ctx.actor.id, action, reason: ctx.purpose };
  return recordAudit(ctx, ...subjects.map((subject) => ({ ...common, subject })));
}
