import type { EncryptedRecords } from '../../capability/records.ts';
import type { IdentifyingDetails } from '../../kernel/encryption/search-hashes.ts';
import type { EncryptedColumn } from '../../kernel/encryption/values.ts';
import { type DecryptedPerson, ENCRYPTED_PERSON } from '../../scheduling/person-encryption.ts';
import { ENCRYPTED_CONVERSATION, ENCRYPTED_MESSAGE } from '../conversations/encryption.ts';
import { type CustomerDetails, ENCRYPTED_CUSTOMER } from '../customers/details.ts';
import { ENCRYPTED_IMPORT } from '../customers/import.ts';
import { ENCRYPTED_NOTE } from '../inbox/notes.ts';

/** An encrypted column, with the kind of record its rows belong to and, if known, the person a value is about. */
type PersonalDataColumn = EncryptedColumn & { kind: string; personOf?(value: unknown): IdentifyingDetails };

/** All columns encrypted with a workspace's data key: the common ones and those of the industries. */
export const listEncryptedColumns = (records: EncryptedRecords[]): PersonalDataColumn[] => [
  // Before the bookings, which look for their customer again when their hashes change.
  { ...ENCRYPTED_CUSTOMER, kind: 'customer', personOf: (details) => details as CustomerDetails },
  { ...ENCRYPTED_IMPORT, kind: 'customer_import' },
  { ...ENCRYPTED_CONVERSATION, kind: 'conversation' },
  { ...ENCRYPTED_MESSAGE, kind: 'conversation' },
  { ...ENCRYPTED_NOTE, kind: 'conversation' },
  { ...ENCRYPTED_PERSON, kind: 'booking', personOf: (person) => person as DecryptedPerson },
  ...records,
];
