export const STATUSES = ['open', 'handoff', 'resolved'] as const;
export type Status = (typeof STATUSES)[number];
