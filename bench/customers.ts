// Simulated customers for load: the next message depends on the previous reply.
import { businesses, cases, type ExamBusiness, type ExamCase } from '../test/exam/cases.ts';
import { createCustomer } from '../test/exam/customer.ts';

export type ChatResponse = {
  conversationId: string;
  reply: string;
  status: string;
  receipts: readonly { type: string; code?: string | null }[];
};
/** One person's side of a conversation: the next message, or undefined when there is nothing more to say. */
export type Customer = (responses: readonly ChatResponse[]) => string | undefined;
export type VisitKind = 'greets, then asks' | 'asks' | 'books';

/** The share of each kind of visit, in percent. */
const VISIT_MIX: readonly (readonly [VisitKind, number])[] = [
  ['greets, then asks', 10],
  ['asks', 60],
  ['books', 30],
];

const MAX_TURNS = 10;

const GREETINGS = [
  'hi',
  'hello',
  'Hi there!',
  'hey',
  'good morning',
  'Hello, is anyone there?',
  'hiya',
  'Good evening',
];
const MESSAGE_OPENINGS = [
  '',
  '',
  '',
  '',
  'hi, ',
  'Hello! ',
  'hey ',
  'Hi there, ',
  'quick question: ',
  'Good morning. ',
];
const NAMES = 'Dana,Priya,Tom,Aoife,Marcus,Yuki,Elena,Sam,Fatima,Jonas,Grace,Luis,Ines,Owen,Nadia,Peter'.split(',');
const SURNAMES = 'Fox,Patel,Walsh,Kim,Lopez,Brown,Nowak,Haddad,Moore,Silva,Clark,Okafor,Reid,Tanaka'.split(',');
const DAYS = [
  ...'tomorrow,on friday,this saturday,on Thursday,next Wednesday,next friday,on sunday,next monday'.split(','),
  ...Array.from({ length: 20 }, (_, day) => `on the ${formatOrdinal(day + 2)} of December`),
];
const TIMES = ['1pm', '6pm', '6:30pm', '7', 'half seven', '7.45 pm', '8', 'quarter past six', '11am', '2:30', '3 pm'];

const TABLE_REQUEST_TEMPLATES = [
  'table for {n} {day} at {time}',
  'Can I book a table for {n} {day} at {time}? My name is {name}',
  'hi, do you have space for {n} people {day} around {time}',
  "I'd like to reserve for {n}, {day}, {time} please. {name}, {phone}",
  'can you fit {n} of us in {day} {time}?',
  'We would love to come for dinner {day}',
];
const APPOINTMENT_REQUEST_TEMPLATES = [
  'book a {service} {day} at {time}',
  'Can I get an appointment for a {service} {day}? {name} here',
  'hi, anything free {day} for a {service}, ideally {time}',
  "I'd like a {service} {day} at {time} please, it's {name}, {phone}",
  'need a {service} soon, {day} if possible',
];

type PickRandom = <T>(items: readonly T[]) => T;

/** A source of random visitors of a business. Only `pick` is random, so a seeded one gives the same in every run. */
export function createVisitorSource(
  business: ExamBusiness,
  pick: PickRandom,
): () => { kind: VisitKind; customer: Customer } {
  const businessCases = cases.filter((testCase) => testCase.business === business.id);
  const kinds = VISIT_MIX.flatMap(([kind, share]) => Array<VisitKind>(share).fill(kind));
  const customerFactories: Record<VisitKind, () => Customer> = {
    asks: () => createCaseCustomer(pick(businessCases), [], pick(MESSAGE_OPENINGS)),
    'greets, then asks': () => createCaseCustomer(pick(businessCases), [pick(GREETINGS)], ''),
    books: () => createBookingCustomer(business, businessCases, pick),
  };
  return () => {
    const kind = pick(kinds);
    return { kind, customer: customerFactories[kind]() };
  };
}

export const describeMix = () => VISIT_MIX.map(([kind, share]) => `${share}% ${kind}`).join(', ');

/** Alternates between the industries, so that any number of them is a fair mix. */
export const mixedBusinesses: readonly ExamBusiness[] = (() => {
  const groups = [...Map.groupBy(businesses, ({ industry }) => industry).values()];
  const largestGroup = Math.max(...groups.map(({ length }) => length));
  return Array.from({ length: largestGroup }, (_, index) => groups.flatMap((group) => group[index] ?? [])).flat();
})();

/** A customer who follows a written case. */
function createCaseCustomer(
  { turns, facts = {}, follow = true }: ExamCase,
  firstMessages: string[],
  opening: string,
): Customer {
  const [first, ...rest] = turns.map((turn) => (typeof turn === 'string' ? turn : turn.say));
  const lines = [...firstMessages, opening + first, ...rest];
  const answerQuestion = createCustomer(facts);
  return (responses) => {
    const lastResponse = responses.at(-1);
    if (responses.length >= MAX_TURNS || lastResponse?.status === 'handoff') return undefined;
    const line = lines[responses.length];
    const code = responses.flatMap(({ receipts }) => receipts).findLast((receipt) => receipt.code)?.code;
    return line ? line.replace('{code}', code ?? 'K7QM4') : follow ? answerQuestion(lastResponse!.reply) : undefined;
  };
}

/** A customer who wants a table or an appointment, and answers questions until it is booked. */
function createBookingCustomer(
  { industry, config }: ExamBusiness,
  businessCases: readonly ExamCase[],
  pick: PickRandom,
): Customer {
  const name = `${pick(NAMES)} ${pick(SURNAMES)}`;
  const digits = Array.from({ length: 3 }, () => pick([...'0123456789'])).join('');
  const phone = businessCases.find(({ facts }) => facts?.phone)!.facts!.phone!.replace(/\d{3}$/, digits);
  const { services = [] } = (config.salon ?? {}) as { services?: readonly { name: string }[] };
  const facts = {
    n: pick(['2', '3', 'four', '5', 'two']),
    day: pick(DAYS),
    time: pick(TIMES),
    name,
    phone,
    service: services.length > 0 ? pick(services).name : '',
  };
  const templates = { restaurant: TABLE_REQUEST_TEMPLATES, salon: APPOINTMENT_REQUEST_TEMPLATES }[industry];
  const request = templates
    ? pick(templates).replace(/\{(\w+)\}/g, (_, field) => facts[field as keyof typeof facts])
    : undefined;
  // Other industries book with the words of a written case, in a new name. A shop takes requests instead.
  const bookingCases = businessCases.filter(({ tags }) => tags.includes('booking'));
  const baseCase = pick(bookingCases.length > 0 ? bookingCases : businessCases);
  const customerFacts = { ...baseCase.facts, name, phone, ...(templates ? createBookingFacts(facts) : {}) };
  return createCaseCustomer(
    { ...baseCase, turns: request ? [request] : baseCase.turns, facts: customerFacts, follow: true },
    [],
    '',
  );
}

const createBookingFacts = ({ n, day, time, service }: { n: string; day: string; time: string; service: string }) => ({
  partySize: n,
  when: `${day} at ${time}`,
  service,
  staff: 'no preference',
  area: 'no preference',
  isNew: 'yes, first time',
});

function formatOrdinal(day: number): string {
  const ending = day % 10 === 1 && day !== 11 ? 'st' : day % 10 === 2 && day !== 12 ? 'nd' : 'th';
  return `${day}${day % 10 === 3 && day !== 13 ? 'rd' : ending}`;
}
