// A random customer who starts various requests, usually answers questions, and sometimes changes their mind.
import { createCustomer } from '../exam/customer.ts';
import type { Random } from '../random.ts';
import type { ChatReply } from './check-turn.ts';
import { fillTemplate, messageTemplates, type PlaceholderValues } from './message-templates.ts';
import type { BusinessDocument } from './scenarios.ts';

export type Person = Readonly<Record<'name' | 'phone' | 'email' | 'dob' | 'order', string>>;

const NAMES = ['Dana Fox', 'Priya Shah', "Sean O'Connor", 'Mia Lindqvist', 'José Álvarez', 'Ann Lee'];

/** A small set of people, so that some return in another conversation. */
export function createPeople({ retail }: BusinessDocument): Person[] {
  const orders = retail?.orders ?? [];
  // Every other person has a delivered order that can be returned.
  const deliveredOrders = orders.filter(({ status }) => status === 'delivered');
  return NAMES.map((name, index) => {
    const [candidateOrders, orderIndex] = index % 2 === 0 ? [deliveredOrders, index / 2] : [orders, index];
    const order = candidateOrders[orderIndex % candidateOrders.length];
    return {
      name,
      phone: `+1 212 555 01${40 + index}`,
      email: order?.email ?? `${name.split(' ')[0]!.toLowerCase()}@example.com`,
      dob: `March ${3 + index}, 198${index}`,
      order: order?.number ?? '10442',
    };
  });
}

type TurnContext = {
  random: Random;
  placeholders: PlaceholderValues;
  industry: string;
  response: ChatReply | undefined;
};
type WeightedMessage = readonly [weight: number, write: (context: TurnContext) => string | undefined];

const anyTemplate =
  (templates: readonly string[]) =>
  ({ random, placeholders }: TurnContext) =>
    fillTemplate(random.pick(templates), placeholders, random);
const newRequest = (context: TurnContext) => anyTemplate(messageTemplates.REQUESTS[context.industry] ?? [])(context);

const FIRST_MESSAGES: readonly WeightedMessage[] = [
  [16, newRequest],
  [3, anyTemplate(messageTemplates.CHANGES)],
  [2, anyTemplate(messageTemplates.DIGRESSIONS)],
  [1, anyTemplate(messageTemplates.NONSENSE)],
  [1, anyTemplate(messageTemplates.SMALL_TALK)],
];

const FOLLOW_UP_MESSAGES: readonly WeightedMessage[] = [
  [110, answerQuestion],
  [30, chooseSuggestion],
  [6, anyTemplate(messageTemplates.YES)],
  [3, anyTemplate(messageTemplates.NO)],
  [8, newRequest],
  [24, anyTemplate(messageTemplates.CHANGES)],
  [6, anyTemplate(messageTemplates.CORRECTIONS)],
  [6, anyTemplate(messageTemplates.DIGRESSIONS)],
  [2, anyTemplate(messageTemplates.NONSENSE)],
  [2, anyTemplate(messageTemplates.STOPS)],
  [2, anyTemplate(messageTemplates.SMALL_TALK)],
  [0.5, anyTemplate(messageTemplates.HANDOFF_REQUESTS)],
  [2, (context) => `${newRequest(context)}. ${anyTemplate(messageTemplates.DIGRESSIONS)(context)}`],
];

/** Writes the customer's next message. `codes` are the booking codes this person may mention. */
export function nextMessage(
  random: Random,
  context: {
    placeholders: PlaceholderValues;
    person: Person;
    codes: readonly string[];
    industry: string;
    response: ChatReply | undefined;
  },
): string {
  const { person, codes, industry, response } = context;
  const personPlaceholders = Object.fromEntries(
    Object.entries(person).map(([placeholder, value]) => [placeholder, [value]]),
  );
  const placeholders = {
    ...context.placeholders,
    ...personPlaceholders,
    code: codes.length > 0 ? codes.slice(-3) : random.chance(0.3) ? ['K7P4QX'] : [],
  };
  const options = response ? FOLLOW_UP_MESSAGES : FIRST_MESSAGES;
  for (;;) {
    const message = pickWeighted(options, random)({ random, placeholders, industry, response });
    if (message) return random.chance(0.06) ? addTypos(message, random) || message : message;
  }
}

function pickWeighted(options: readonly WeightedMessage[], random: Random): WeightedMessage[1] {
  const total = options.reduce((sum, [weight]) => sum + weight, 0);
  let remainingWeight = (random.integerBelow(10_000) / 10_000) * total;
  for (const [weight, write] of options) {
    remainingWeight -= weight;
    if (remainingWeight < 0) return write;
  }
  return options[0]![1];
}

function answerQuestion({ random, placeholders, response }: TurnContext): string | undefined {
  const facts = Object.entries({
    ...placeholders,
    partySize: placeholders.party ?? [],
    phone: contactAnswers(placeholders),
    isNew: VISITED_BEFORE_ANSWERS,
  });
  const knownFacts = facts
    .filter(([, values]) => values.length > 0)
    .map(([fact, values]) => [fact, random.pick(values)]);
  return createCustomer(Object.fromEntries(knownFacts))(response!.reply);
}

const VISITED_BEFORE_ANSWERS = ["I've been before", 'first time', 'yes', 'no'];

/** When asked for a contact, customers give a phone number, an email address or both. */
const contactAnswers = ({ phone = [], email = [] }: PlaceholderValues) => [
  ...phone,
  ...email,
  `${phone[0]}, ${email[0]}`,
];

function chooseSuggestion({ random, response }: TurnContext): string | undefined {
  return response!.suggestions.length > 0 ? random.pick(response!.suggestions) : undefined;
}

function addTypos(message: string, random: Random): string {
  const characters = [...message];
  const messageWithTypos = random.chance(0.5)
    ? characters.toSpliced(random.integerBelow(characters.length), 1).join('')
    : message.toLowerCase().replace(/[,.?']/g, '');
  return messageWithTypos.trim();
}
