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
  /** A heading, where it is the whole page. */
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

/** What went wrong, in the service's words, and the way on. */
export function ErrorState({ error, onRetry }: { error: Error; onRetry?: () => void }) {
  return (
    <div role="alert" className="flex flex-col items-center gap-2 px-6 py-12 text-center">
      <span className="mb-1 rounded-full bg-danger-soft p-3 text-danger">
        <CircleAlert className="size-6" aria-hidden />
      </span>
      <p className="font-semibold">{texts.errors.title}</p>
      <p className="max-w-md text-muted">{error.message || texts.errors.unexpected}</p>
      {onRetry && (
        <Button look="secondary" className="mt-2" onClick={onRetry}>
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

type Asked<T> = { data: T | undefined; error: Error | null; refetch(): unknown };

/** A query's three states, of which the last is yours. */
export function Loaded<T>({ of, lines, children }: { of: Asked<T>; lines?: number; children: (data: T) => ReactNode }) {
  if (of.data !== undefined) return children(of.data);
  if (of.error) return <ErrorState error={of.error} onRetry={() => void of.refetch()} />;
  return <Skeleton lines={lines} />;
}
