// Customers as they write, for load: what one says next depends on what was replied.
import { businesses, type Case, cases, type PlayedBusiness } from '../test/exam/cases.ts';
import { createCustomer } from '../test/exam/customer.ts';

export type Answer = {
  conversationId: string;
  reply: string;
  status: string;
  receipts: readonly { type: string; code?: string | null }[];
};
/** One person's side of a conversation: the next message, or undefined when there is nothing more to say. */
export type Customer = (answers: readonly Answer[]) => string | undefined;
export type Kind = 'greets, then asks' | 'asks' | 'books';

/** How many of a hundred people come for what. */
const MIX: readonly (readonly [Kind, number])[] = [
  ['greets, then asks', 10],
  ['asks', 60],
  ['books', 30],
];

/** Nobody goes on for ever. */
const MOST_TURNS = 10;

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
const OPENINGS = ['', '', '', '', 'hi, ', 'Hello! ', 'hey ', 'Hi there, ', 'quick question: ', 'Good morning. '];
const NAMES = 'Dana,Priya,Tom,Aoife,Marcus,Yuki,Elena,Sam,Fatima,Jonas,Grace,Luis,Ines,Owen,Nadia,Peter'.split(',');
const SURNAMES = 'Fox,Patel,Walsh,Kim,Lopez,Brown,Nowak,Haddad,Moore,Silva,Clark,Okafor,Reid,Tanaka'.split(',');
const DAYS = [
  ...'tomorrow,on friday,this saturday,on Thursday,next Wednesday,next friday,on sunday,next monday'.split(','),
  ...Array.from({ length: 20 }, (_, day) => `on the ${ordinal(day + 2)} of December`),
];
const TIMES = ['1pm', '6pm', '6:30pm', '7', 'half seven', '7.45 pm', '8', 'quarter past six', '11am', '2:30', '3 pm'];

const TABLES = [
  'table for {n} {day} at {time}',
  'Can I book a table for {n} {day} at {time}? My name is {name}',
  'hi, do you have space for {n} people {day} around {time}',
  "I'd like to reserve for {n}, {day}, {time} please. {name}, {phone}",
  'can you fit {n} of us in {day} {time}?',
  'We would love to come for dinner {day}',
];
const APPOINTMENTS = [
  'book a {service} {day} at {time}',
  'Can I get an appointment for a {service} {day}? {name} here',
  'hi, anything free {day} for a {service}, ideally {time}',
  "I'd like a {service} {day} at {time} please, it's {name}, {phone}",
  'need a {service} soon, {day} if possible',
];

type Pick = <T>(of: readonly T[]) => T;

/** People who come to a business, one after the other, by chance but the same in every run. */
export function visitorsOf(business: PlayedBusiness, pick: Pick): () => { kind: Kind; customer: Customer } {
  const own = cases.filter((each) => each.business === business.id);
  const kinds = MIX.flatMap(([kind, share]) => Array<Kind>(share).fill(kind));
  const visitors: Record<Kind, () => Customer> = {
    asks: () => asWritten(pick(own), [], pick(OPENINGS)),
    'greets, then asks': () => asWritten(pick(own), [pick(GREETINGS)], ''),
    books: () => booking(business, own, pick),
  };
  return () => {
    const kind = pick(kinds);
    return { kind, customer: visitors[kind]() };
  };
}

export const describeMix = () => MIX.map(([kind, share]) => `${share}% ${kind}`).join(', ');

/** By turns one of each industry: however many there are, the first thirty are a fair mix. */
export const mixed: readonly PlayedBusiness[] = (() => {
  const groups = [...Map.groupBy(businesses, ({ industry }) => industry).values()];
  const most = Math.max(...groups.map(({ length }) => length));
  return Array.from({ length: most }, (_, at) => groups.flatMap((group) => group[at] ?? [])).flat();
})();

/** What somebody has written down for a played customer, in their words. */
function asWritten({ turns, facts = {}, follow = true }: Case, before: string[], opening: string): Customer {
  const [first, ...rest] = turns.map((turn) => (typeof turn === 'string' ? turn : turn.say));
  const lines = [...before, opening + first, ...rest];
  const answer = createCustomer(facts);
  return (answers) => {
    const last = answers.at(-1);
    if (answers.length >= MOST_TURNS || last?.status === 'handoff') return undefined;
    const line = lines[answers.length];
    const code = answers.flatMap(({ receipts }) => receipts).findLast((receipt) => receipt.code)?.code;
    return line ? line.replace('{code}', code ?? 'K7QM4') : follow ? answer(last!.reply) : undefined;
  };
}

/** Somebody who wants a table or an appointment and answers questions until there is one. */
function booking({ industry, config }: PlayedBusiness, own: readonly Case[], pick: Pick): Customer {
  const name = `${pick(NAMES)} ${pick(SURNAMES)}`;
  const digits = Array.from({ length: 3 }, () => pick([...'0123456789'])).join('');
  const phone = own.find(({ facts }) => facts?.phone)!.facts!.phone!.replace(/\d{3}$/, digits);
  const { services = [] } = (config.salon ?? {}) as { services?: readonly { name: string }[] };
  const facts = {
    ...{ n: pick(['2', '3', 'four', '5', 'two']), day: pick(DAYS), time: pick(TIMES), name, phone },
    service: services.length > 0 ? pick(services).name : '',
  };
  const forms = { restaurant: TABLES, salon: APPOINTMENTS }[industry];
  const written = forms
    ? pick(forms).replace(/\{(\w+)\}/g, (_, field) => facts[field as keyof typeof facts])
    : undefined;
  // Elsewhere they book as somebody has written it down, each in their own name; a shop takes requests instead.
  const bookings = own.filter(({ tags }) => tags.includes('booking'));
  const like = pick(bookings.length > 0 ? bookings : own);
  const known = { ...like.facts, name, phone, ...(forms ? asksOf(facts) : {}) };
  return asWritten({ ...like, turns: written ? [written] : like.turns, facts: known, follow: true }, [], '');
}

const asksOf = ({ n, day, time, service }: { n: string; day: string; time: string; service: string }) => ({
  ...{ partySize: n, when: `${day} at ${time}`, service, staff: 'no preference', area: 'no preference' },
  ...{ isNew: 'yes, first time' },
});

function ordinal(day: number): string {
  const ending = day % 10 === 1 && day !== 11 ? 'st' : day % 10 === 2 && day !== 12 ? 'nd' : 'th';
  return `${day}${day % 10 === 3 && day !== 13 ? 'rd' : ending}`;
}
