import type { Role } from '../accounts/roles.ts';
import { SCOPES, type Scope } from '../keys/scopes.ts';

const READS: Scope[] = ['conversations:read', 'bookings:read', 'config:read', 'knowledge:read', 'analytics:read'];
const COUNTER: Scope[] = [...READS, 'conversations:write', 'bookings:write', 'chat:write'];
/** Other people's agents come with a key of their own. */
const ALL: Scope[] = SCOPES.filter((scope) => scope !== 'mcp');

/** What a member of the team may do with a session, in the words of keys. */
export const ROLE_SCOPES: Record<Role, ReadonlySet<Scope>> = {
  'read-only': new Set(READS),
  agent: new Set(COUNTER),
  admin: new Set(ALL),
  owner: new Set(ALL),
};
