import {
  PRESCRIPTION_STATUSES,
  type PrescriptionStatus,
  mayBecome as prescriptionMayBecome,
} from '../patients/states.ts';

export const KINDS = ['prescription', 'membership', 'return'] as const;
export type Kind = (typeof KINDS)[number];

const NEXT: Record<'membership' | 'return', Record<string, string[]>> = {
  membership: { received: ['in_progress', 'done', 'declined'], in_progress: ['done', 'declined'] },
  return: { requested: ['approved', 'declined'], approved: ['received', 'declined'], received: ['refunded'] },
};
export const STATUSES = ['in_progress', 'done', 'declined', 'approved', 'received', 'refunded'] as const;

export const nextOf = (kind: Kind, status: string): string[] =>
  kind === 'prescription'
    ? PRESCRIPTION_STATUSES.filter((to) => prescriptionMayBecome(status as PrescriptionStatus, to))
    : (NEXT[kind][status] ?? []);

export const mayBecome = (kind: Kind, from: string, to: string): boolean => nextOf(kind, from).includes(to);
