// Answers about classes, memberships and trainers from the document alone.
import type { EntityValue, Slots, SourcedText } from '../../capability/dialogue.ts';
import type { Formatter } from '../../capability/formatter.ts';
import { createSources, renderDuration, renderList } from '../render.ts';
import type { FitnessBusiness, Membership } from './schema.ts';

/** The distinct names of all entities the mentions could refer to. */
export const listEntityNames = (mentions: EntityValue[][] = []): string[] => [
  ...new Set(mentions.flat().map(({ name }) => name)),
];

const ASKS_CLASS_DETAILS_PATTERN =
  /how (much|long)|price|cost|fee|expensive|difficult|level|\b(hard|tough|easy|intense)\b|who (takes|teaches|runs|leads|does)/i;

/** Answers "how long is the spin class and what does it cost?" */
export function describeClass(
  { fitness }: FitnessBusiness,
  names: string[],
  text: string,
  format: Formatter,
): SourcedText | undefined {
  const classes = fitness.classes.filter(({ name }) => names.includes(name));
  if (classes.length === 0 || !ASKS_CLASS_DETAILS_PATTERN.test(text) || /when|what time|next/i.test(text))
    return undefined;
  const descriptions = classes.map(({ name, level, durationMinutes, price, instructor }) => {
    const cost = price === undefined ? '' : ` and costs ${format.money(price)}`;
    const instructorText = instructor
      ? ` ${instructor} teaches it${level ? ` (${level})` : ''}.`
      : level
        ? ` It is for ${level}.`
        : '';
    return `${name} takes ${renderDuration(durationMinutes)}${cost}.${instructorText}`;
  });
  return { text: descriptions.join(' '), sources: createSources('class', classes) };
}

/** "Plus is $89 a month: gym floor and unlimited classes." */
export function describeMemberships(
  { fitness }: FitnessBusiness,
  names: string[],
  format: Formatter,
): SourcedText | undefined {
  const mentionedMemberships = fitness.memberships.filter(({ name }) => names.includes(name));
  const describedMemberships = mentionedMemberships.length > 0 ? mentionedMemberships : fitness.memberships;
  if (describedMemberships.length === 0) return undefined;
  const extraText =
    describedMemberships.length === 2 ? renderExtraPerks(describedMemberships as [Membership, Membership], format) : '';
  const text = `${describedMemberships.map((each) => renderMembership(each, format)).join(' ')}${extraText}`;
  return { text, sources: createSources('membership', describedMemberships) };
}

/** "$65 a month" */
export const renderPrice = ({ price, interval }: Pick<Membership, 'price' | 'interval'>, format: Formatter) =>
  interval === 'once'
    ? format.money(price)
    : format.text('{price} {interval, select, week {a week} month {a month} other {a year}}', {
        price: format.money(price),
        interval,
      });

export const renderPerks = ({ perks, description = '' }: Membership, format: Formatter) =>
  perks.length > 0 ? format.list(perks) : description.replace(/[.!]$/, '');

function renderMembership(membership: Membership, format: Formatter): string {
  const perksText = renderPerks(membership, format);
  return `${membership.name} is ${renderPrice(membership, format)}${perksText && `: ${perksText}`}.`;
}

/** Of two memberships, the perks that only the more expensive one has. */
function renderExtraPerks(pair: [Membership, Membership], format: Formatter): string {
  const [cheaper, dearer] = pair.toSorted((a, b) => a.price - b.price) as [Membership, Membership];
  const extraPerks = dearer.perks.filter((perk) => !cheaper.perks.includes(perk));
  return extraPerks.length > 0 && cheaper.perks.length > 0
    ? ` So with ${dearer.name} you also get ${format.list(extraPerks)}.`
    : '';
}

/** The mentioned trainers, or those with the mentioned specialty. */
export function findMatchingTrainers({ fitness }: FitnessBusiness, { catalogEntities }: Slots) {
  const [names, skills] = [listEntityNames(catalogEntities.staff), listEntityNames(catalogEntities.specialty)];
  return fitness.trainers.filter(
    ({ name, specialties }) =>
      names.includes(name) || (names.length === 0 && specialties.some((each) => skills.includes(each))),
  );
}

export const ASKS_PRICE_PATTERN = /how much|price|cost|charge|rates?\b|fee/i;

/** Conditions customers mention, and the matching trainer specialties. */
const SPECIALTY_BY_CONDITION: [condition: RegExp, specialty: RegExp][] = [
  [/\b(?:injur\w+|surgery|operation|operated|rehab\w*|slipped disc|torn|sprain\w*)\b/i, /rehab|injur|recover|physio/i],
  [/\b(?:pregnan\w+|expecting|postpartum|post-?natal|pre-?natal)\b/i, /pregnan|natal|postpartum/i],
];

const findSpecialists = <T extends { specialties: string[] }>(trainers: readonly T[], text: string): T[] =>
  trainers.filter(({ specialties }) =>
    SPECIALTY_BY_CONDITION.some(
      ([condition, specialty]) => condition.test(text) && specialties.some((each) => specialty.test(each)),
    ),
  );

/** Lists trainers with their specialties and hourly price. */
export function describeTrainers(
  business: FitnessBusiness,
  slots: Slots,
  text: string,
  format: Formatter,
): SourcedText | undefined {
  const { fitness } = business;
  const preferredTrainers = [
    ...new Set([...findSpecialists(fitness.trainers, text), ...findMatchingTrainers(business, slots)]),
  ];
  const trainers = preferredTrainers.length > 0 ? preferredTrainers : fitness.trainers;
  if (trainers.length === 0) return undefined;
  const sources = createSources('trainer', trainers);
  const [onlyTrainer] = trainers;
  if (trainers.length === 1 && onlyTrainer?.price !== undefined && ASKS_PRICE_PATTERN.test(text)) {
    return {
      text: `${onlyTrainer.name} charges ${format.money(onlyTrainer.price)} an hour. Would you like to book a session?`,
      sources,
    };
  }
  const descriptions = trainers.map(({ name, specialties, price }) => {
    const details = [
      ...(specialties.length > 0 ? [format.list(specialties)] : []),
      ...(price === undefined ? [] : [`${format.money(price)} an hour`]),
    ];
    return details.length > 0 ? `${name} (${details.join(', ')})` : name;
  });
  return { text: `You can train with ${renderList(descriptions, format)}. Would you like to book a session?`, sources };
}
