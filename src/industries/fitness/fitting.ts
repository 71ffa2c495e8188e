// Which membership fits what somebody says of themselves.
import type { SourcedText } from '../../capability/dialogue.ts';
import type { Formatter } from '../../capability/formatter.ts';
import { onlyOf } from '../../kernel/lists.ts';
import { normalizeName } from '../entries.ts';
import { sourcesOf } from '../render.ts';
import { renderPerks, renderPrice } from './render.ts';
import type { Membership } from './schema.ts';

const ASKS_WHICH = new RegExp(
  String.raw`\b(?:which|what|best|right|any)\b.{0,40}\b(?:memberships?|plans?|pass(?:es)?|packages?|options?)\b` +
    String.raw`|\bwhich (?:one|would)\b`,
);

/** Somebody who comes after work has no use for the hours of the day. */
const EVENINGS = /\b(?:evenings?|nights?|after work|weekends?)\b/;
/** What people want of a membership, and how a membership says that it has it. */
const WISHES: [wanted: RegExp, has: RegExp, unless?: RegExp][] = [
  [/\bclass(?:es)?\b/, /\bclass(?:es)?\b/],
  [
    /\b(?:unlimited|as many|as often|all the|every) (?:\w+ )?class(?:es)?\b/,
    /\b(?:unlimited|all|every) (?:\w+ ){0,2}class/,
  ],
  [
    /\boff[ -]?peak\b|\b(?:weekday|week day)s?\b|\bday ?time\b|\bduring the day\b|\bonly\b.*\b(?:mornings?|lunch)/,
    /\boff[ -]?peak\b|\bweekdays?\b|\bday ?time\b|\bmornings?\b/,
    EVENINGS,
  ],
  [
    /\b(?:famil(?:y|ies)|kids?|children|husband|wife|partner|couple)\b/,
    /\b(?:famil(?:y|ies)|kids?|children|adults|partner|couple)\b/,
  ],
  [/\b(?:guests?|bring a (?:friend|mate|guest))\b/, /\b(?:guests?|friends?)\b/],
  [
    /\b(?:personal train\w*|trainer|coach\w*|one[ -]to[ -]one|1[ -]1)\b/,
    /\b(?:train\w*|coach\w*|private|one[ -]to[ -]one)\b/,
  ],
  [
    /\b(?:24[ /-]?7|around the clock|any ?time|at night|late at night)\b/,
    /\b(?:24|around the clock|any ?time|all opening)\b/,
  ],
];

/** Words of every membership, which tell none from another. */
const EVERYWHERE = new Set(
  (
    'membership memberships plan plans pass package option month monthly week weekly year yearly day days ' +
    'from with than that need want come time once free hour hours only just more most best cheapest include included includes ' +
    'unlimited class classes session sessions training what which would could make makes sense weekday weekdays ' +
    'morning mornings before until after'
  ).split(' '),
);

/** The one membership that has all that was spoken of; undefined where several or none have it. */
export function fittingMembership(text: string, memberships: readonly Membership[]): Membership | undefined {
  const asked = normalizeName(text);
  if (!ASKS_WHICH.test(asked)) return undefined;
  const told = memberships.map((membership) => {
    const { name, perks, description = '' } = membership;
    return { membership, text: normalizeName([name, ...perks, description].join(', ')) };
  });
  const wishes = WISHES.filter(([wanted, , unless]) => wanted.test(asked) && !unless?.test(asked));
  const words = ownWords(asked).filter((word) => told.some((each) => has(each.text, word)));
  if (wishes.length + words.length === 0) return undefined;
  const fitting = told.filter(
    (each) => wishes.every(([, means]) => means.test(each.text)) && words.every((word) => has(each.text, word)),
  );
  return onlyOf(fitting)?.membership;
}

/** "sauna", "reformer": words that a membership may have. */
const ownWords = (text: string) => (text.match(/[a-z]{4,}/g) ?? []).filter((word) => !EVERYWHERE.has(word));

const has = (text: string, word: string) => new RegExp(`\\b${word.replace(/s$/, '')}s?\\b`).test(text);

/** "Off-Peak, at $65 a month, fits: climbing on weekdays before 3pm." */
export function renderFitting(fitting: Membership, all: readonly Membership[], say: Formatter): SourcedText {
  const told = renderPerks(fitting, say);
  const others = all.filter((other) => other !== fitting).map((other) => other.name);
  const rest = others.length > 0 ? ` I can tell you about ${say.list(others)} too.` : '';
  const first = `${fitting.name}, at ${renderPrice(fitting, say)}, fits${told && `: ${told}`}.`;
  return { text: `${first}${rest}`, sources: sourcesOf('membership', [fitting]) };
}
