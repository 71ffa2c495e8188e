import { useId } from 'react';

type Props = { label: string; hint?: string; checked: boolean; onChange(checked: boolean): void; disabled?: boolean };

export function Switch({ label, hint, checked, onChange, disabled }: Props) {
  const id = useId();
  return (
    <div className="flex items-center justify-between gap-4">
      <label htmlFor={id}>
        {label}
        {hint && <span className="block text-sm text-muted">{hint}</span>}
      </label>
      <button
        type="button"
        role="switch"
        id={id}
        aria-checked={checked}
        disabled={disabled}
        onClick={() => onChange(!checked)}
        className="group h-6 w-11 shrink-0 rounded-full border border-edge bg-sunken p-0.5 aria-checked:border-accent aria-checked:bg-accent disabled:opacity-60"
      >
        <span className="block size-4.5 rounded-full bg-edge transition-transform group-aria-checked:translate-x-5 group-aria-checked:bg-on-accent" />
      </button>
    </div>
  );
}
