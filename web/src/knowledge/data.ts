import { useQuery } from '@tanstack/react-query';
import type { Answer, ListOf } from '../api.ts';

export type SourceKind = 'text' | 'file' | 'website';
export type Source = Answer<'GET /api/v1/knowledge'>['data'][number];
export type Passage = { id: string; title: string; text: string; url?: string };

export const KNOWLEDGE_PATH = '/api/v1/knowledge';
const REFETCH_MS = 1_000;

/** Polls while a source is being read. */
export const useSources = () =>
  useQuery<ListOf<Source>>({
    queryKey: [KNOWLEDGE_PATH, { limit: 100 }],
    refetchInterval: ({ state }) => (state.data?.data.some(({ status }) => status === 'reading') ? REFETCH_MS : false),
  });

/** Adds the scheme to a web address, because people leave it out. */
export const addScheme = (text: string) => (/^\w+:/.test(text) ? text : `https://${text}`);

/** The API takes files as base64. */
export const toBase64 = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
