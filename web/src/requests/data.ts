import { api, type ListOf, type PrescriptionRequest, type Request } from '../api.ts';
import { type RequestKind, useHasRequests } from '../industries.ts';
import { useGet } from '../queries.ts';

export type { Request };
export type Prescription = PrescriptionRequest;

export const REQUESTS_PATH = '/api/requests';
const MAX_COUNTED_REQUESTS = 100;

/** The number of undecided requests: "3", "100+", or undefined if there are none. */
export function useUndecidedCount(): string | undefined {
  const query = { undecided: true, limit: MAX_COUNTED_REQUESTS };
  const { data } = useGet<ListOf<Request>>(REQUESTS_PATH, query, { enabled: useHasRequests() });
  return data?.data.length ? `${data.data.length}${data.has_more ? '+' : ''}` : undefined;
}

/** Encrypted requests are read and decided at the path of their kind. */
export const createRequestPath = ({ id }: Request, { path }: RequestKind): string => `${path ?? REQUESTS_PATH}/${id}`;

export const updateStatus = (requestPath: string, status: string, note: string) =>
  api.patch(requestPath, { status, ...(note ? { note } : {}) });

/** Whether the status cannot be changed again. */
export const isFinalStatus = (status: string) => ['denied', 'declined', 'refunded', 'done', 'ready'].includes(status);
