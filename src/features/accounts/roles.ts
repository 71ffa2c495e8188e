/** From least to most powerful: each role includes those before it. */
export const ROLES = ['read-only', 'agent', 'admin', 'owner'] as const;
export type Role = (typeof ROLES)[number];

export const hasRole = (role: Role, requiredRole: Role): boolean => ROLES.indexOf(role) >= ROLES.indexOf(requiredRole);
