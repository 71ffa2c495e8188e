import { type ComponentProps, type ReactNode, useId } from 'react';
import { toErrorSentence } from './error-sentence.ts';

const CONTROL_CLASS =
  'w-full min-h-10 max-md:min-h-[44px] rounded-lg border border-edge bg-surface px-3 py-2 text-ink placeholder:text-muted disabled:opacity-60 aria-invalid:border-danger';

type FieldProps = { label: string; hint?: ReactNode; error?: string; hideLabel?: boolean };
type ControlAttributes = { id: string; 'aria-invalid'?: true; 'aria-describedby'?: string };

/** A label, a control, its hint and its error. */
function Field({
  label,
  hint,
  error,
  hideLabel,
  children,
}: FieldProps & { children: (attributes: ControlAttributes) => ReactNode }) {
  const id = useId();
  const descriptionIds = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined;
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'font-medium'}>
        {label}
      </label>
      {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': descriptionIds })}
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="text-sm font-medium text-danger">
          {toErrorSentence(label, error)}
        </p>
      )}
    </div>
  );
}

/** Separates the props of the field from those of the control. */
function splitProps<Props extends FieldProps & { className?: string }>({
  label,
  hint,
  error,
  hideLabel,
  className = '',
  ...controlProps
}: Props) {
  return {
    fieldProps: { label, hint, error, hideLabel },
    controlProps: { ...controlProps, className: `${CONTROL_CLASS} ${className}` },
  };
}

type TextFieldProps = FieldProps &
  ComponentProps<'input'> & { /** Beside the control, such as its unit. */ suffix?: ReactNode };

export function TextField({ suffix, ...props }: TextFieldProps) {
  const { fieldProps, controlProps } = splitProps(props);
  return (
    <Field {...fieldProps}>
      {(controlAttributes) => {
        const input = <input {...controlProps} {...controlAttributes} />;
        return suffix ? (
          <div className="flex gap-2">
            {input}
            {suffix}
          </div>
        ) : (
          input
        );
      }}
    </Field>
  );
}

export function TextArea(props: FieldProps & ComponentProps<'textarea'>) {
  const { fieldProps, controlProps } = splitProps(props);
  return (
    <Field {...fieldProps}>
      {(controlAttributes) => <textarea rows={3} {...controlProps} {...controlAttributes} />}
    </Field>
  );
}

type Option = { value: string; label: string };

/** A native select, which works well on phones, with the keyboard and with screen readers. */
export function Select({ options, ...props }: FieldProps & ComponentProps<'select'> & { options: readonly Option[] }) {
  const { fieldProps, controlProps } = splitProps(props);
  return (
    <Field {...fieldProps}>
      {(controlAttributes) => (
        <select {...controlProps} {...controlAttributes}>
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
