// Distinguishes the business's own phone number and email address from those of its staff, other businesses and departments.
import { addSource, type Located, type Option, type Proposal, toSource } from './proposal.ts';

type ContactKind = 'phone' | 'email';
type Candidate = { option: Option; pages: Set<string>; isStaff: boolean; rank: number };

/** Smaller is better: marked up and standing by itself, then in text, then mentioned in a sentence. */
const computeRank = ({ standing, certainty }: Located<ContactKind>): number =>
  (standing === 'mentioned' ? 2 : 0) + (certainty === 'text' ? 1 : 0);

/** Different values are options, unless one of them is clearly the business's own. */
export function proposeContact(
  pointer: string,
  findings: readonly Located<ContactKind>[],
  normalize: (text: string) => string | undefined,
  pageCount: number,
  peopleNames: readonly string[] = [],
): Proposal[] {
  const candidates = new Map<string, Candidate>();
  for (const finding of findings) {
    const key = normalize(finding.value);
    if (key !== undefined) candidates.set(key, addMention(candidates.get(key), finding));
  }
  const isOwn = ([key, { isStaff, pages }]: [string, Candidate]) =>
    !(isStaff || peopleNames.some((name) => isNamedAfter(key, name))) || (pages.size > 1 && pages.size * 2 > pageCount);
  const ownCandidates = keepUsualDomain([...candidates].filter(isOwn), [...candidates.keys()]);
  const bestRank = Math.min(...ownCandidates.map(([, { rank }]) => rank));
  const options = keepOnMostPages(
    ownCandidates.filter(([, { rank }]) => rank === bestRank).map(([, candidate]) => candidate),
  );
  return options.length ? [{ pointer, missing: [], options: options.map(({ option }) => option) }] : [];
}

function addMention(existing: Candidate | undefined, finding: Located<ContactKind>): Candidate {
  const isStaff = finding.standing === 'staff';
  if (!existing)
    return {
      option: { value: finding.value, certainty: finding.certainty, sources: [toSource(finding)] },
      pages: new Set([finding.url]),
      isStaff,
      rank: computeRank(finding),
    };
  // Prefers the notation for people over the one for programs.
  const isForPeople =
    (existing.option.certainty === 'markup' && finding.certainty === 'structure') ||
    (/^\+?\d+$/.test(String(existing.option.value)) && finding.certainty === 'structure');
  existing.pages.add(finding.url);
  return {
    option: {
      ...existing.option,
      ...(isForPeople ? { value: finding.value } : {}),
      sources: addSource(existing.option.sources, finding),
    },
    pages: existing.pages,
    isStaff: existing.isStaff || isStaff,
    rank: Math.min(existing.rank, computeRank(finding)),
  };
}

/** "jo@…", "tran@…", "jo.tran@…" and "jtran@…" are Jo Tran's. */
function isNamedAfter(email: string, person: string): boolean {
  const mailbox = email.replace(/@.*/, '').replace(/[^\p{L}]/gu, '');
  const names = (person.toLowerCase().match(/[\p{L}’'-]{2,}/gu) ?? []).map((name) => name.replace(/[^\p{L}]/gu, ''));
  const [firstName = '', lastName = ''] = [names[0], names.at(-1)];
  return names.includes(mailbox) || [firstName + lastName, `${firstName.slice(0, 1)}${lastName}`].includes(mailbox);
}

/** The candidates at the domain that most addresses of the website have; the others are someone else's. */
function keepUsualDomain(ownCandidates: [string, Candidate][], allKeys: readonly string[]): [string, Candidate][] {
  const domainOf = (key: string) => key.replace(/^.*@/, '');
  const countAtDomain = ([key]: [string, Candidate]) =>
    key.includes('@') ? allKeys.filter((other) => domainOf(other) === domainOf(key)).length : 1;
  const maxCount = Math.max(...ownCandidates.map(countAtDomain));
  return ownCandidates.filter((candidate) => countAtDomain(candidate) === maxCount);
}

/** The candidate that is on at least twice as many pages as any other, such as in the footer; all of them if there is none. */
function keepOnMostPages(candidates: Candidate[]): Candidate[] {
  const [first, second] = candidates.toSorted((a, b) => b.pages.size - a.pages.size);
  return first && second && first.pages.size >= second.pages.size * 2 ? [first] : candidates;
}
