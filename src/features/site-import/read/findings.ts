import type { Price } from './amounts.ts';
import type { Day } from './words.ts';

export type Period = [string, string];
export type Week = Partial<Record<Day, Period[]>>;

export type Offer = {
  name: string;
  description?: string;
  category?: string;
  code?: string;
  price?: Price;
  durationMinutes?: number;
  /** The headings above it, which say what kind of list it is in. */
  headings: readonly string[];
};

/** The value of each kind of finding. */
export type Facts = {
  name: string;
  description: string;
  phone: string;
  email: string;
  address: string;
  hours: Week;
  closure: { from: string; to: string };
  offer: Offer;
  person: { name: string; description?: string; headings: readonly string[] };
  faq: { question: string; answer: string };
  /** ISO codes, from which other facts are derived. */
  country: string;
  language: string;
  currency: string;
};

/** How a fact is stated: in markup for programs, in the page's structure, or in running text. Best first. */
export const CERTAINTIES = ['markup', 'structure', 'text'] as const;
export type Certainty = (typeof CERTAINTIES)[number];

export type Finding<Kind extends keyof Facts = keyof Facts> = {
  [K in Kind]: {
    kind: K;
    value: Facts[K];
    certainty: Certainty;
    quote: string;
    /** Set for a phone number or email address that is mentioned in a sentence, or belongs to one of the staff. */
    standing?: 'mentioned' | 'staff';
    /** The postal code of the branch that it is said of, if that is not the main one. */
    branch?: string;
  };
}[Kind];

/** Something about a kind of fact that the owner should see, because it cannot be proposed as it is. */
export type UnclearQuote = { about: keyof Facts; quote: string };

export type PageFindings = { findings: Finding[]; unclearQuotes: UnclearQuote[] };

const MAX_QUOTE_CHARACTERS = 300;
export const toQuote = (text: string): string =>
  text.length > MAX_QUOTE_CHARACTERS ? `${text.slice(0, MAX_QUOTE_CHARACTERS - 1)}…` : text;
