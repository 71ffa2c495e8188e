export const SCOPES = [
  'chat:write',
  'conversations:read',
  'conversations:write',
  'bookings:read',
  'bookings:write',
  'customers:read',
  'customers:write',
  'config:read',
  'config:write',
  'knowledge:read',
  'knowledge:write',
  'webhooks:read',
  'webhooks:write',
  'analytics:read',
  'mcp',
] as const;

export type Scope = (typeof SCOPES)[number];
