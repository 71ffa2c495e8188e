import type { FormEvent, ReactNode } from 'react';
import { getFormError } from './form-errors.ts';

/** A native form, so Enter submits it and password managers recognize it. */
export function Form({
  onSubmit,
  error,
  children,
}: {
  onSubmit(values: Record<string, string>): void;
  error?: Error | null;
  children: ReactNode;
}) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const entries = [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value)]);
    onSubmit(Object.fromEntries(entries));
  };
  const formError = getFormError(error);
  return (
    <form onSubmit={submit} className="flex flex-col gap-4" noValidate>
      {children}
      {formError && (
        <p role="alert" className="rounded-lg bg-danger-soft px-3 py-2 font-medium text-danger">
          {formError}
        </p>
      )}
    </form>
  );
}
