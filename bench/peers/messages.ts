// Three kinds of messages to a restaurant, equally often, each in many wordings.
const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const TIMES = ['6 pm', '18:30', '7 pm', '7:30 pm', '8 pm'];

const pick = <T>(items: readonly T[]): T => items[Math.floor(Math.random() * items.length)]!;

const MESSAGE_KINDS: readonly (() => string)[] = [
  () => `${pick(['What time do you close', 'When do you open', 'What are your opening hours'])} on ${pick(DAYS)}?`,
  () => `${pick(['Do you have', 'Can I get', 'Are there'])} ${pick(['vegan', 'vegetarian', 'any vegan'])} dishes?`,
  () => `I would like to book a table for ${pick([2, 3, 4, 5, 6, 7])} on ${pick(DAYS)} at ${pick(TIMES)}`,
];

export const createOneOfEachKind = (): string[] => MESSAGE_KINDS.map((createMessage) => createMessage());

/** A source that takes the kinds in turn. */
export function createMessageSource(): () => string {
  let messageCount = 0;
  return () => MESSAGE_KINDS[messageCount++ % MESSAGE_KINDS.length]!();
}
