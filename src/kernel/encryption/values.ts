// Encrypts sensitive data with the workspace's own key, as one value per row.
import { appendAuditEntries } from '../audit/log.ts';
import { dataKeyOfVersion, type EncryptionContext, type KeyContext, newestDataKey } from './data-keys.ts';

/** A column with encrypted values. `hashes` is the column with the search hashes of the person. */
export type EncryptedColumn = { table: string; column: string; field: string; hashColumn?: string };

const ENCRYPTION_PURPOSE = 'health records';
const VERSION_BYTES = 4;

/** Each encrypted value starts with its key version, in big-endian order so that older versions sort lower. */
export function versionPrefix(version: number): Buffer {
  const prefix = Buffer.alloc(VERSION_BYTES);
  prefix.writeUInt32BE(version);
  return prefix;
}

/** Binds a value to its workspace, row and field, so that it cannot be decrypted anywhere else. */
const associatedData = (workspaceId: string, rowId: string, field: string) => `${workspaceId} ${rowId} ${field}`;

export async function encryptValue(ctx: KeyContext, rowId: string, field: string, value: object): Promise<Buffer> {
  const { version, keyring } = await newestDataKey(ctx);
  const ciphertext = keyring.encrypt(
    ENCRYPTION_PURPOSE,
    JSON.stringify(value),
    associatedData(ctx.workspace.id, rowId, field),
  );
  return Buffer.concat([versionPrefix(version), ciphertext]);
}

export async function decryptValue<T>(ctx: KeyContext, rowId: string, field: string, encrypted: Buffer): Promise<T> {
  const { keyring } = await dataKeyOfVersion(ctx, encrypted.readUInt32BE());
  return JSON.parse(
    keyring.decrypt(
      ENCRYPTION_PURPOSE,
      encrypted.subarray(VERSION_BYTES),
      associatedData(ctx.workspace.id, rowId, field),
    ),
  );
}

/** Records access to each of these rows in the audit log. */
export function auditAccess(ctx: EncryptionContext, action: string, ...subjects: string[]): Promise<void> {
  const commonFields = { workspaceId: ctx.workspace.id, at: ctx.now, actor: ctx.actor.id, action, reason: ctx.purpose };
  return appendAuditEntries(ctx, ...subjects.map((subject) => ({ ...commonFields, subject })));
}
