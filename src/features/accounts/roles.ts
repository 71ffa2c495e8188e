/** From least to most: each may do what those before it may. */
export const ROLES = ['read-only', 'agent', 'admin', 'owner'] as const;
export type Role = (typeof ROLES)[number];

export const hasRole = (role: Role, needed: Role): boolean => ROLES.indexOf(role) >= ROLES.indexOf(needed);
