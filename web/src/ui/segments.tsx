type Props<T extends string> = {
  /** For those who do not see that they belong together. */
  label: string;
  options: readonly (readonly [value: T, label: string])[];
  value: T;
  onChange(value: T): void;
  className?: string;
};

/** A choice of a few that all are seen, one of them pressed. */
export function Segments<T extends string>({ label, options, value, onChange, className = '' }: Props<T>) {
  return (
    <fieldset className={`flex rounded-lg border border-line bg-sunken p-0.5 ${className}`}>
      <legend className="sr-only">{label}</legend>
      {options.map(([own, text]) => (
        <button
          key={own}
          type="button"
          aria-pressed={value === own}
          onClick={() => onChange(own)}
          className={`min-h-8 rounded-md px-2.5 text-sm font-medium whitespace-nowrap ${value === own ? 'bg-pressed text-ink shadow-sm' : 'text-muted hover:text-ink'}`}
        >
          {text}
        </button>
      ))}
    </fieldset>
  );
}
