import type { Message } from '../api-types.ts';
import type { Core } from '../embed.ts';

/** "Rosa from Bella Vista", as in the header. */
export const formatAuthor = ({ t, getSettings }: Core, { role, author }: Pick<Message, 'role' | 'author'>): string =>
  role === 'agent' && author
    ? t('withPerson', { name: author, business: getSettings().businessName ?? '' })
    : t(role === 'customer' ? 'you' : role === 'agent' ? 'team' : 'assistant');
