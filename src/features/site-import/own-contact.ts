// Tells the business's own phone number and email address from those of its staff, of other businesses and of other desks.
import { addSource, type Located, type Option, type Proposal, sourceOf } from './proposal.ts';

type Kind = 'phone' | 'email';
type Candidate = { option: Option; pages: Set<string>; isStaff: boolean; rank: number };

/** Smaller is better: marked up and standing by itself, then in text, then mentioned in a sentence. */
const rankOf = ({ standing, certainty }: Located<Kind>): number =>
  (standing === 'mentioned' ? 2 : 0) + (certainty === 'text' ? 1 : 0);

/** Different values are options, unless one of them is clearly the business's own. */
export function proposeContact(
  pointer: string,
  found: readonly Located<Kind>[],
  normalize: (text: string) => string | undefined,
  pageCount: number,
  people: readonly string[] = [],
): Proposal[] {
  const candidates = new Map<string, Candidate>();
  for (const each of found) {
    const key = normalize(each.value);
    if (key !== undefined) candidates.set(key, withMention(candidates.get(key), each));
  }
  const isOwn = ([key, { isStaff, pages }]: [string, Candidate]) =>
    !(isStaff || people.some((name) => isNamedAfter(key, name))) || (pages.size > 1 && pages.size * 2 > pageCount);
  const own = ofUsualDomain([...candidates].filter(isOwn), [...candidates.keys()]);
  const best = Math.min(...own.map(([, { rank }]) => rank));
  const options = onMostPages(own.filter(([, { rank }]) => rank === best).map(([, candidate]) => candidate));
  return options.length ? [{ pointer, missing: [], options: options.map(({ option }) => option) }] : [];
}

function withMention(known: Candidate | undefined, each: Located<Kind>): Candidate {
  const isStaff = each.standing === 'staff';
  if (!known)
    return {
      option: { value: each.value, certainty: each.certainty, sources: [sourceOf(each)] },
      pages: new Set([each.url]),
      isStaff,
      rank: rankOf(each),
    };
  // As people read it, rather than as programs do.
  const isForPeople =
    (known.option.certainty === 'markup' && each.certainty === 'structure') ||
    (/^\+?\d+$/.test(String(known.option.value)) && each.certainty === 'structure');
  known.pages.add(each.url);
  return {
    option: {
      ...known.option,
      ...(isForPeople ? { value: each.value } : {}),
      sources: addSource(known.option.sources, each),
    },
    pages: known.pages,
    isStaff: known.isStaff || isStaff,
    rank: Math.min(known.rank, rankOf(each)),
  };
}

/** "jo@…", "tran@…", "jo.tran@…" and "jtran@…" are Jo Tran's. */
function isNamedAfter(email: string, person: string): boolean {
  const mailbox = email.replace(/@.*/, '').replace(/[^\p{L}]/gu, '');
  const names = (person.toLowerCase().match(/[\p{L}’'-]{2,}/gu) ?? []).map((name) => name.replace(/[^\p{L}]/gu, ''));
  const [first = '', last = ''] = [names[0], names.at(-1)];
  return names.includes(mailbox) || [first + last, `${first.slice(0, 1)}${last}`].includes(mailbox);
}

/** Addresses at another domain than most others of the website are someone else's. */
function ofUsualDomain(own: [string, Candidate][], all: readonly string[]): [string, Candidate][] {
  const domainOf = (key: string) => key.replace(/^.*@/, '');
  const countOf = ([key]: [string, Candidate]) =>
    key.includes('@') ? all.filter((other) => domainOf(other) === domainOf(key)).length : 1;
  const most = Math.max(...own.map(countOf));
  return own.filter((each) => countOf(each) === most);
}

/** What stands on at least twice as many pages as anything else, such as in the footer. */
function onMostPages(candidates: Candidate[]): Candidate[] {
  const [first, second] = candidates.toSorted((a, b) => b.pages.size - a.pages.size);
  return first && second && first.pages.size >= second.pages.size * 2 ? [first] : candidates;
}
