import { Type } from 'typebox';
import type { EncryptedRecords } from '../../capability/records.ts';
import { Nullable, OneOf } from '../../kernel/http/schema.ts';
import { must } from '../../kernel/must.ts';
import type { RecordIds } from './customer.ts';
import type { ErasureCounts } from './erase.ts';
import { listMentionKinds, type Mention } from './mentions.ts';

const MAX_MENTIONS_SHOWN = 200;
const OUTCOMES = ['removed', 'emptied', 'kept'] as const;

type ReportPlace = { place: string; outcome: (typeof OUTCOMES)[number]; about: string };

/** `countName` is the key of its count. */
type CountedPlace = ReportPlace & { countName?: string };

const CUSTOMER_RECORDS: CountedPlace[] = [
  {
    place: 'conversations',
    outcome: 'removed',
    countName: 'conversations',
    about: 'Including messages, notes, tags, ratings, unanswered questions and transcript access.',
  },
  {
    place: 'bookings',
    outcome: 'emptied',
    countName: 'bookings',
    about: 'They stay in the calendar and in analytics, without the customer’s details.',
  },
  {
    place: 'requests',
    outcome: 'removed',
    countName: 'requests',
    about: 'Everything they requested.',
  },
  {
    place: 'customers',
    outcome: 'removed',
    countName: 'customers',
    about: 'Their profile with contact details, tags, notes and consents.',
  },
];
const OTHER_PLACES: CountedPlace[] = [
  {
    place: 'events',
    outcome: 'removed',
    countName: 'events',
    about: 'Including webhook deliveries. Whoever runs an endpoint must erase what it already received.',
  },
  {
    place: 'document',
    outcome: 'emptied',
    countName: 'versions',
    about: 'Their email and phone in orders and similar entries, in every version.',
  },
  {
    place: 'stored_answers',
    outcome: 'removed',
    countName: 'answers',
    about: 'Responses stored for an Idempotency-Key. Repeating the request now counts as a new one.',
  },
  {
    place: 'mails',
    outcome: 'removed',
    countName: 'mails',
    about: 'Emails that are waiting, failed or sit in this server’s outbox. Sent emails stay with their recipient.',
  },
  {
    place: 'mentions',
    outcome: 'kept',
    countName: 'mentions',
    about: 'They’re named there, but it may be someone else: see `mentions`.',
  },
  {
    place: 'reminder_refusals',
    outcome: 'kept',
    about: 'That they opted out of reminders, as a keyed hash of their email, so no one emails them again.',
  },
  {
    place: 'counters',
    outcome: 'kept',
    about: 'Keyed hashes that protect against guessing and flooding. They expire within a day.',
  },
  {
    place: 'audit_log',
    outcome: 'kept',
    about: 'Required by law. It holds only IDs and numbers.',
  },
  {
    place: 'request_log',
    outcome: 'kept',
    about: 'Methods, paths, times and results, with nothing anyone wrote. It expires on schedule.',
  },
  {
    place: 'figures',
    outcome: 'kept',
    about: 'Totals that identify no one.',
  },
  {
    place: 'sandbox',
    outcome: 'kept',
    about: 'Erase test data in test mode, or let it expire.',
  },
  {
    place: 'backups',
    outcome: 'kept',
    about: 'Kept by the operator until they expire.',
  },
];

/** Every place that may hold customer data, and what erasure does there. */
const listPlaces = (records: EncryptedRecords[]): CountedPlace[] => [
  ...CUSTOMER_RECORDS,
  ...records.map(({ table, erasureNote }) => ({
    place: table,
    outcome: 'removed' as const,
    countName: table,
    about: erasureNote,
  })),
  ...OTHER_PLACES,
];

export const createReportShape = (records: EncryptedRecords[]) =>
  Type.Array(
    Type.Object({
      place: Type.String({ examples: listPlaces(records).map(({ place }) => place) }),
      outcome: OneOf(OUTCOMES),
      count: Nullable(Type.Integer({ description: 'Null where it was not looked for' })),
      about: Type.String({ description: 'What that is, or why it is kept' }),
    }),
    { description: 'Every place where something of a customer may stand, and what became of it' },
  );

export const createReport = (
  records: EncryptedRecords[],
  recordIds: RecordIds,
  erasureCounts: ErasureCounts,
  mentions: Mention[],
) => {
  const countsByName: Record<string, number> = { ...erasureCounts, mentions: mentions.length };
  for (const [kind, ids] of Object.entries(recordIds)) countsByName[kind] = ids.length;
  return listPlaces(records).map(({ countName, ...place }) => ({
    ...place,
    count: countName ? must(countsByName[countName], 'a number for each count') : null,
  }));
};

/** Records that are kept, because they may be about somebody else. */
export const createMentionsShape = (records: EncryptedRecords[]) => ({
  mentions: Type.Array(
    Type.Object({
      kind: OneOf(listMentionKinds(records)),
      id: Type.String(),
      by: Type.Array(OneOf(['name', 'phone', 'email', 'visitor']), {
        description: '`visitor`: of the same browser, or of the same account of your page',
      }),
    }),
    {
      description: `Where they are named, but which may be somebody else’s: kept. Look, and erase what is theirs by its id in \`also\`. At most ${MAX_MENTIONS_SHOWN} are shown.`,
    },
  ),
  mentionCount: Type.Integer(),
});

export const presentMentions = (mentions: Mention[]) => ({
  mentions: mentions.slice(0, MAX_MENTIONS_SHOWN),
  mentionCount: mentions.length,
});
