import type { TSchema } from 'typebox';
import type { IdentifyingDetails } from '../kernel/encryption/search-hashes.ts';
import type { EncryptedColumn } from '../kernel/encryption/values.ts';
import type { CapabilityContext } from './capability.ts';
import type { Business } from './document.ts';

/**
 * Rows in an industry's own table, with their content in one encrypted column. The table also has `id`, `status`,
 * `conversation_id`, `created_at` and `updated_at`, and must be created with `make_tenant_table`.
 */
export type EncryptedRecords = EncryptedColumn & {
  /** Singular name in lists and exports; the table's name is the plural. */
  kind: string;
  // biome-ignore lint/suspicious/noExplicitAny: the decrypted value has a different type in each table
  personOf(value: any): IdentifyingDetails;
  /** The record as the API returns it. Writes an entry to the audit log. */
  read(ctx: CapabilityContext<Business>, id: string): Promise<Record<string, unknown> | undefined>;
  /** Shown to the person who erases a customer. */
  erasureNote: string;
};

/** A webhook event type and its payload. */
export type EventKind = { type: string; summary: string; data: TSchema; example: Record<string, unknown> };
