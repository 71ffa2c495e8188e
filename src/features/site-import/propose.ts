// Combines what was read on the pages of a website into proposals for the business document.
import { isFilled } from '../../capability/pointer.ts';
import { toE164 } from '../../kernel/phone.ts';
import { proposeEntries, type TargetList } from './entries.ts';
import { proposeContact } from './own-contact.ts';
import {
  addSource,
  type ImportNote,
  type Located,
  type Option,
  type Proposal,
  type Proposals,
  type ReadPage,
  toSource,
} from './proposal.ts';
import { mergeWeeks } from './read/find-hours.ts';
import type { Certainty, Facts, Week } from './read/findings.ts';
import { CERTAINTIES } from './read/findings.ts';
import { hasWord, VOUCHER_PHRASES, VOUCHER_WORDS } from './read/words.ts';
import { removeRecommendedCategories, splitTitle } from './recommended.ts';
import { deriveRegion, type Region } from './region.ts';

const MAX_UNCLEAR_QUOTES = 50;

/**
 * `knownRegion` holds what is already known about the business, for reading amounts and phone numbers. Closures that
 * ended before `today` are left out.
 */
export function propose(
  pages: readonly ReadPage[],
  targetLists: readonly TargetList[],
  knownRegion: Region,
  today: string,
): Proposals {
  const allFindings = keepMainBranch(
    pages.flatMap(({ url, findings }) => findings.map((finding) => ({ ...finding, url }) as Located)),
  );
  const selectFindings = <Kind extends keyof Facts>(kind: Kind) =>
    sortByCertainty(allFindings.filter((finding) => finding.kind === kind) as Located<Kind>[]);
  const startUrl = pages[0]?.url;
  const region = deriveRegion({
    countries: selectFindings('country'),
    languages: selectFindings('language'),
    currencies: selectFindings('currency'),
    offers: selectFindings('offer'),
    address: selectFindings('address')[0],
  });
  const country = region.country?.value ?? knownRegion.country;
  const currency = region.currency?.value ?? knownRegion.currency;
  const countryOfLanguage = new Intl.Locale(selectFindings('language')[0]?.value ?? 'und').maximize().region ?? country;
  const names = [...selectFindings('name'), ...findNameInTitles(pages)];
  const people = selectFindings('person').filter(
    ({ value }) => !names.some((name) => isSameName(name.value, value.name)),
  );
  const proposals: Proposal[] = [
    ...proposeBest('/name', names),
    ...proposeBest(
      '/description',
      selectFindings('description').filter(({ url }) => url === startUrl),
    ),
    ...proposeContact(
      '/contact/phone',
      selectFindings('phone'),
      (phone) => toE164(phone, country) ?? toE164(phone, countryOfLanguage),
      pages.length,
    ),
    ...proposeContact(
      '/contact/email',
      selectFindings('email'),
      (email) => email.toLowerCase(),
      pages.length,
      people.map(({ value }) => value.name),
    ),
    ...proposeAddress(preferStated(selectFindings('address'))),
    ...proposeHours(selectFindings('hours')),
    ...[region.locale, region.currency, region.timezone].flatMap((derived) => (derived ? [derived.proposal] : [])),
    ...proposeEntries(
      {
        offers: removeRecommendedCategories(selectFindings('offer'), pages).filter(({ value }) => !isVoucher(value)),
        people,
        faqs: selectFindings('faq'),
        closures: selectFindings('closure').filter(({ value }) => value.to >= today),
      },
      targetLists,
      currency,
    ),
  ];
  const locatedQuotes = pages.flatMap(({ url, unclearQuotes }) =>
    unclearQuotes.map(({ about, quote }) => ({ about, quote, url })),
  );
  return {
    proposals: proposals.filter(({ options }) => isFilled(options[0]?.value)),
    unclearQuotes: removeDuplicates(locatedQuotes),
  };
}

const isSameName = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

/** A gift card is bought for an amount, which is not a price. */
const isVoucher = ({ name, category = '' }: Facts['offer']): boolean =>
  [name, category].some(
    (text) => hasWord(text, VOUCHER_WORDS) || VOUCHER_PHRASES.some((words) => hasWords(text, words)),
  );
const hasWords = (text: string, words: readonly string[]) => words.every((word) => hasWord(text, new Set([word])));

/** Leaves out findings about other branches, if the website states the address of the main one. */
function keepMainBranch(findings: readonly Located[]): Located[] {
  const ownAddresses = findings
    .filter(({ kind, branch }) => kind === 'address' && !branch)
    .map(({ value }) => String(value));
  return findings.filter(
    ({ branch }) => !branch || !ownAddresses.length || ownAddresses.some((address) => address.includes(branch)),
  );
}

const sortByCertainty = <Item extends { certainty: Certainty }>(items: Item[]): Item[] =>
  items.sort((a, b) => CERTAINTIES.indexOf(a.certainty) - CERTAINTIES.indexOf(b.certainty));

function proposeBest(pointer: string, findings: readonly Located[]): Proposal[] {
  const [best] = findings;
  if (!best) return [];
  return [
    { pointer, missing: [], options: [{ value: best.value, certainty: best.certainty, sources: [toSource(best)] }] },
  ];
}

/** The part of the title that most pages share is the name of the business. */
function findNameInTitles(pages: readonly ReadPage[]): Located<'name'>[] {
  const counts = new Map<string, { count: number; page: ReadPage }>();
  for (const page of pages)
    for (const part of new Set(splitTitle(page)))
      counts.set(part, { count: (counts.get(part)?.count ?? 0) + 1, page: counts.get(part)?.page ?? page });
  const [best] = [...counts].sort(([, a], [, b]) => b.count - a.count);
  if (!best || (pages.length > 1 && best[1].count < 2)) return [];
  return [{ kind: 'name', value: best[0], certainty: 'text', quote: best[1].page.title, url: best[1].page.url }];
}

/** Running text counts only if there is nothing better, because it may mention other places. */
function preferStated<Kind extends keyof Facts>(findings: Located<Kind>[]): Located<Kind>[] {
  const betterFindings = findings.filter(({ certainty }) => certainty !== 'text');
  return betterFindings.length ? betterFindings : findings;
}

/** Two notations of one address have the same words, apart from the country. */
function proposeAddress(findings: readonly Located<'address'>[]): Proposal[] {
  const options: (Option & { words: Set<string> })[] = [];
  for (const finding of findings) {
    const words = new Set(finding.value.toLowerCase().match(/[\p{L}\d]+/gu));
    const existing = options.find((option) => words.isSubsetOf(option.words) || option.words.isSubsetOf(words));
    if (!existing)
      options.push({ value: finding.value, certainty: finding.certainty, sources: [toSource(finding)], words });
    else {
      if (existing.certainty === 'markup' && finding.certainty === 'structure') existing.value = finding.value;
      existing.sources = addSource(existing.sources, finding);
    }
  }
  const withoutWords = options.map(({ words: _, ...option }) => option);
  return options.length ? [{ pointer: '/contact/address', missing: [], options: withoutWords }] : [];
}

/** Merges the hours of all findings that do not contradict each other. */
function proposeHours(findings: readonly Located<'hours'>[]): Proposal[] {
  const options: Option[] = [];
  for (const finding of findings) {
    const existing = options.find(({ value }) => mergeWeeks(value as Week, finding.value));
    if (!existing) options.push({ value: finding.value, certainty: finding.certainty, sources: [toSource(finding)] });
    else {
      existing.value = mergeWeeks(existing.value as Week, finding.value);
      existing.sources = addSource(existing.sources, finding);
    }
  }
  return options.length ? [{ pointer: '/hours', missing: [], options }] : [];
}

function removeDuplicates(quotes: ImportNote[]): ImportNote[] {
  const quotesByContent = new Map(quotes.map((quote) => [`${quote.about} ${quote.quote}`, quote]));
  return [...quotesByContent.values()].slice(0, MAX_UNCLEAR_QUOTES);
}
