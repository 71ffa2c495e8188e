import type { Static, TSchema } from 'typebox';
import type { Traits } from '../guardrails/traits.ts';
import type { Context, Gate, InWorkspace, Route } from '../kernel/http/route.ts';
import type { FieldError } from '../kernel/problem.ts';
import type { AnyCapability, CapabilityContext } from './capability.ts';
import type { Checkup } from './checkup.ts';
import type { CatalogEntity, Fact, Slots, Source } from './dialogue.ts';
import type { Business } from './document.ts';
import type { Formatter } from './formatter.ts';
import type { EventKind, SealedRecords } from './records.ts';
import type { SlotKind } from './roles.ts';

/** Somebody who works there; without hours of their own they follow the business's. */
export type Person = {
  id: string;
  name: string;
  about?: string;
  hours?: Business['hours'];
  /** Dates, both included, or times. */
  timeOff?: { from: string; to: string }[];
};

/** Something on offer, and whether it suits what a customer has told. */
export type SuitabilityResult = {
  source: Source;
  fits: boolean /** What is known against it, as a sentence. */;
  why(): string;
};

/** What endpoints of industries are made with. */
export type RouteServices = {
  // biome-ignore lint/suspicious/noExplicitAny: scopes are the keys' business, and a capability names one of them
  key(scope: any): Gate<InWorkspace>;
  /** Adds the business's document to the request, refusing where an industry that is named is not active. */
  resolveBusiness(ctx: Context<InWorkspace>, purpose: string, industry?: string): Promise<CapabilityContext<Business>>;
};

/** One kind of business: its part of the document, starter content, and what it can do for customers. */
export type Industry<Schema extends TSchema = TSchema> = {
  /** Its name in paths, in intents and as the field of its part in the document. */
  name: string;
  /** For people: "Restaurant". */
  title: string;
  /** What it brings, in one sentence. */
  summary: string;
  schema: Schema;
  /** Starter content: common fields of the document and the industry's own part. */
  template: { common: Record<string, unknown>; own: Static<Schema> };
  /** Contradictions that a schema cannot see; pointers are relative to the whole document. */
  check(own: Static<Schema>, document: Record<string, unknown>): FieldError[];
  capabilities: AnyCapability[];
  /** Endpoints beside those of its capabilities. */
  routes?(services: RouteServices): Route[];
  /** Events that are its own. */
  events?: readonly EventKind[];
  /** What it keeps in tables of its own: listed, exported, erased, kept no longer than the rest, sealed anew. */
  records?: readonly SealedRecords[];
  /** What it does with people, for all that must not know an industry by its name. */
  traits?: Traits;
  /** How it is shown where industries are chosen: an icon of the dashboard by its name, such as `scissors`. */
  icon?: string;
  /** The field of its part that lists who or what a booking takes up: a calendar has a column for each. */
  resources?: string;
  /** The fields of its part that anybody may read, such as other people's agents. Left out: none. */
  open?: readonly string[];
  /** The words of the business that customers use: names out of its part of the document, and the industry's own terms. */
  vocabulary?(own: Static<Schema>): CatalogEntity[];
  /** What the words of its own slots name, by slot; left out: something that only its capabilities make anything of. */
  slots?: Readonly<Record<string, SlotKind>>;
  people?(own: Static<Schema>): Person[];
  /** Questions about its part of the document, for the checkup of the assistant. */
  checkups?(business: Business, say: Formatter): Checkup[];
  /** What the document says without a sentence for it, such as how long returns are taken. */
  facts?(business: Business): Fact[];
  /** Sets right what its words mean in a sentence: "lobster" is a dish unless somebody must not eat it. */
  refine?(slots: Slots, text: string, business: Business): Slots;
  /** What customers tell once and is not to be forgotten, such as an allergy: nothing against it is recommended. */
  needs?: {
    /** What is in force after a sentence in which these slots were heard. */
    after(before: Slots['words'], sentence: string, heard: Slots): Slots['words'];
    judge(business: Business, needs: Slots['words'], say: Formatter): SuitabilityResult[];
    /** Said once to a customer who mentions one while booking. */
    reminder: string;
  };
  /** Reads what no list of words can hold, such as a medication. */
  read?(text: string, about: { business: Business; asked?: string }): Slots['own'];
};

// biome-ignore lint/suspicious/noExplicitAny: a list of industries holds those of every shape
export type AnyIndustry = Industry<any>;

export function defineIndustry<Schema extends TSchema>(industry: Industry<Schema>): AnyIndustry {
  return industry;
}

/** What any of these keep in tables of their own. */
export const recordsOf = (industries: readonly AnyIndustry[]): SealedRecords[] =>
  industries.flatMap(({ records = [] }) => records);

/** Who works there. */
export function peopleOf(business: Business, industry: AnyIndustry | undefined): Person[] {
  const own = industry && business[industry.name];
  return own ? (industry.people?.(own) ?? []) : [];
}
