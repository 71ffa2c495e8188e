import type { Answer } from '../api.ts';
import { useGet } from '../queries.ts';

export const IMPORTS_PATH = '/api/v1/config/imports';
export type SiteImport = Answer<'GET /api/v1/config/imports/{id}'>;
export type Proposal = SiteImport['proposals'][number];
export type Source = Proposal['options'][number]['sources'][number];

const REFETCH_MS = 700;

/** Polls while the website is being read. */
export const useImport = (id: string) =>
  useGet<SiteImport>(`${IMPORTS_PATH}/${id}`, undefined, {
    refetchMs: (data) => (data?.status === 'reading' ? REFETCH_MS : undefined),
  });

/** The host, or the name of the file. */
export const getSourceName = ({ url, file }: Pick<SiteImport, 'url' | 'file'>): string =>
  url ? (URL.parse(url)?.host ?? url) : (file ?? '');
