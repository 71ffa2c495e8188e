import { api, type ListOf, type PrescriptionRequest, type Request } from '../api.ts';
import { useHasRequests, useIndustries } from '../industries.ts';
import { useGet } from '../queries.ts';

export type { Request };
export type RequestKind = Request['kind'];
export type Prescription = PrescriptionRequest;

export const REQUESTS_PATH = '/api/requests';
const MAX_COUNTED_REQUESTS = 100;

/** The number of undecided requests: "3", "100+", or undefined if there are none. */
export function useUndecidedCount(): string | undefined {
  const query = { undecided: true, limit: MAX_COUNTED_REQUESTS };
  const { data } = useGet<ListOf<Request>>(REQUESTS_PATH, query, { enabled: useHasRequests() });
  return data?.data.length ? `${data.data.length}${data.has_more ? '+' : ''}` : undefined;
}

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
export const isFinalStatus = (status: string) => ['denied', 'declined', 'refunded', 'done', 'ready'].includes(status);
