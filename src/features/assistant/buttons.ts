// Buttons in the customer's language: pressed, they come back as a message, and are read as the English ones are.
import type { Business } from '../../capability/document.ts';
import { sayFor } from '../../capability/say.ts';

const BUTTONS = [
  'Yes please',
  'No',
  'Talk to a person',
  'Move it',
  'Cancel it',
  'Another time',
  'Leave it',
  "I'm not sure",
];

/** The English of a button that was pressed, or the message as it is. */
export function pressed(message: string, business: Business): string {
  if (!business.language) return message;
  const say = sayFor(business);
  const said = message.trim().toLowerCase();
  return BUTTONS.find((button) => say.text(button).toLowerCase() === said) ?? message;
}
