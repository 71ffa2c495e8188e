import { api } from '../api.ts';

export type Kind = 'prescription' | 'membership' | 'return';
export type Request = {
  id: string;
  kind: Kind;
  status: string;
  next: string[];
  data: Record<string, unknown>;
  createdAt: string;
  updatedAt: string;
};
export type Prescription = {
  id: string;
  status: string;
  patient: { name: string; dateOfBirth: string; phone: string | null; email: string | null };
  medication: string;
  dosage: string | null;
  pharmacy: { name: string; phone: string | null };
  notes: string | null;
  note: string | null;
  expectedBy: string;
};

export const REQUESTS = '/api/requests';
export const prescriptionPath = (id: string) => `/api/v1/medical/prescriptions/${id}`;

export const decide = ({ id, kind }: Request, status: string, note?: string) =>
  kind === 'prescription'
    ? api.patch(prescriptionPath(id), { status, ...(note ? { note } : {}) })
    : api.patch(`${REQUESTS}/${id}`, { status });

/** What cannot be taken back. */
export const isFinal = (status: string) => ['denied', 'declined', 'refunded', 'done', 'ready'].includes(status);
