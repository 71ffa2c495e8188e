import { Link } from '@tanstack/react-router';
import { ClipboardList } from 'lucide-react';
import { CountBadge } from '../ui/badge.tsx';
import { getButtonClass } from '../ui/button.tsx';
import { useUndecidedCount } from './data.ts';
import { texts } from './texts.ts';

export function UndecidedBadge() {
  const count = useUndecidedCount();
  return count ? <CountBadge count={count} label={texts.undecided} /> : null;
}

/** On Home, while requests wait for a decision. */
export function UndecidedNotice() {
  const count = useUndecidedCount();
  if (!count) return null;
  return (
    <p className="flex flex-wrap items-center gap-3 rounded-xl border border-warning bg-warning-soft px-4 py-3">
      <ClipboardList className="size-5 shrink-0 text-warning" aria-hidden />
      <span className="flex-1">{texts.waiting(count)}</span>
      <Link to="/requests" className={getButtonClass('secondary', 'small')}>
        {texts.toRequests}
      </Link>
    </p>
  );
}
