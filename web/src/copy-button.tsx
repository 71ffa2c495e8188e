import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { texts } from './texts.ts';
import { Button } from './ui/button.tsx';

/** Says that it was done, to everybody. */
export function CopyButton({
  text,
  label = texts.actions.copy,
  small,
}: {
  text: string;
  label?: string;
  small?: boolean;
}) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard?.writeText(text).catch(() => undefined);
    setCopied(true);
    setTimeout(() => setCopied(false), 2_000);
  };
  return (
    <Button look="secondary" small={small} onClick={() => void copy()}>
      {copied ? <Check className="size-4" aria-hidden /> : <Copy className="size-4" aria-hidden />}
      <span aria-live="polite">{copied ? texts.actions.copied : label}</span>
    </Button>
  );
}

/** Something to be copied, as it is; a program's lines are not broken. */
export const Code = ({ children, label, program }: { children: string; label: string; program?: boolean }) => (
  <section tabIndex={0} aria-label={label} className="overflow-x-auto rounded-lg bg-sunken">
    <pre className={`p-3 text-sm select-all ${program ? '' : 'break-all whitespace-pre-wrap'}`}>
      <code>{children}</code>
    </pre>
  </section>
);
