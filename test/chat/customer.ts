// A customer who wants this and that, mostly answers what is asked, and changes their mind.
import { createCustomer } from '../exam/customer.ts';
import type { Random } from '../random.ts';
import { fill, sayings, type Words } from './sayings.ts';
import type { Answer } from './words-and-rows.ts';
import type { Document } from './worlds.ts';

export type Person = Readonly<Record<'name' | 'phone' | 'email' | 'dob' | 'order', string>>;

const NAMES = ['Dana Fox', 'Priya Shah', "Sean O'Connor", 'Mia Lindqvist', 'José Álvarez', 'Ann Lee'];

/** The same few people, so that some come back in another conversation. */
export function peopleOf({ retail }: Document): Person[] {
  const orders = retail?.orders ?? [];
  // Every other one has something that can be sent back.
  const delivered = orders.filter(({ status }) => status === 'delivered');
  return NAMES.map((name, index) => {
    const [mine, nth] = index % 2 === 0 ? [delivered, index / 2] : [orders, index];
    const bought = mine[nth % mine.length];
    return {
      name,
      phone: `+1 212 555 01${40 + index}`,
      email: bought?.email ?? `${name.split(' ')[0]!.toLowerCase()}@example.com`,
      dob: `March ${3 + index}, 198${index}`,
      order: bought?.number ?? '10442',
    };
  });
}

type Speaking = { random: Random; words: Words; industry: string; answer: Answer | undefined };
type Habit = readonly [weight: number, say: (speaking: Speaking) => string | undefined];

const any =
  (of: readonly string[]) =>
  ({ random, words }: Speaking) =>
    fill(random.pick(of), words, random);
const order = (speaking: Speaking) => any(sayings.ORDERS[speaking.industry] ?? [])(speaking);

const OPENINGS: readonly Habit[] = [
  [16, order],
  [3, any(sayings.CHANGES)],
  [2, any(sayings.DIGRESSIONS)],
  [1, any(sayings.NONSENSE)],
  [1, any(sayings.MANNERS)],
];

const HABITS: readonly Habit[] = [
  [110, answerTo],
  [30, pressed],
  [6, any(sayings.YES)],
  [3, any(sayings.NO)],
  [8, order],
  [9, any(sayings.CHANGES)],
  [6, any(sayings.CORRECTIONS)],
  [6, any(sayings.DIGRESSIONS)],
  [2, any(sayings.NONSENSE)],
  [2, any(sayings.STOPS)],
  [2, any(sayings.MANNERS)],
  [0.5, any(sayings.HELP)],
  [2, (speaking) => `${order(speaking)}. ${any(sayings.DIGRESSIONS)(speaking)}`],
];

/** Says the next thing, whatever was answered. `codes` are the bookings that this person could name. */
export function nextSaying(
  random: Random,
  given: { words: Words; person: Person; codes: readonly string[]; industry: string; answer: Answer | undefined },
): string {
  const { person, codes, industry, answer } = given;
  const own = Object.fromEntries(Object.entries(person).map(([gap, value]) => [gap, [value]]));
  const words = {
    ...given.words,
    ...own,
    code: codes.length > 0 ? codes.slice(-3) : random.chance(0.3) ? ['K7P4QX'] : [],
  };
  const habits = answer ? HABITS : OPENINGS;
  for (;;) {
    const said = weighted(habits, random)({ random, words, industry, answer });
    if (said) return random.chance(0.06) ? mistyped(said, random) || said : said;
  }
}

function weighted(habits: readonly Habit[], random: Random): Habit[1] {
  const total = habits.reduce((sum, [weight]) => sum + weight, 0);
  let left = (random.below(10_000) / 10_000) * total;
  for (const [weight, say] of habits) {
    left -= weight;
    if (left < 0) return say;
  }
  return habits[0]![1];
}

function answerTo({ random, words, answer }: Speaking): string | undefined {
  const facts = Object.entries({ ...words, partySize: words.party ?? [], phone: contact(words), isNew: RETURNING });
  const known = facts.filter(([, values]) => values.length > 0).map(([fact, values]) => [fact, random.pick(values)]);
  return createCustomer(Object.fromEntries(known))(answer!.reply);
}

const RETURNING = ["I've been before", 'first time', 'yes', 'no'];

/** Asked for a number or an address, some give the one, some the other. */
const contact = ({ phone = [], email = [] }: Words) => [...phone, ...email, `${phone[0]}, ${email[0]}`];

function pressed({ random, answer }: Speaking): string | undefined {
  return answer!.suggestions.length > 0 ? random.pick(answer!.suggestions) : undefined;
}

function mistyped(said: string, random: Random): string {
  const signs = [...said];
  const slipped = random.chance(0.5)
    ? signs.toSpliced(random.below(signs.length), 1).join('')
    : said.toLowerCase().replace(/[,.?']/g, '');
  return slipped.trim();
}
