import { useMutation } from '@tanstack/react-query';
import { api } from '../api.ts';
import { useGet, useRefresh } from '../queries.ts';

export type Result = {
  id: string;
  topic: string;
  turns: { asked: string; answered: string }[];
  expected: (string | string[])[];
  books: boolean;
  passed: boolean;
  at: string;
};
type Counts = { createdAt: string; passed: number; failed: number; skipped: number };
export type Change = { id: string; change: 'failing' | 'passing' | 'answer' };
export type Finding = { id: string; text: string; at: string };
export type Checkup = Counts & {
  version: number | null;
  since: number | null;
  changes: Change[];
  results: Result[];
  findings: Finding[];
};
export type Checkups = { version: number; latest: Checkup | null; history: (Counts & { version: number })[] };

export const CHECKUP = '/api/v1/checkup';
const EVERY_MS = 3_000;

/** The latest and the earlier ones; while the one of a new version is still to come, it is looked for. */
export const useCheckups = (awaited: (checkups: Checkups) => boolean) =>
  useGet<Checkups>(CHECKUP, undefined, { every: (data) => (data && awaited(data) ? EVERY_MS : undefined) });

export const useCheckup = (version: string | undefined) =>
  useGet<Checkup>(`${CHECKUP}/${version}`, undefined, { enabled: version !== undefined });

/** Of what is live, which is kept; or of what would be changed, which is not. */
export function useCheck<Config extends object | undefined = undefined>() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (config: Config) => api.post<Checkup>(CHECKUP, { config }),
    onSuccess: (_, config) => (config ? undefined : refresh(CHECKUP)),
  });
}
