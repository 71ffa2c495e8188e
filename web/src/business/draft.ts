import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { wholeOf } from '../account/frame.tsx';
import { ApiError, api, type FieldError } from '../api.ts';
import { CHECKUP } from '../checkup/data.ts';
import { CONFIG } from '../format.ts';
import { useGet, useRefresh } from '../queries.ts';
import { texts as shared } from '../texts.ts';
import { toast } from '../ui/toast.tsx';
import { texts } from './texts.ts';

export type Document = Record<string, unknown> & {
  name: string;
  industry: string | null;
  industries: string[];
  currency: string;
  timezone: string;
};

export const useBusiness = () => useGet<Document>(CONFIG);

/** Some fields of the document, changed on the page until they are saved together. */
export function useDraft(document: Document, fields: string[]) {
  const [changes, setChanges] = useState<Record<string, unknown>>({});
  const client = useQueryClient();
  const refresh = useRefresh();
  const dirty = Object.keys(changes).length > 0;
  const save = useMutation({
    meta: { quiet: true },
    mutationFn: () => api.put<Document>(CONFIG, changes),
    async onSuccess(saved) {
      client.setQueryData([CONFIG], saved);
      setChanges({});
      toast.done(shared.saved);
      await refresh(`${CONFIG}/versions`, CHECKUP);
    },
    onError: (error) => toast.error(wholeOf(error) ?? texts.conflict),
  });
  const values = Object.fromEntries(
    fields.map((field) => [field, field in changes ? changes[field] : document[field]]),
  );
  return {
    values,
    /** What a save would send. */
    changes,
    dirty,
    set: (field: string, value: unknown) => setChanges((before) => ({ ...before, [field]: value })),
    discard: () => setChanges({}),
    save: () => save.mutateAsync(),
    saving: save.isPending,
    errors: save.error instanceof ApiError ? save.error.errors : [],
  };
}

export type Draft = ReturnType<typeof useDraft>;

export const errorFor = (errors: FieldError[], pointer: string): string | undefined =>
  errors.find((own) => own.pointer === pointer)?.detail;
