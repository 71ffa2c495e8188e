// Encrypts sensitive data with the workspace's own key, as one value per row.
import { appendAuditEntries } from '../audit/log.ts';
import { type EncryptionContext, findOrCreateNewestDataKey, type KeyContext, readDataKey } from './data-keys.ts';

/**
 * A column with encrypted values. `associatedField` names what the value is in its associated data. `hashColumn` is the column
 * with the search hashes of the person.
 */
export type EncryptedColumn = { table: string; column: string; associatedField: string; hashColumn?: string };

const ENCRYPTION_PURPOSE = 'health records';
const VERSION_BYTES = 4;

/** Each encrypted value starts with its key version, in big-endian order so that older versions sort lower. */
export function createVersionPrefix(version: number): Buffer {
  const prefix = Buffer.alloc(VERSION_BYTES);
  prefix.writeUInt32BE(version);
  return prefix;
}

/** Binds a value to its workspace, row and field, so that it cannot be decrypted anywhere else. */
const createAssociatedData = (workspaceId: string, rowId: string, field: string) => `${workspaceId} ${rowId} ${field}`;

export async function encryptValue(ctx: KeyContext, rowId: string, field: string, value: object): Promise<Buffer> {
  const { version, keyring } = await findOrCreateNewestDataKey(ctx);
  const ciphertext = keyring.encrypt(
    ENCRYPTION_PURPOSE,
    JSON.stringify(value),
    createAssociatedData(ctx.workspace.id, rowId, field),
  );
  return Buffer.concat([createVersionPrefix(version), ciphertext]);
}

export async function decryptValue<T>(ctx: KeyContext, rowId: string, field: string, encrypted: Buffer): Promise<T> {
  const { keyring } = await readDataKey(ctx, encrypted.readUInt32BE());
  return JSON.parse(
    keyring.decrypt(
      ENCRYPTION_PURPOSE,
      encrypted.subarray(VERSION_BYTES),
      createAssociatedData(ctx.workspace.id, rowId, field),
    ),
  );
}

/** Records access to each of these rows in the audit log. */
export function auditAccess(ctx: EncryptionContext, action: string, ...subjects: string[]): Promise<void> {
  const commonFields = { workspaceId: ctx.workspace.id, at: ctx.now, actor: ctx.actor.id, action, reason: ctx.purpose };
  return appendAuditEntries(ctx, ...subjects.map((subject) => ({ ...commonFields, subject })));
}
