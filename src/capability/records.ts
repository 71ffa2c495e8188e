import type { TSchema } from 'typebox';
import type { Identity } from '../kernel/encryption/search-hashes.ts';
import type { SealedColumn } from '../kernel/encryption/values.ts';
import type { CapabilityContext } from './capability.ts';
import type { Business } from './document.ts';

/**
 * Rows that an industry keeps in a table of its own, with what they say in one sealed column. Beside it the table has
 * `id`, `status`, `conversation_id`, `created_at` and `updated_at`, and goes through `make_tenant_table`.
 */
export type SealedRecords = SealedColumn & {
  /** What one of them is called in lists and exports; the table is named by several. */
  kind: string;
  // biome-ignore lint/suspicious/noExplicitAny: whatever was sealed
  personOf(value: any): Identity;
  /** As the API shows one. Leaves an entry in the audit log. */
  read(ctx: CapabilityContext<Business>, id: string): Promise<Record<string, unknown> | undefined>;
  /** For whoever erases a customer. */
  whenErased: string;
};

/** An event that can be listened to, and what it carries. */
export type EventKind = { type: string; summary: string; data: TSchema; example: Record<string, unknown> };
