import { LoaderCircle } from 'lucide-react';
import type { ComponentProps } from 'react';

type Look = 'primary' | 'secondary' | 'quiet' | 'danger';
const LOOKS: Record<Look, string> = {
  primary: 'bg-accent text-on-accent hover:bg-accent-strong border-transparent',
  secondary: 'bg-surface text-ink border-edge hover:bg-sunken',
  quiet: 'bg-transparent text-ink border-transparent hover:bg-sunken',
  danger: 'bg-danger text-on-danger border-transparent hover:opacity-90',
};

/** For links that look like buttons, too. */
export const buttonClass = (look: Look = 'primary', small = false) =>
  `inline-flex items-center justify-center gap-2 rounded-lg border font-medium whitespace-nowrap transition-colors disabled:cursor-not-allowed disabled:opacity-60 ${
    small ? 'min-h-8 px-2.5 text-sm' : 'min-h-10 px-4'
  } ${LOOKS[look]}`;

type Props = ComponentProps<'button'> & { look?: Look; small?: boolean; busy?: boolean };

/** `busy` shows that it works on it, and takes no second click. */
export function Button({ look, small, busy, className = '', children, disabled, ...props }: Props) {
  return (
    <button
      type="button"
      {...props}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      className={`${buttonClass(look, small)} ${className}`}
    >
      {busy && <LoaderCircle className="size-4 animate-spin" aria-hidden />}
      {children}
    </button>
  );
}

/** A button that is a picture alone; its name is for those who do not see it, and its tip. */
export function IconButton({ label, className = '', ...props }: ComponentProps<'button'> & { label: string }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...props}
      className={`inline-flex size-10 shrink-0 items-center justify-center rounded-lg text-muted hover:bg-sunken hover:text-ink disabled:opacity-50 [&>svg]:size-5 ${className}`}
    />
  );
}
