import { api, type PrescriptionRequest, type Request } from '../api.ts';

export type { Request };
export type Kind = Request['kind'];
export type Prescription = PrescriptionRequest;

export const REQUESTS = '/api/requests';
export const prescriptionPath = (id: string) => `/api/v1/medical/prescriptions/${id}`;

export const decide = ({ id, kind }: Request, status: string, note?: string) =>
  kind === 'prescription'
    ? api.patch(prescriptionPath(id), { status, ...(note ? { note } : {}) })
    : api.patch(`${REQUESTS}/${id}`, { status });

/** What cannot be taken back. */
export const isFinal = (status: string) => ['denied', 'declined', 'refunded', 'done', 'ready'].includes(status);
