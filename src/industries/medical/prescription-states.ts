export const PRESCRIPTION_STATUSES = ['requested', 'approved', 'sent_to_pharmacy', 'ready', 'denied'] as const;
export type PrescriptionStatus = (typeof PRESCRIPTION_STATUSES)[number];

export const STATUS_LABELS: Record<PrescriptionStatus, string> = {
  requested: 'Requested',
  approved: 'Approved',
  sent_to_pharmacy: 'Sent to pharmacy',
  ready: 'Ready',
  denied: 'Denied',
};

export const PRESCRIPTION_TRANSITIONS: Record<PrescriptionStatus, PrescriptionStatus[]> = {
  requested: ['approved', 'denied'],
  approved: ['sent_to_pharmacy', 'denied'],
  sent_to_pharmacy: ['ready'],
  ready: [],
  denied: [],
};

export const canTransition = (from: PrescriptionStatus, to: PrescriptionStatus): boolean =>
  PRESCRIPTION_TRANSITIONS[from].includes(to);
