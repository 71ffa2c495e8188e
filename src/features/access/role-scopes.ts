import { Problem } from '../../kernel/problem.ts';
import type { Role } from '../accounts/roles.ts';
import { SCOPES, type Scope } from '../keys/scopes.ts';

const READ_SCOPES: Scope[] = [
  'conversations:read',
  'bookings:read',
  'customers:read',
  'config:read',
  'knowledge:read',
  'analytics:read',
];
const AGENT_SCOPES: Scope[] = [
  ...READ_SCOPES,
  'conversations:write',
  'bookings:write',
  'customers:write',
  'chat:write',
];
/** Without `mcp`, because AI agents use their own keys. */
const ADMIN_SCOPES: Scope[] = SCOPES.filter((scope) => scope !== 'mcp');

/** The scopes of a team member's session, by role. */
export const ROLE_SCOPES: Record<Role, ReadonlySet<Scope>> = {
  'read-only': new Set(READ_SCOPES),
  agent: new Set(AGENT_SCOPES),
  admin: new Set(ADMIN_SCOPES),
  owner: new Set(ADMIN_SCOPES),
};

export const findRoleScopeProblem = (role: Role, scope: Scope): Problem | undefined =>
  ROLE_SCOPES[role].has(scope)
    ? undefined
    : new Problem('insufficient_scope', `Your role (${role}) doesn’t allow ${scope}. Ask a workspace admin.`);
