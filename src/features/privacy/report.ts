import { Type } from 'typebox';
import { Nullable, OneOf } from '../../kernel/http/schema.ts';
import type { Held } from './customer.ts';
import type { Erased } from './erase.ts';
import { MENTION_KINDS, type Mention } from './mentions.ts';

const MOST_SHOWN = 200;
const OUTCOMES = ['removed', 'emptied', 'kept'] as const;

type Place = { place: string; outcome: (typeof OUTCOMES)[number]; about: string };

/** Every place where something of a customer may stand, and what becomes of it. */
const PLACES: (Place & { count?: keyof Held | keyof Erased | 'mentions' })[] = [
  {
    ...{ place: 'conversations', outcome: 'removed', count: 'conversations' },
    about: 'With messages, notes, tags, ratings, questions without an answer, and who may have a transcript.',
  },
  {
    ...{ place: 'bookings', outcome: 'emptied', count: 'bookings' },
    about: 'They stay in the calendar of the past and in the figures, and no longer say who came.',
  },
  {
    ...{ place: 'requests', outcome: 'removed', count: 'requests' },
    about: 'Memberships, returns and whatever else they asked for.',
  },
  {
    ...{ place: 'prescriptions', outcome: 'removed', count: 'prescriptions' },
    about: 'Check what the law has you keep in your own records.',
  },
  {
    ...{ place: 'events', outcome: 'removed', count: 'events' },
    about: 'With their webhook deliveries. What an endpoint has been told already is for whoever runs it to erase.',
  },
  {
    ...{ place: 'document', outcome: 'emptied', count: 'versions' },
    about: 'Their e-mail and phone in a shop’s orders and the like, in every version.',
  },
  {
    ...{ place: 'stored_answers', outcome: 'removed', count: 'answers' },
    about: 'Answers kept for a repeated Idempotency-Key. The same request is a new one from now on.',
  },
  {
    ...{ place: 'mails', outcome: 'removed', count: 'mails' },
    about:
      'Those that wait, could not be sent, or lie in the outbox of this machine. What was sent is with its reader.',
  },
  {
    ...{ place: 'mentions', outcome: 'kept', count: 'mentions' },
    about: 'They are named there, but it may be somebody else’s: `mentions` lists them.',
  },
  {
    ...{ place: 'reminder_refusals', outcome: 'kept' },
    about: 'That they want no reminders, as a keyed hash of the address, so that nobody writes to them again.',
  },
  {
    ...{ place: 'counters', outcome: 'kept' },
    about: 'Keyed hashes against guessing and flooding. They go within a day.',
  },
  { ...{ place: 'audit_log', outcome: 'kept' }, about: 'It must stay, and knows ids and numbers alone.' },
  {
    ...{ place: 'request_log', outcome: 'kept' },
    about: 'Methods, paths, times and results; nothing that anybody wrote. It goes after its days.',
  },
  { ...{ place: 'figures', outcome: 'kept' }, about: 'Numbers that say nothing of anybody.' },
  {
    ...{ place: 'sandbox', outcome: 'kept' },
    about: 'Test data is erased there, with X-Workspace, or by its retention.',
  },
  { ...{ place: 'backups', outcome: 'kept' }, about: 'The operator’s. They hold what they hold until they expire.' },
];

export const ReportShape = Type.Array(
  Type.Object({
    place: Type.String({ examples: PLACES.map(({ place }) => place) }),
    outcome: OneOf(OUTCOMES),
    count: Nullable(Type.Integer({ description: 'Null where it was not looked for' })),
    about: Type.String({ description: 'What that is, or why it is kept' }),
  }),
  { description: 'Every place where something of a customer may stand, and what became of it' },
);

export const reportOf = (held: Held, erased: Erased, mentions: Mention[]) => {
  const numberOf: Record<string, number> = { ...erased, mentions: mentions.length };
  for (const [kind, ids] of Object.entries(held)) numberOf[kind] = ids.length;
  return PLACES.map(({ count, ...place }) => ({ ...place, count: count ? numberOf[count]! : null }));
};

/** What is kept because it may be somebody else's. */
export const MentionsShape = {
  mentions: Type.Array(
    Type.Object({
      kind: OneOf(MENTION_KINDS),
      id: Type.String(),
      by: Type.Array(OneOf(['name', 'phone', 'email', 'visitor']), {
        description: '`visitor`: of the same browser, or of the same account of your page',
      }),
    }),
    {
      description: `Where they are named, but which may be somebody else’s: kept. Look, and erase what is theirs by its id in \`also\`. At most ${MOST_SHOWN} are shown.`,
    },
  ),
  mentionCount: Type.Integer(),
};

export const showMentions = (mentions: Mention[]) => ({
  mentions: mentions.slice(0, MOST_SHOWN),
  mentionCount: mentions.length,
});
