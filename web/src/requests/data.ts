import { api, type PrescriptionRequest, type Request } from '../api.ts';
import { useIndustries } from '../industries.ts';

export type { Request };
export type RequestKind = Request['kind'];
export type Prescription = PrescriptionRequest;

export const REQUESTS_PATH = '/api/requests';
/** Prescriptions are under the path of the industry that has them. */
export const usePrescriptionPath = (id: string): string => {
  const industry = useIndustries().find(({ requests }) => requests.includes('prescription'));
  return `/api/v1/${industry?.name}/prescriptions/${id}`;
};

/** Prescriptions have their own endpoint. */
export const updateStatus = ({ id, kind }: Request, prescriptionPath: string, status: string, note?: string) =>
  kind === 'prescription'
    ? api.patch(prescriptionPath, { status, ...(note ? { note } : {}) })
    : api.patch(`${REQUESTS_PATH}/${id}`, { status });

/** Whether the status cannot be changed again. */
export const isFinal = (status: string) => ['denied', 'declined', 'refunded', 'done', 'ready'].includes(status);
