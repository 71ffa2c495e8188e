// Encrypts sensitive data with the workspace's own key, as one value per row.
import { recordAudit } from '../audit/log.ts';
import { type EncryptionContext, type KeyContext, keyOfVersion, newestKey } from './data-keys.ts';

/** A column with encrypted values. `hashes` is the column with the search hashes of the person. */
export type EncryptedColumn = { table: string; column: string; field: string; hashes?: string };

const ENCRYPTION_PURPOSE = 'health records';
const VERSION_BYTES = 4;

/** Each encrypted value starts with its key version, in big-endian order so that older versions sort lower. */
export function versionPrefix(version: number): Buffer {
  const prefix = Buffer.alloc(VERSION_BYTES);
  prefix.writeUInt32BE(version);
  return prefix;
}

/** Binds a value to its workspace, row and field, so that it cannot be decrypted anywhere else. */
const encryptionContext = (workspaceId: string, id: string, field: string) => `${workspaceId} ${id} ${field}`;

export async function encryptValue(ctx: KeyContext, id: string, field: string, value: object): Promise<Buffer> {
  const { version, keyring } = await newestKey(ctx);
  const body = keyring.encrypt(
    ENCRYPTION_PURPOSE,
    JSON.stringify(value),
    encryptionContext(ctx.workspace.id, id, field),
  );
  return Buffer.concat([versionPrefix(version), body]);
}

export async function decryptValue<T>(ctx: KeyContext, id: string, field: string, encrypted: Buffer): Promise<T> {
  const { keyring } = await keyOfVersion(ctx, encrypted.readUInt32BE());
  return JSON.parse(
    keyring.decrypt(
      ENCRYPTION_PURPOSE,
      encrypted.subarray(VERSION_BYTES),
      encryptionContext(ctx.workspace.id, id, field),
    ),
  );
}

/** Records access to each of these rows in the audit log. */
export function auditAccess(ctx: EncryptionContext, action: string, ...subjects: string[]): Promise<void> {
  const common = { workspaceId: ctx.workspace.id, at: ctx.now, actor: ctx.actor.id, action, reason: ctx.purpose };
  return recordAudit(ctx, ...subjects.map((subject) => ({ ...common, subject })));
}
