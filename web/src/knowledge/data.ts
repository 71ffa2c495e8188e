import { useQuery } from '@tanstack/react-query';
import type { Answer, ListOf } from '../api.ts';

export type Kind = 'text' | 'file' | 'website';
export type Source = Answer<'GET /api/v1/knowledge'>['data'][number];
export type Passage = { id: string; title: string; text: string; url?: string };

export const KNOWLEDGE = '/api/v1/knowledge';
const WATCH_MS = 1_000;

/** Asked for again while anything is being read. */
export const useSources = () =>
  useQuery<ListOf<Source>>({
    queryKey: [KNOWLEDGE, { limit: 100 }],
    refetchInterval: ({ state }) => (state.data?.data.some(({ status }) => status === 'reading') ? WATCH_MS : false),
  });

/** As base64, in which the API takes files. */
export const encoded = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
