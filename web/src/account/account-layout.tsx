import { type FormEvent, type ReactNode, useEffect } from 'react';
import { ApiError } from '../api.ts';
import { useProduct } from '../brand/current-brand.ts';
import { Wordmark } from '../shell.tsx';
import { Toasts } from '../ui/toast.tsx';

/** The layout of the pages for users who are not signed in. */
export function AccountLayout({
  title,
  text,
  aside,
  children,
}: {
  title: string;
  text?: ReactNode;
  aside?: ReactNode;
  children: ReactNode;
}) {
  const { name } = useProduct();
  useEffect(() => {
    document.title = `${title} · ${name}`;
  }, [title, name]);
  return (
    <div className={`grid min-h-dvh ${aside ? 'lg:grid-cols-2' : ''}`}>
      <main className="mx-auto flex w-full max-w-md flex-col gap-5 px-5 py-10 sm:justify-center">
        <div className="-ml-2">
          <Wordmark />
        </div>
        <div
          className={`flex flex-col gap-6 ${aside ? '' : 'sm:rounded-2xl sm:border sm:border-line sm:bg-surface sm:p-8 sm:shadow-sm'}`}
        >
          <div>
            <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
            {text && <p className="mt-2 text-muted">{text}</p>}
          </div>
          {children}
        </div>
      </main>
      {aside && <aside className="hidden flex-col justify-center gap-10 bg-accent-soft px-14 lg:flex">{aside}</aside>}
      <Toasts />
    </div>
  );
}

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
  const formError = formErrorOf(error);
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

/** The message of an error that concerns no single field. */
export const formErrorOf = (error: Error | null | undefined): string | undefined =>
  error && !(error instanceof ApiError && error.errors.length) ? error.message : undefined;

/** The API's error message for one field of a form. */
export const fieldError = (error: Error | null | undefined, pointer: string): string | undefined =>
  error instanceof ApiError ? error.errors.find((fieldIssue) => fieldIssue.pointer === pointer)?.detail : undefined;
