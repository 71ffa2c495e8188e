import type { Static, TSchema } from 'typebox';
import type { Traits } from '../guardrails/traits.ts';
import type { Context, Gate, Route, WorkspacePrincipal } from '../kernel/http/route.ts';
import type { FieldError } from '../kernel/problem.ts';
import type { AnyCapability, CapabilityContext } from './capability.ts';
import type { Checkup } from './checkup.ts';
import type { CatalogEntity, Fact, Slots, Source } from './dialogue.ts';
import type { Business } from './document.ts';
import type { Formatter } from './formatter.ts';
import type { EncryptedRecords, EventKind } from './records.ts';
import type { SlotKind } from './roles.ts';

/** A member of staff; `hours` defaults to the business's opening hours. */
export type Person = {
  id: string;
  name: string;
  about?: string;
  hours?: Business['hours'];
  /** Inclusive dates, or times. */
  timeOff?: { from: string; to: string }[];
};

/** Whether an item suits the customer's stated needs, such as an allergy. */
export type SuitabilityResult = {
  source: Source;
  isSuitable: boolean;
  /** The reason it is unsuitable, as a sentence. */
  explain(): string;
};

/** A list of the section that can be filled from the business's website. */
export type SiteList = {
  field: string;
  /** Offers have a price or a duration; people are the staff. */
  entryKind: 'offers' | 'people';
  /** Words in the headings of such lists, in any language. */
  headings: readonly string[];
  /** Fields whose default is not filled in, because it would claim something the website does not say. */
  ignoredDefaults?: readonly string[];
};

/** Dependencies of the industries' endpoints. */
export type RouteServices = {
  // biome-ignore lint/suspicious/noExplicitAny: the scope type belongs to the key feature; capabilities name scopes as strings
  keyGate(scope: any): Gate<WorkspacePrincipal>;
  /** Adds the business's document to the request; refuses if the given industry is not active. */
  resolveBusinessContext(
    ctx: Context<WorkspacePrincipal>,
    auditPurpose: string,
    options?: { industry?: string },
  ): Promise<CapabilityContext<Business>>;
};

/** One kind of business: its section of the document, starter content, and capabilities. */
export type Industry<Schema extends TSchema = TSchema> = {
  /** Used in paths and intents, and as the name of its section in the document. */
  name: string;
  /** Display name, such as "Restaurant". */
  title: string;
  /** What it offers, in one sentence. */
  summary: string;
  schema: Schema;
  /** Starter content: common fields of the document, and the industry's section. */
  template: { common: Record<string, unknown>; section: Static<Schema> };
  /** Finds contradictions that a schema cannot express; pointers are relative to the whole document. */
  check(section: Static<Schema>, document: Record<string, unknown>): FieldError[];
  capabilities: AnyCapability[];
  /** Endpoints in addition to those of its capabilities. */
  routes?(services: RouteServices): Route[];
  /** Event types only this industry emits. */
  events?: readonly EventKind[];
  /** Its own encrypted tables; they are listed, exported, erased, purged and re-encrypted with everything else. */
  records?: readonly EncryptedRecords[];
  /** Properties that other code checks instead of the industry's name. */
  traits?: Traits;
  /** Name of its icon in the dashboard, such as `scissors`. */
  icon?: string;
  /** The kind of business for search engines, a type of https://schema.org; defaults to `LocalBusiness`. */
  schemaOrgType?: string;
  /** The field of its section that lists the bookable resources; the calendar shows a column for each. */
  resources?: string;
  /** The lists that an import from the business's website can fill. An entry that fits several goes into the first. */
  siteLists?: readonly SiteList[];
  /** Fields of its section that anyone may read, such as third-party agents; defaults to none. */
  publicFields?: readonly string[];
  /** The entities customers may mention: names from its section of the document, and the industry's own terms. */
  vocabulary?(section: Static<Schema>): CatalogEntity[];
  /** The kind of entity each of its slots holds. Slots without an entry are used only by its capabilities. */
  slots?: Readonly<Record<string, SlotKind>>;
  people?(section: Static<Schema>): Person[];
  /** Test questions about its section of the document, for the assistant's checkup. */
  checkups?(business: Business, format: Formatter): Checkup[];
  /** Answers that follow from the document's values, such as how long returns are accepted. */
  facts?(business: Business): Fact[];
  /** Corrects entities in the context of the sentence: "lobster" is a dish, unless the customer is allergic to it. */
  refine?(slots: Slots, text: string, business: Business): Slots;
  /** Needs that are remembered for the whole conversation, such as an allergy; unsuitable items are never recommended. */
  needs?: {
    /** The needs after a sentence with these slots. */
    update(previousNeeds: Slots['catalogEntities'], sentence: string, slots: Slots): Slots['catalogEntities'];
    checkSuitability(business: Business, needs: Slots['catalogEntities'], format: Formatter): SuitabilityResult[];
    /** Told once to a customer who mentions a need while booking. */
    reminder: string;
  };
  /**
   * Extracts entities that no catalog can list, such as medications. `asked` is the field that was asked for last, and
   * `answer` what the text gives for it, if that can be a value: no bare yes or no, no question, no "I'd rather not say".
   */
  extractEntities?(
    text: string,
    context: { business: Business; asked?: string; answer?: string },
  ): Slots['industryEntities'];
};

// biome-ignore lint/suspicious/noExplicitAny: lists hold industries of every schema type
export type AnyIndustry = Industry<any>;

export function defineIndustry<Schema extends TSchema>(industry: Industry<Schema>): AnyIndustry {
  return industry;
}

/** The industry's capability that books a time. */
export const findBookingCapability = (industry: AnyIndustry | undefined): AnyCapability | undefined =>
  industry?.capabilities.find(({ bookingRequest }) => bookingRequest);

export const recordsOf = (industries: readonly AnyIndustry[]): EncryptedRecords[] =>
  industries.flatMap(({ records = [] }) => records);

export function peopleOf(business: Business, industry: AnyIndustry | undefined): Person[] {
  const section = industry && business[industry.name];
  return section ? (industry.people?.(section) ?? []) : [];
}
