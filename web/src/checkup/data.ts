import { useMutation } from '@tanstack/react-query';
import { api } from '../api.ts';
import { useGet, useRefresh } from '../queries.ts';

export type CheckResult = {
  id: string;
  topic: string;
  turns: { asked: string; answered: string }[];
  /** Phrases that the answer must contain; of a list of phrases, one. */
  expected: (string | string[])[];
  /** Whether a booking is expected, too. */
  books: boolean;
  passed: boolean;
  /** A JSON pointer into the business document, to what the answer follows from. */
  at: string;
};
type Counts = { createdAt: string; passed: number; failed: number; skipped: number };
export type Change = { id: string; change: 'failing' | 'passing' | 'answer' };
export type Finding = { id: string; text: string; at: string };
export type Checkup = Counts & {
  version: number | null;
  /** The version with which the results are compared. */
  since: number | null;
  changes: Change[];
  results: CheckResult[];
  findings: Finding[];
};
export type Checkups = { version: number; latest: Checkup | null; history: (Counts & { version: number })[] };

export const CHECKUP_PATH = '/api/v1/checkup';
const REFETCH_MS = 3_000;

/** The latest and earlier checkups; polls while the one for a new version is pending. */
export const useCheckups = (isPending: (checkups: Checkups) => boolean) =>
  useGet<Checkups>(CHECKUP_PATH, undefined, {
    refetchMs: (data) => (data && isPending(data) ? REFETCH_MS : undefined),
  });

export const useCheckup = (version: string | undefined) =>
  useGet<Checkup>(`${CHECKUP_PATH}/${version}`, undefined, { enabled: version !== undefined });

/** Runs a checkup of the live document, which is stored, or of unsaved changes, which is not. */
export function useRunCheckup<Config extends object | undefined = undefined>() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (config: Config) => api.post<Checkup>(CHECKUP_PATH, { config }),
    onSuccess: (_, config) => (config ? undefined : refresh(CHECKUP_PATH)),
  });
}
