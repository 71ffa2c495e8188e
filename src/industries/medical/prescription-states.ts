export const PRESCRIPTION_STATUSES = ['requested', 'approved', 'sent_to_pharmacy', 'ready', 'denied'] as const;
export type PrescriptionStatus = (typeof PRESCRIPTION_STATUSES)[number];

export const NEXT: Record<PrescriptionStatus, PrescriptionStatus[]> = {
  requested: ['approved', 'denied'],
  approved: ['sent_to_pharmacy', 'denied'],
  sent_to_pharmacy: ['ready'],
  ready: [],
  denied: [],
};

export const mayBecome = (from: PrescriptionStatus, to: PrescriptionStatus): boolean => NEXT[from].includes(to);
