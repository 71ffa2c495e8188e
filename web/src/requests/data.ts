import { api, type PrescriptionRequest, type Request } from '../api.ts';
import { useIndustries } from '../industries.ts';

export type { Request };
export type Kind = Request['kind'];
export type Prescription = PrescriptionRequest;

export const REQUESTS = '/api/requests';
/** Under the industry whose requests they are. */
export const usePrescriptionPath = (id: string): string => {
  const practice = useIndustries().find(({ requests }) => requests.includes('prescription'));
  return `/api/v1/${practice?.name}/prescriptions/${id}`;
};

/** `sealed` is where a prescription is decided. */
export const decide = ({ id, kind }: Request, sealed: string, status: string, note?: string) =>
  kind === 'prescription'
    ? api.patch(sealed, { status, ...(note ? { note } : {}) })
    : api.patch(`${REQUESTS}/${id}`, { status });

/** What cannot be taken back. */
export const isFinal = (status: string) => ['denied', 'declined', 'refunded', 'done', 'ready'].includes(status);
