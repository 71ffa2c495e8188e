import { type ReactNode, useEffect } from 'react';
import { useProduct } from '../brand/current-brand.ts';

type CardProps = {
  title?: string;
  description?: ReactNode;
  action?: ReactNode;
  noPadding?: boolean;
  children: ReactNode;
};

/** `noPadding` is for tables and lists, which reach the edges of the card. */
export function Card({ title, description, action, noPadding, children }: CardProps) {
  return (
    <section className="min-w-0 overflow-clip rounded-xl border border-line bg-surface">
      {title && (
        <div className="flex flex-wrap items-center justify-between gap-3 px-5 pt-4 pb-2">
          <div className="min-w-0">
            <h2 className="font-semibold">{title}</h2>
            {description && <p className="text-sm text-muted">{description}</p>}
          </div>
          {action}
        </div>
      )}
      <div className={noPadding ? '' : `px-5 pb-5 ${title ? 'pt-2' : 'pt-5'}`}>{children}</div>
    </section>
  );
}

/** A page's title, one-line description and main action. */
export function PageHeader({
  title,
  description,
  action,
}: {
  title: string;
  description?: ReactNode;
  action?: ReactNode;
}) {
  const { name } = useProduct();
  useEffect(() => {
    document.title = `${title} · ${name}`;
  }, [title, name]);
  return (
    <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
        {description && <p className="mt-1 max-w-3xl text-pretty text-muted">{description}</p>}
      </div>
      {action && <div className="flex flex-wrap gap-2">{action}</div>}
    </header>
  );
}
