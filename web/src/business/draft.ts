import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, api, type FieldError } from '../api.ts';
import { CHECKUP_PATH } from '../checkup/data.ts';
import { CONFIG_PATH } from '../format.ts';
import { useGet, useRefresh } from '../queries.ts';
import { texts as sharedTexts } from '../texts.ts';
import { getFormError } from '../ui/form-errors.ts';
import { toast } from '../ui/toast.tsx';
import { texts } from './texts.ts';

export type EditableDocument = Record<string, unknown> & {
  name: string;
  industry: string | null;
  industries: string[];
  currency: string;
  timezone: string;
};

export const useEditableDocument = () => useGet<EditableDocument>(CONFIG_PATH);

/** Unsaved changes to some fields of the document, which are saved together. */
export function useDraft(businessDocument: EditableDocument, fields: string[]) {
  const [changes, setChanges] = useState<Record<string, unknown>>({});
  const queryClient = useQueryClient();
  const refresh = useRefresh();
  const isDirty = Object.keys(changes).length > 0;
  const saveMutation = useMutation({
    meta: { handlesErrors: true },
    mutationFn: (additionalChanges: Record<string, unknown>) =>
      api.put<EditableDocument>(CONFIG_PATH, { ...changes, ...additionalChanges }),
    async onSuccess(savedDocument) {
      queryClient.setQueryData([CONFIG_PATH], savedDocument);
      setChanges({});
      toast.success(sharedTexts.saved);
      await refresh(`${CONFIG_PATH}/versions`, CHECKUP_PATH);
    },
    onError: (error) => toast.error(getFormError(error) ?? texts.conflict),
  });
  const values = Object.fromEntries(
    fields.map((field) => [field, field in changes ? changes[field] : businessDocument[field]]),
  );
  return {
    values,
    /** The request body of a save. */
    changes,
    isDirty,
    setField: (field: string, value: unknown) => setChanges((previous) => ({ ...previous, [field]: value })),
    discard: () => setChanges({}),
    save: (additionalChanges: Record<string, unknown> = {}) => saveMutation.mutateAsync(additionalChanges),
    isSaving: saveMutation.isPending,
    errors: saveMutation.error instanceof ApiError ? saveMutation.error.errors : [],
  };
}

export type Draft = ReturnType<typeof useDraft>;

export const findErrorMessage = (errors: FieldError[], pointer: string): string | undefined =>
  errors.find((error) => error.pointer === pointer)?.detail;
