import type { SealedRecords } from '../../capability/records.ts';
import type { Identity } from '../../kernel/encryption/search-hashes.ts';
import type { SealedColumn } from '../../kernel/encryption/values.ts';
import { SEALED_PERSON, type SealedPerson } from '../../scheduling/person-encryption.ts';
import { SEALED_CONVERSATION, SEALED_MESSAGE } from '../conversations/encryption.ts';
import { SEALED_NOTE } from '../inbox/notes.ts';

/** What a row of it is or belongs to, and whom its value is about where that is told. */
type Held = SealedColumn & { kind: string; personOf?(value: unknown): Identity };

/** All that is sealed with a workspace's data key: what every business has, and what industries keep beside it. */
export const sealedColumns = (records: SealedRecords[]): Held[] => [
  { ...SEALED_CONVERSATION, kind: 'conversation' },
  { ...SEALED_MESSAGE, kind: 'conversation' },
  { ...SEALED_NOTE, kind: 'conversation' },
  { ...SEALED_PERSON, kind: 'booking', personOf: (person) => person as SealedPerson },
  ...records,
];
