import { LoaderCircle } from 'lucide-react';
import type { ComponentProps } from 'react';

type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';
const VARIANT_CLASSES: Record<ButtonVariant, string> = {
  primary: 'bg-accent text-on-accent hover:bg-accent-strong border-transparent',
  secondary: 'bg-surface text-ink border-edge hover:bg-sunken',
  quiet: 'bg-transparent text-ink border-transparent hover:bg-sunken',
  danger: 'bg-danger text-on-danger border-transparent hover:opacity-90',
};

/** Also for links that look like buttons. */
export const getButtonClass = (variant: ButtonVariant = 'primary', size: 'normal' | 'small' = 'normal') =>
  `inline-flex items-center justify-center gap-2 rounded-lg border font-medium whitespace-nowrap transition-colors max-md:min-h-[44px] disabled:cursor-not-allowed disabled:opacity-60 ${
    size === 'small' ? 'min-h-8 px-2.5 text-sm' : 'min-h-10 px-4'
  } ${VARIANT_CLASSES[variant]}`;

type Props = ComponentProps<'button'> & { variant?: ButtonVariant; small?: boolean; busy?: boolean };

/** `busy` shows a spinner and disables the button. */
export function Button({ variant, small, busy, className = '', children, disabled, ...props }: Props) {
  return (
    <button
      type="button"
      {...props}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      className={`${getButtonClass(variant, small ? 'small' : 'normal')} ${className}`}
    >
      {busy && <LoaderCircle className="size-4 animate-spin" aria-hidden />}
      {children}
    </button>
  );
}

/** An icon-only button; the label is its accessible name and tooltip. */
export function IconButton({ label, className = '', ...props }: ComponentProps<'button'> & { label: string }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...props}
      className={`inline-flex size-10 shrink-0 max-md:size-[44px] items-center justify-center rounded-lg text-muted hover:bg-sunken hover:text-ink disabled:opacity-50 [&>svg]:size-5 ${className}`}
    />
  );
}
