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

const pickTemplate =
  (templates: readonly string[]) =>
  ({ random, placeholders }: TurnContext) =>
    fillTemplate(random.pick(templates), placeholders, random);
const createRequest = (context: TurnContext) =>
  pickTemplate(messageTemplates.REQUESTS[context.industry] ?? [])(context);

const FIRST_MESSAGES: readonly WeightedMessage[] = [
  [16, createRequest],
  [3, pickTemplate(messageTemplates.CHANGES)],
  [2, pickTemplate(messageTemplates.DIGRESSIONS)],
  [1, pickTemplate(messageTemplates.NONSENSE)],
  [1, pickTemplate(messageTemplates.SMALL_TALK)],
];

const FOLLOW_UP_MESSAGES: readonly WeightedMessage[] = [
  [110, answerQuestion],
  [30, chooseSuggestion],
  [6, pickTemplate(messageTemplates.YES)],
  [3, pickTemplate(messageTemplates.NO)],
  [8, createRequest],
  [24, pickTemplate(messageTemplates.CHANGES)],
  [6, pickTemplate(messageTemplates.CORRECTIONS)],
  [6, pickTemplate(messageTemplates.DIGRESSIONS)],
  [2, pickTemplate(messageTemplates.NONSENSE)],
  [2, pickTemplate(messageTemplates.STOPS)],
  [2, pickTemplate(messageTemplates.SMALL_TALK)],
  [0.5, pickTemplate(messageTemplates.HANDOFF_REQUESTS)],
  [2, (context) => `${createRequest(context)}. ${pickTemplate(messageTemplates.DIGRESSIONS)(context)}`],
];

/** Writes the customer's next message. `codes` are the booking codes this person may mention. */
export function writeNextMessage(
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
    phone: createContactAnswers(placeholders),
    isNew: VISITED_BEFORE_ANSWERS,
  });
  const knownFacts = facts
    .filter(([, values]) => values.length > 0)
    .map(([fact, values]) => [fact, random.pick(values)]);
  return createCustomer(Object.fromEntries(knownFacts))(response!.reply);
}

const VISITED_BEFORE_ANSWERS = ["I've been before", 'first time', 'yes', 'no'];

/** When asked for a contact, customers give a phone number, an email address or both. */
const createContactAnswers = ({ phone = [], email = [] }: PlaceholderValues) => [
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
