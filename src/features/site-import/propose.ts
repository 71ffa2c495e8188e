// Combines what was read on the pages of a website into proposals for the business document.
import { isFilled } from '../../capability/pointer.ts';
import { toE164 } from '../../kernel/phone.ts';
import { entriesOf, type TargetList } from './entries.ts';
import { proposeContact } from './own-contact.ts';
import {
  addSource,
  type ImportNote,
  type Located,
  type Option,
  type Proposal,
  type Proposals,
  type ReadPage,
  sourceOf,
} from './proposal.ts';
import { mergeWeeks } from './read/find-hours.ts';
import type { Certainty, Facts, Week } from './read/findings.ts';
import { CERTAINTIES } from './read/findings.ts';
import { hasWord, VOUCHER_PHRASES, VOUCHER_WORDS } from './read/words.ts';
import { titleParts, withoutRecommendedCategories } from './recommended.ts';
import { type Region, regionOf } from './region.ts';

const MAX_NOTES = 50;

/**
 * `fallback` holds what is known of the business already, to read amounts and phone numbers with. Before `today`, closed
 * dates are over.
 */
export function propose(
  pages: readonly ReadPage[],
  targets: readonly TargetList[],
  fallback: Region,
  today: string,
): Proposals {
  const all = ofMainBranch(
    pages.flatMap(({ url, findings }) => findings.map((finding) => ({ ...finding, url }) as Located)),
  );
  const of = <Kind extends keyof Facts>(kind: Kind) =>
    byCertainty(all.filter((finding) => finding.kind === kind) as Located<Kind>[]);
  const start = pages[0]?.url;
  const place = regionOf({
    countries: of('country'),
    languages: of('language'),
    currencies: of('currency'),
    offers: of('offer'),
    address: of('address')[0],
  });
  const country = place.country?.value ?? fallback.country;
  const currency = place.currency?.value ?? fallback.currency;
  const countryOfLanguage = new Intl.Locale(of('language')[0]?.value ?? 'und').maximize().region ?? country;
  const names = [...of('name'), ...nameInTitles(pages)];
  const people = of('person').filter(({ value }) => !names.some((name) => isSameName(name.value, value.name)));
  const proposals: Proposal[] = [
    ...proposeBest('/name', names),
    ...proposeBest(
      '/description',
      of('description').filter(({ url }) => url === start),
    ),
    ...proposeContact(
      '/contact/phone',
      of('phone'),
      (phone) => toE164(phone, country) ?? toE164(phone, countryOfLanguage),
      pages.length,
    ),
    ...proposeContact(
      '/contact/email',
      of('email'),
      (email) => email.toLowerCase(),
      pages.length,
      people.map(({ value }) => value.name),
    ),
    ...proposeAddress(bestOf(of('address'))),
    ...proposeHours(of('hours')),
    ...[place.locale, place.currency, place.timezone].flatMap((follows) => (follows ? [follows.proposal] : [])),
    ...entriesOf(
      {
        offers: withoutRecommendedCategories(of('offer'), pages).filter(({ value }) => !isVoucher(value)),
        people,
        faqs: of('faq'),
        closures: of('closure').filter(({ value }) => value.to >= today),
      },
      targets,
      currency,
    ),
  ];
  const notes = pages.flatMap(({ url, notes }) => notes.map(({ about, quote }) => ({ about, quote, url })));
  return { proposals: proposals.filter(({ options }) => isFilled(options[0]?.value)), notes: uniqueNotes(notes) };
}

const isSameName = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

/** A gift card is bought for an amount, which is not a price. */
const isVoucher = ({ name, category = '' }: Facts['offer']): boolean =>
  [name, category].some(
    (text) => hasWord(text, VOUCHER_WORDS) || VOUCHER_PHRASES.some((words) => hasWords(text, words)),
  );
const hasWords = (text: string, words: readonly string[]) => words.every((word) => hasWord(text, new Set([word])));

/** Without what is said of a branch, if the website states the address of another one as its own. */
function ofMainBranch(all: readonly Located[]): Located[] {
  const own = all.filter(({ kind, branch }) => kind === 'address' && !branch).map(({ value }) => String(value));
  return all.filter(({ branch }) => !branch || !own.length || own.some((address) => address.includes(branch)));
}

const byCertainty = <Item extends { certainty: Certainty }>(items: Item[]): Item[] =>
  items.sort((a, b) => CERTAINTIES.indexOf(a.certainty) - CERTAINTIES.indexOf(b.certainty));

function proposeBest(pointer: string, found: readonly Located[]): Proposal[] {
  const [best] = found;
  if (!best) return [];
  return [
    { pointer, missing: [], options: [{ value: best.value, certainty: best.certainty, sources: [sourceOf(best)] }] },
  ];
}

/** The part of the title that most pages share is the name of the business. */
function nameInTitles(pages: readonly ReadPage[]): Located<'name'>[] {
  const counts = new Map<string, { count: number; page: ReadPage }>();
  for (const page of pages)
    for (const part of new Set(titleParts(page)))
      counts.set(part, { count: (counts.get(part)?.count ?? 0) + 1, page: counts.get(part)?.page ?? page });
  const [best] = [...counts].sort(([, a], [, b]) => b.count - a.count);
  if (!best || (pages.length > 1 && best[1].count < 2)) return [];
  return [{ kind: 'name', value: best[0], certainty: 'text', quote: best[1].page.title, url: best[1].page.url }];
}

/** Running text counts only if nothing better is there: it may name other places. */
function bestOf<Kind extends keyof Facts>(found: Located<Kind>[]): Located<Kind>[] {
  const better = found.filter(({ certainty }) => certainty !== 'text');
  return better.length ? better : found;
}

/** Two notations of one address have the same words, apart from the country. */
function proposeAddress(found: readonly Located<'address'>[]): Proposal[] {
  const options: (Option & { words: Set<string> })[] = [];
  for (const each of found) {
    const words = new Set(each.value.toLowerCase().match(/[\p{L}\d]+/gu));
    const known = options.find((option) => words.isSubsetOf(option.words) || option.words.isSubsetOf(words));
    if (!known) options.push({ value: each.value, certainty: each.certainty, sources: [sourceOf(each)], words });
    else {
      if (known.certainty === 'markup' && each.certainty === 'structure') known.value = each.value;
      known.sources = addSource(known.sources, each);
    }
  }
  const withoutWords = options.map(({ words: _, ...option }) => option);
  return options.length ? [{ pointer: '/contact/address', missing: [], options: withoutWords }] : [];
}

/** What several places say together, unless they contradict each other. */
function proposeHours(found: readonly Located<'hours'>[]): Proposal[] {
  const options: Option[] = [];
  for (const each of found) {
    const known = options.find(({ value }) => mergeWeeks(value as Week, each.value));
    if (!known) options.push({ value: each.value, certainty: each.certainty, sources: [sourceOf(each)] });
    else {
      known.value = mergeWeeks(known.value as Week, each.value);
      known.sources = addSource(known.sources, each);
    }
  }
  return options.length ? [{ pointer: '/hours', missing: [], options }] : [];
}

function uniqueNotes(notes: ImportNote[]): ImportNote[] {
  const unique = new Map(notes.map((note) => [`${note.about} ${note.quote}`, note]));
  return [...unique.values()].slice(0, MAX_NOTES);
}
