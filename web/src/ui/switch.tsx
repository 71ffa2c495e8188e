import { Switch as Radix } from 'radix-ui';
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
      <Radix.Root
        id={id}
        checked={checked}
        onCheckedChange={onChange}
        disabled={disabled}
        className="h-6 w-11 shrink-0 rounded-full border border-edge bg-sunken p-0.5 data-[state=checked]:border-accent data-[state=checked]:bg-accent disabled:opacity-60"
      >
        <Radix.Thumb className="block size-4.5 rounded-full bg-edge transition-transform data-[state=checked]:translate-x-5 data-[state=checked]:bg-on-accent" />
      </Radix.Root>
    </div>
  );
}
