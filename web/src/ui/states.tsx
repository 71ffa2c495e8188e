import { CircleAlert, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { texts } from '../texts.ts';
import { Button } from './button.tsx';

export function EmptyState({
  icon: Icon,
  title,
  text,
  action,
  as: Title = 'p',
}: {
  icon: LucideIcon;
  title: string;
  /** Use `h1` if it is the whole page. */
  as?: 'p' | 'h1';
  text?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="flex flex-col items-center gap-2 px-6 py-12 text-center">
      <span className="mb-1 rounded-full bg-accent-soft p-3 text-accent">
        <Icon className="size-6" aria-hidden />
      </span>
      <Title className="font-semibold">{title}</Title>
      {text && <p className="max-w-md text-muted">{text}</p>}
      {action && <div className="mt-2 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  );
}

/** The API's error message with a retry button. */
export function ErrorState({ error, onRetry }: { error: Error; onRetry?: () => void }) {
  return (
    <div role="alert" className="flex flex-col items-center gap-2 px-6 py-12 text-center">
      <span className="mb-1 rounded-full bg-danger-soft p-3 text-danger">
        <CircleAlert className="size-6" aria-hidden />
      </span>
      <p className="font-semibold">{texts.errors.title}</p>
      <p className="max-w-md text-muted">{error.message || texts.errors.unexpected}</p>
      <a href="/status" className="text-sm text-accent underline underline-offset-2">
        {texts.errors.status}
      </a>
      {onRetry && (
        <Button variant="secondary" className="mt-2" onClick={onRetry}>
          {texts.actions.retry}
        </Button>
      )}
    </div>
  );
}

export function Skeleton({ lines = 4 }: { lines?: number }) {
  const widths = ['w-full', 'w-11/12', 'w-4/5', 'w-2/3'];
  return (
    <div role="status" className="flex animate-pulse flex-col gap-3 p-5">
      <span className="sr-only">{texts.loading}</span>
      {Array.from({ length: lines }, (_, line) => (
        <div key={line} className={`h-4 rounded bg-line ${widths[line % widths.length]}`} />
      ))}
    </div>
  );
}

type QueryState<T> = { data: T | undefined; error: Error | null; refetch(): unknown };

/** Renders a query's loading and error states, and its children once there is data. */
export function Loaded<T>({
  query,
  skeletonLines,
  children,
}: {
  query: QueryState<T>;
  skeletonLines?: number;
  children: (data: T) => ReactNode;
}) {
  if (query.data !== undefined) return children(query.data);
  if (query.error) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  return <Skeleton lines={skeletonLines} />;
}
