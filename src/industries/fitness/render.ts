// What is said about classes, memberships and trainers from the document alone.
import type { EntityValue, Slots, SourcedText } from '../../capability/dialogue.ts';
import type { Formatter } from '../../capability/formatter.ts';
import { duration, listed, sourcesOf } from '../render.ts';
import type { FitnessBusiness, Membership } from './schema.ts';

/** Everything that a slot's mentions could mean, each once, by name. */
export const allNamed = (mentions: EntityValue[][] = []): string[] => [
  ...new Set(mentions.flat().map(({ name }) => name)),
];

const OF_PRICE_OR_LENGTH =
  /how (much|long)|price|cost|fee|expensive|difficult|level|\b(hard|tough|easy|intense)\b|who (takes|teaches|runs|leads|does)/i;

/** "How long is the spin class and what does it cost?" */
export function describeClass(
  { fitness }: FitnessBusiness,
  names: string[],
  text: string,
  say: Formatter,
): SourcedText | undefined {
  const classes = fitness.classes.filter(({ name }) => names.includes(name));
  if (classes.length === 0 || !OF_PRICE_OR_LENGTH.test(text) || /when|what time|next/i.test(text)) return undefined;
  const told = classes.map(({ name, level, durationMinutes, price, instructor }) => {
    const cost = price === undefined ? '' : ` and costs ${say.money(price)}`;
    const who = instructor
      ? ` ${instructor} teaches it${level ? ` (${level})` : ''}.`
      : level
        ? ` It is for ${level}.`
        : '';
    return `${name} takes ${duration(durationMinutes)}${cost}.${who}`;
  });
  return { text: told.join(' '), sources: sourcesOf('class', classes) };
}

/** "Plus is $89 a month: gym floor and unlimited classes." */
export function describeMemberships(
  { fitness }: FitnessBusiness,
  names: string[],
  say: Formatter,
): SourcedText | undefined {
  const named = fitness.memberships.filter(({ name }) => names.includes(name));
  const wanted = named.length > 0 ? named : fitness.memberships;
  if (wanted.length === 0) return undefined;
  const extra = wanted.length === 2 ? renderExtra(wanted as [Membership, Membership], say) : '';
  const text = `${wanted.map((each) => renderMembership(each, say)).join(' ')}${extra}`;
  return { text, sources: sourcesOf('membership', wanted) };
}

/** "$65 a month" */
export const renderPrice = ({ price, interval }: Pick<Membership, 'price' | 'interval'>, say: Formatter) =>
  interval === 'once'
    ? say.money(price)
    : say.text('{price} {interval, select, week {a week} month {a month} other {a year}}', {
        price: say.money(price),
        interval,
      });

/** What one gets for it. */
export const renderPerks = ({ perks, description = '' }: Membership, say: Formatter) =>
  perks.length > 0 ? say.list(perks) : description.replace(/[.!]$/, '');

function renderMembership(membership: Membership, say: Formatter): string {
  const has = renderPerks(membership, say);
  return `${membership.name} is ${renderPrice(membership, say)}${has && `: ${has}`}.`;
}

/** Of two, what the dearer one has on top. */
function renderExtra(both: [Membership, Membership], say: Formatter): string {
  const [less, more] = both.toSorted((a, b) => a.price - b.price) as [Membership, Membership];
  const extra = more.perks.filter((perk) => !less.perks.includes(perk));
  return extra.length > 0 && less.perks.length > 0 ? ` So with ${more.name} you also get ${say.list(extra)}.` : '';
}

/** Who is named, or who is good at what is named. */
export function trainersOf({ fitness }: FitnessBusiness, { words }: Slots) {
  const [names, skills] = [allNamed(words.staff), allNamed(words.specialty)];
  return fitness.trainers.filter(
    ({ name, specialties }) =>
      names.includes(name) || (names.length === 0 && specialties.some((each) => skills.includes(each))),
  );
}

export const OF_PRICE = /how much|price|cost|charge|rates?\b|fee/i;

/** What people tell of themselves, and what whoever trains them is good at. */
const GOALS: [told: RegExp, good: RegExp][] = [
  [/\b(?:injur\w+|surgery|operation|operated|rehab\w*|slipped disc|torn|sprain\w*)\b/i, /rehab|injur|recover|physio/i],
  [/\b(?:pregnan\w+|expecting|postpartum|post-?natal|pre-?natal)\b/i, /pregnan|natal|postpartum/i],
];

const suitedTo = <T extends { specialties: string[] }>(trainers: readonly T[], text: string): T[] =>
  trainers.filter(({ specialties }) =>
    GOALS.some(([told, good]) => told.test(text) && specialties.some((each) => good.test(each))),
  );

/** "Our trainers are …", with what they are good at and what an hour costs. */
export function describeTrainers(
  business: FitnessBusiness,
  slots: Slots,
  text: string,
  say: Formatter,
): SourcedText | undefined {
  const { fitness } = business;
  const named = [...new Set([...suitedTo(fitness.trainers, text), ...trainersOf(business, slots)])];
  const wanted = named.length > 0 ? named : fitness.trainers;
  if (wanted.length === 0) return undefined;
  const sources = sourcesOf('trainer', wanted);
  const [one] = wanted;
  if (wanted.length === 1 && one?.price !== undefined && OF_PRICE.test(text)) {
    return { text: `${one.name} charges ${say.money(one.price)} an hour. Would you like to book a session?`, sources };
  }
  const told = wanted.map(({ name, specialties, price }) => {
    const about = [
      ...(specialties.length > 0 ? [say.list(specialties)] : []),
      ...(price === undefined ? [] : [`${say.money(price)} an hour`]),
    ];
    return about.length > 0 ? `${name} (${about.join(', ')})` : name;
  });
  return { text: `You can train with ${listed(told, say)}. Would you like to book a session?`, sources };
}
