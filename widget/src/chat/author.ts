import type { Message } from '../api-types.ts';
import type { Core } from '../embed.ts';

/** "Rosa from Bella Vista", as in the header. */
export const authorOf = ({ say, settings }: Core, { role, author }: Pick<Message, 'role' | 'author'>): string =>
  role === 'agent' && author
    ? say('withPerson', { name: author, business: settings().businessName ?? '' })
    : say(role === 'customer' ? 'you' : role === 'agent' ? 'team' : 'assistant');
