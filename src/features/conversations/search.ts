import { sql } from 'kysely';

/** So many of the newest are looked through, before the index is asked for all that there are. */
export const LOOKED_THROUGH = 200;

const pattern = (q: string) => `%${q.replace(/[\\%_]/g, '\\$&')}%`;

/** In what was said, or in who said it. For one conversation after the other, each called `c`. */
export const mentions = (q: string) => sql<boolean>`(contact_of(c.customer) ilike ${pattern(q)} or (
  select true from messages m where m.conversation_id = c.id and m.words @@ (select to_search(${q})) limit 1))`;

/** The same by the index: quick for what is rare, slow for words that are everywhere. */
export const isAmongMentions = (q: string) => sql<boolean>`id = any(array(select find_mentions(${q}, ${pattern(q)})))`;
