import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { texts } from './texts.ts';
import { Button } from './ui/button.tsx';

/** Copies the text, and announces it to screen readers, too. */
export function CopyButton({
  text,
  label = texts.actions.copy,
  subject,
  small,
}: {
  text: string;
  label?: string;
  /** Read after the label, where several buttons have the same one. */
  subject?: string;
  small?: boolean;
}) {
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard?.writeText(text).catch(() => undefined);
    setIsCopied(true);
    setTimeout(() => setIsCopied(false), 2_000);
  };
  return (
    <Button variant="secondary" small={small} onClick={() => void copy()}>
      {isCopied ? <Check className="size-4" aria-hidden /> : <Copy className="size-4" aria-hidden />}
      <span aria-live="polite">{isCopied ? texts.actions.copied : label}</span>
      {subject && <span className="sr-only">{subject}</span>}
    </Button>
  );
}

/** Text to copy; `noWrap` keeps the line breaks of program code. */
export const Code = ({ children, label, noWrap }: { children: string; label: string; noWrap?: boolean }) => (
  <section tabIndex={0} aria-label={label} className="overflow-x-auto rounded-lg bg-sunken">
    <pre className={`p-3 text-sm select-all ${noWrap ? '' : 'break-all whitespace-pre-wrap'}`}>
      <code>{children}</code>
    </pre>
  </section>
);
