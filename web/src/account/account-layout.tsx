import { type ReactNode, useEffect } from 'react';
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
