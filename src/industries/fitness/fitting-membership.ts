// Finds the membership that fits what a customer asks for.
import type { SourcedText } from '../../capability/dialogue.ts';
import type { Formatter } from '../../capability/formatter.ts';
import { getOnlyItem } from '../../kernel/lists.ts';
import { normalizeName } from '../entries.ts';
import { createSources } from '../render.ts';
import { renderPerks, renderPrice } from './render.ts';
import type { Membership } from './schema.ts';

const ASKS_WHICH_PATTERN = new RegExp(
  String.raw`\b(?:which|what|best|right|any)\b.{0,40}\b(?:memberships?|plans?|pass(?:es)?|packages?|options?)\b` +
    String.raw`|\bwhich (?:one|would)\b`,
);

/** Off-peak plans do not fit customers who come after work. */
const COMES_IN_EVENINGS_PATTERN = /\b(?:evenings?|nights?|after work|weekends?)\b/;
/** Patterns for a feature customers ask for, how memberships describe it, and what rules it out. */
const FEATURE_PATTERNS: [requested: RegExp, offered: RegExp, unless?: RegExp][] = [
  [/\bclass(?:es)?\b/, /\bclass(?:es)?\b/],
  [
    /\b(?:unlimited|as many|as often|all the|every) (?:\w+ )?class(?:es)?\b/,
    /\b(?:unlimited|all|every) (?:\w+ ){0,2}class/,
  ],
  [
    /\boff[ -]?peak\b|\b(?:weekday|week day)s?\b|\bday ?time\b|\bduring the day\b|\bonly\b.*\b(?:mornings?|lunch)/,
    /\boff[ -]?peak\b|\bweekdays?\b|\bday ?time\b|\bmornings?\b/,
    COMES_IN_EVENINGS_PATTERN,
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

/** Words too common to tell memberships apart. */
const GENERIC_MEMBERSHIP_WORDS = new Set(
  (
    'membership memberships plan plans pass package option month monthly week weekly year yearly day days ' +
    'from with than that need want come time once free hour hours only just more most best cheapest include included includes ' +
    'unlimited class classes session sessions training what which would could make makes sense weekday weekdays ' +
    'morning mornings before until after'
  ).split(' '),
);

/** The only membership with all requested features; undefined if none or several match. */
export function findFittingMembership(text: string, memberships: readonly Membership[]): Membership | undefined {
  const question = normalizeName(text);
  if (!ASKS_WHICH_PATTERN.test(question)) return undefined;
  const candidates = memberships.map((membership) => {
    const { name, perks, description = '' } = membership;
    return { membership, text: normalizeName([name, ...perks, description].join(', ')) };
  });
  const requestedFeatures = FEATURE_PATTERNS.filter(
    ([requested, , unless]) => requested.test(question) && !unless?.test(question),
  );
  const words = extractSpecificWords(question).filter((word) =>
    candidates.some((each) => containsWord(each.text, word)),
  );
  if (requestedFeatures.length + words.length === 0) return undefined;
  const matches = candidates.filter(
    (each) =>
      requestedFeatures.every(([, offered]) => offered.test(each.text)) &&
      words.every((word) => containsWord(each.text, word)),
  );
  return getOnlyItem(matches)?.membership;
}

/** Words that may distinguish a membership, such as "sauna" or "reformer". */
const extractSpecificWords = (text: string) =>
  (text.match(/[a-z]{4,}/g) ?? []).filter((word) => !GENERIC_MEMBERSHIP_WORDS.has(word));

const containsWord = (text: string, word: string) => new RegExp(`\\b${word.replace(/s$/, '')}s?\\b`).test(text);

/** "Off-Peak would be a good fit at $65 a month: climbing on weekdays before 3pm." */
export function renderFittingMembership(
  membership: Membership,
  memberships: readonly Membership[],
  format: Formatter,
): SourcedText {
  const perksText = renderPerks(membership, format);
  const otherNames = memberships.filter((other) => other !== membership).map((other) => other.name);
  const othersText = otherNames.length > 0 ? ` I can tell you about ${format.list(otherNames)} too.` : '';
  const mainText = `${membership.name} would be a good fit at ${renderPrice(membership, format)}${perksText && `: ${perksText}`}.`;
  return { text: `${mainText}${othersText}`, sources: createSources('membership', [membership]) };
}
