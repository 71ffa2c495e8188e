type Props<T extends string> = {
  /** Accessible name of the group. */
  label: string;
  options: readonly (readonly [value: T, label: string])[];
  value: T;
  onChange(value: T): void;
  className?: string;
};

/** A segmented control for a few options. */
export function SegmentedControl<T extends string>({ label, options, value, onChange, className = '' }: Props<T>) {
  return (
    <fieldset className={`flex rounded-lg border border-line bg-sunken p-0.5 ${className}`}>
      <legend className="sr-only">{label}</legend>
      {options.map(([optionValue, text]) => (
        <button
          key={optionValue}
          type="button"
          aria-pressed={value === optionValue}
          onClick={() => onChange(optionValue)}
          className={`min-h-8 rounded-md px-2.5 text-sm font-medium whitespace-nowrap ${value === optionValue ? 'bg-pressed text-ink shadow-sm' : 'text-muted hover:text-ink'}`}
        >
          {text}
        </button>
      ))}
    </fieldset>
  );
}
