import { type Static, type TProperties, type TSchema, Type } from 'typebox';
import { NonBlank, Nullable, OneOf, Strict } from '../kernel/http/schema.ts';
import { memoize } from '../kernel/memoize.ts';
import { AssistantOptions } from './assistant-options.ts';
import { BrandOptions } from './brand-options.ts';
import { DepositOptions } from './deposit-options.ts';
import { WidgetOptions } from './widget-options.ts';

export const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

/** Marks starter content until the owner edits it or chooses to keep it. */
export const sampleField = {
  sample: Type.Optional(
    Type.Boolean({ description: 'Sample content, hidden from live customers until it is edited or kept' }),
  ),
};

export const Name = NonBlank({ maxLength: 200 });
export const Text = Type.String({ maxLength: 4_000 });
export const EntryId = Type.String({ minLength: 1, maxLength: 64, pattern: '^[A-Za-z0-9][A-Za-z0-9._-]*$' });
/** In the currency's minor unit. The dashboard's forms recognize it by its title. */
export const Money = Type.Integer({ minimum: 0, maximum: 1_000_000_000, title: 'Money' });
/** For fields that reference other entries: from the title, forms know which list to offer as choices. */
export const referenceTo = (list: string) => ({ title: `Ids in ${list}` });
export const IntegerBetween = (minimum: number, maximum: number) => Type.Integer({ minimum, maximum });

const OpeningPeriod = Type.Unsafe<[string, string]>({
  type: 'array',
  minItems: 2,
  maxItems: 2,
  items: { type: 'string', pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$|^24:00$' },
  description: 'Opening and closing, local; an end before the start runs past midnight',
  examples: [['11:30', '14:30']],
});
export const WeeklyHours = Strict(
  Object.fromEntries(DAYS.map((day) => [day, Type.Optional(Type.Array(OpeningPeriod, { maxItems: 6 }))])) as Record<
    (typeof DAYS)[number],
    ReturnType<typeof Type.Optional<ReturnType<typeof Type.Array<typeof OpeningPeriod>>>>
  >,
);
const DateText = Type.String({ format: 'date' });
/** Both ends are inclusive if they are dates; time off may also be given to the minute. */
export const TimeOff = Strict({
  from: Type.String({ minLength: 10, maxLength: 35 }),
  to: Type.String({ minLength: 10, maxLength: 35 }),
  reason: Type.Optional(Text),
});

const commonFields = {
  name: Name,
  description: Text,
  country: Type.String({ pattern: '^[A-Z]{2}$' }),
  timezone: NonBlank({ maxLength: 64, examples: ['America/New_York'] }),
  currency: Type.String({ pattern: '^[A-Z]{3}$' }),
  locale: Type.String({ minLength: 2, maxLength: 35 }),
  tone: OneOf(['friendly', 'formal'] as const),
  greeting: Text,
  contact: Strict({
    phone: Type.Optional(
      Type.String({
        maxLength: 50,
        title: 'Phone number',
        description: 'As local customers dial it, or in international format starting with +',
      }),
    ),
    email: Type.Optional(Type.String({ format: 'email', maxLength: 254 })),
    address: Type.Optional(Type.String({ maxLength: 500 })),
    website: Type.Optional(Type.String({ maxLength: 500, title: 'Web address', description: 'Start with https://' })),
  }),
  hours: WeeklyHours,
  closures: Type.Array(Strict({ from: DateText, to: DateText, reason: Type.Optional(Text), ...sampleField }), {
    maxItems: 200,
  }),
  services: Type.Array(
    Strict({ name: Name, description: Type.Optional(Text), price: Type.Optional(Money), ...sampleField }),
    { maxItems: 500 },
  ),
  faqs: Type.Array(Strict({ question: NonBlank({ maxLength: 500 }), answer: Text, ...sampleField }), {
    maxItems: 500,
  }),
  policies: Strict({
    cancellation: Type.Optional(Text),
    deposit: Type.Optional(Text),
    lateArrival: Type.Optional(Text),
    returns: Type.Optional(Text),
  }),
  booking: Strict({
    noticeMinutes: IntegerBetween(0, 525_600),
    horizonDays: IntegerBetween(1, 730),
    slotMinutes: IntegerBetween(5, 480),
    cancelUntilMinutes: IntegerBetween(0, 525_600),
    reminders: Type.Optional(
      Type.Array(Strict({ beforeMinutes: IntegerBetween(5, 43_200) }), {
        maxItems: 5,
        uniqueItems: true,
        description: 'When to remind customers of a booking. Left out: a day before; an empty list: never',
        examples: [[{ beforeMinutes: 1_440 }, { beforeMinutes: 120 }]],
      }),
    ),
    confirmations: Type.Optional(
      Type.Boolean({ description: 'Email customers when a booking is made, moved or canceled (true)' }),
    ),
  }),
  deposits: Type.Optional(DepositOptions),
  handoff: Strict({
    email: Type.Optional(
      Type.String({
        format: 'email',
        maxLength: 254,
        description: 'We email this address when a customer is waiting',
      }),
    ),
    message: Type.Optional(Text),
  }),
  safety: Type.Optional(
    Strict({
      onCall: Type.Optional(
        Type.String({
          minLength: 3,
          maxLength: 50,
          description: 'Given in an emergency along with your country’s emergency number',
        }),
      ),
      personWords: Type.Optional(
        Type.Array(Type.String({ minLength: 2, maxLength: 60 }), {
          maxItems: 50,
          description: 'If a customer uses one of these words, we hand off right away',
          examples: [['lawyer', 'press']],
        }),
      ),
    }),
  ),
  retentionDays: Type.Integer({ minimum: 1, maximum: 3_650 }),
  samples: Type.Optional(
    Type.Array(Type.String({ pattern: '^/[A-Za-z]+(/[A-Za-z]+){0,2}$', maxLength: 100 }), {
      maxItems: 200,
      uniqueItems: true,
      description:
        'Fields that still hold sample content, as JSON pointers, hidden from live customers. A field that is edited, ' +
        'or left out here, is your own',
      examples: [['/hours', '/policies/cancellation']],
    }),
  ),
  widget: WidgetOptions,
  brand: Type.Optional(BrandOptions),
  assistant: Type.Optional(AssistantOptions),
  digest: Type.Optional(
    Strict({ weekly: Type.Boolean({ description: 'A weekly email to the owners on Mondays; left out, it is sent' }) }),
  ),
};
const CommonDocument = Strict(commonFields);

/** The business's document. Each industry adds its section under its own name. */
export type Business = Omit<Static<typeof CommonDocument>, 'country' | 'widget'> & {
  /** Defaults to the locale's region. */
  country?: string;
  widget?: WidgetOptions;
  industry: string | null;
  industries: string[];
  /** The customer's language during a turn, if not English (see `inLanguage`). Never stored or sent. */
  language?: string;
  [industry: string]: unknown;
};

/** Schema of a PUT body: any top-level fields, each replaced as a whole. `industry` picks the main active industry. */
export function createDocumentPatchSchema(industries: readonly { name: string; schema: TSchema }[]) {
  const optional = (properties: TProperties) =>
    Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, Type.Optional(schema)]));
  const industrySchemas = Object.fromEntries(industries.map(({ name, schema }) => [name, schema]));
  const industryFields = {
    industry: Nullable(Type.String()),
    industries: Type.Array(OneOf(industries.map(({ name }) => name)), { maxItems: 50, uniqueItems: true }),
  };
  return Strict(optional({ ...commonFields, ...industryFields, ...industrySchemas }));
}

/** A new workspace's document, before setup. */
export const EMPTY_DOCUMENT: Omit<Business, 'name'> = {
  industry: null,
  industries: [],
  description: '',
  timezone: 'UTC',
  currency: 'USD',
  locale: 'en-US',
  tone: 'friendly',
  greeting: '',
  contact: {},
  hours: {},
  closures: [],
  services: [],
  faqs: [],
  policies: {},
  booking: { noticeMinutes: 60, horizonDays: 90, slotMinutes: 15, cancelUntilMinutes: 120 },
  handoff: {},
  retentionDays: 365,
};

/** The country for local phone numbers and the emergency number: as configured, or else the locale's region. */
export const countryOf = ({ country, locale }: Pick<Business, 'country' | 'locale'>): string =>
  country || findRegion(locale);

/** Memoized because `maximize()` takes longer than parsing a message. */
const findRegion = memoize(
  (locale: string) => locale,
  (locale) => new Intl.Locale(locale).maximize().region ?? 'US',
);
