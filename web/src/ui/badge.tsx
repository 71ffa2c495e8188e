import type { ReactNode } from 'react';

export type Tone = 'neutral' | 'accent' | 'success' | 'warning' | 'danger' | 'info';
const TONE_CLASSES: Record<Tone, string> = {
  neutral: 'bg-sunken text-muted',
  accent: 'bg-accent-soft text-accent',
  success: 'bg-success-soft text-success',
  warning: 'bg-warning-soft text-warning',
  danger: 'bg-danger-soft text-danger',
  info: 'bg-info-soft text-info',
};

type CountProps = { count: ReactNode; label: string; tone?: 'warning' | 'danger' };

/** A count at the end of a menu entry; the label is for screen readers. */
export const CountBadge = ({ count, label, tone = 'warning' }: CountProps) => (
  <span className={`ml-auto min-w-6 rounded-full px-2 text-center text-sm font-medium ${TONE_CLASSES[tone]}`}>
    {count}
    <span className="sr-only"> {label}</span>
  </span>
);

export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span
      className={`inline-flex items-center gap-1 rounded-full px-2.5 py-0.5 text-sm font-medium whitespace-nowrap ${TONE_CLASSES[tone]}`}
    >
      {children}
    </span>
  );
}
