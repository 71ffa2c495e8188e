import type { ColumnType, Selectable } from 'kysely';

type Consent = { allowed: boolean; at: string };
/** What a customer can agree to or refuse. */
export const CONSENTS = ['texts', 'marketing'] as const;
export type Consents = Partial<Record<(typeof CONSENTS)[number], Consent>>;

type CustomerTable = {
  workspace_id: string;
  id: string;
  name: string;
  /** E.164 */
  phone: string | null;
  email: string | null;
  language: string | null;
  tags: string[];
  notes: string;
  consents: ColumnType<Consents, string | undefined, string>;
  sealed: Buffer | null;
  person_hashes: ColumnType<Buffer[], Buffer[] | undefined, Buffer[]>;
  last_booking_at: ColumnType<Date | null, never, never>;
  merged_into: ColumnType<string | null, never, string>;
  version: ColumnType<number, never, number>;
  created_at: Date;
  updated_at: Date;
  sort_name: ColumnType<string, never, never>;
  search: ColumnType<string, never, never>;
};

type ImportTable = {
  workspace_id: string;
  id: string;
  status: ColumnType<'running' | 'finished', never, 'finished'>;
  file: Buffer | null;
  total: number;
  read: ColumnType<number, never, number>;
  created: ColumnType<number, never, number>;
  updated: ColumnType<number, never, number>;
  unchanged: ColumnType<number, never, number>;
  failed: ColumnType<number, never, number>;
  errors: ColumnType<{ line: number; detail: string }[], never, string>;
  created_by: string;
  created_at: Date;
  finished_at: ColumnType<Date | null, never, Date>;
};

declare module '../../kernel/database/database.ts' {
  interface Tables {
    customers: CustomerTable;
    customer_imports: ImportTable;
  }
}

export type CustomerRow = Selectable<CustomerTable>;
export type ImportRow = Selectable<ImportTable>;
