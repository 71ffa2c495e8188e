import { type ComponentProps, type ReactNode, useId } from 'react';
import { sentenceOf } from './sentence.ts';

const CONTROL =
  'w-full min-h-10 rounded-lg border border-edge bg-surface px-3 py-2 text-ink placeholder:text-muted disabled:opacity-60 aria-invalid:border-danger';

type Shared = { label: string; hint?: ReactNode; error?: string; hideLabel?: boolean };
type Described = { id: string; 'aria-invalid'?: true; 'aria-describedby'?: string };

/** A label, a control, and what is to be said about it. */
function Field({ label, hint, error, hideLabel, children }: Shared & { children: (control: Described) => ReactNode }) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined;
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'font-medium'}>
        {label}
      </label>
      {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': described })}
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="text-sm font-medium text-danger">
          {sentenceOf(label, error)}
        </p>
      )}
    </div>
  );
}

/** What is the field's, and what the control's. */
function split<P extends Shared & { className?: string }>({
  label,
  hint,
  error,
  hideLabel,
  className = '',
  ...own
}: P) {
  return { field: { label, hint, error, hideLabel }, own: { ...own, className: `${CONTROL} ${className}` } };
}

export function TextField(props: Shared & ComponentProps<'input'>) {
  const { field, own } = split(props);
  return <Field {...field}>{(control) => <input {...own} {...control} />}</Field>;
}

export function TextArea(props: Shared & ComponentProps<'textarea'>) {
  const { field, own } = split(props);
  return <Field {...field}>{(control) => <textarea rows={3} {...own} {...control} />}</Field>;
}

type Option = { value: string; label: string };

/** The browser's own: at home on phones, with the keyboard and in every reader. */
export function Select({ options, ...props }: Shared & ComponentProps<'select'> & { options: readonly Option[] }) {
  const { field, own } = split(props);
  return (
    <Field {...field}>
      {(control) => (
        <select {...own} {...control}>
          {options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

export function Checkbox({ label, hint, ...props }: { label: ReactNode; hint?: string } & ComponentProps<'input'>) {
  return (
    <label className="flex items-start gap-2.5">
      <input type="checkbox" {...props} className="mt-0.5 size-5 shrink-0 accent-accent" />
      <span>
        {label}
        {hint && <span className="block text-sm text-muted">{hint}</span>}
      </span>
    </label>
  );
}
