import type { EditableDocument } from '../business/draft.ts';

export type Service = { id: string; name: string };

/** What customers book by name: the entries of the document with a duration, whatever their list is called. */
export function findServices(businessDocument: EditableDocument): Service[] {
  const entries = businessDocument.industries
    .flatMap((industry) => Object.values((businessDocument[industry] ?? {}) as Record<string, unknown>))
    .flatMap((list) => (Array.isArray(list) ? (list as Record<string, unknown>[]) : []));
  return entries
    .filter(({ durationMinutes }) => typeof durationMinutes === 'number')
    .map(({ id, name }) => ({ id: String(id), name: String(name) }));
}
