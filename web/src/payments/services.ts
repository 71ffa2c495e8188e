import type { Document } from '../business/draft.ts';

export type Service = { id: string; name: string };

/** What customers book by name: the entries of the document with a duration, whatever their list is called. */
export function servicesOf(document: Document): Service[] {
  const entries = document.industries
    .flatMap((industry) => Object.values((document[industry] ?? {}) as Record<string, unknown>))
    .flatMap((list) => (Array.isArray(list) ? (list as Record<string, unknown>[]) : []));
  return entries
    .filter(({ durationMinutes }) => typeof durationMinutes === 'number')
    .map(({ id, name }) => ({ id: String(id), name: String(name) }));
}
