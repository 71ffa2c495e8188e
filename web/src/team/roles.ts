import type { Role } from '../me.ts';
import { texts as sharedTexts } from '../texts.ts';
import { texts } from './texts.ts';

export const ROLES: Role[] = ['owner', 'admin', 'agent', 'read-only'];

export const createRoleOptions = (roles: Role[]) =>
  roles.map((role) => ({ value: role, label: `${sharedTexts.roles[role]}: ${texts.rolesAbout[role]}` }));
