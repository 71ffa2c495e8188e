import type { ComponentChildren } from 'preact';

const LINK = /https?:\/\/[^\s<>"']+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+|(?:\+\d|\(\d{2,5}\) ?\d)[\d ()./-]{5,}\d/g;
const TRAILING = /[.,;:!?)\]]+$/;

function addressOf(found: string): string | undefined {
  if (found.startsWith('http')) return URL.canParse?.(found) === false ? undefined : found;
  return found.includes('@') ? `mailto:${found}` : `tel:${found.replace(/[^+\d]/g, '')}`;
}

/** Words as they are. Addresses of the web, of mail and telephone numbers become links; nothing else becomes anything. */
export function Words({ text }: { text: string }) {
  const parts: ComponentChildren[] = [];
  let from = 0;
  for (const match of text.matchAll(LINK)) {
    const found = match[0].replace(TRAILING, '');
    const href = addressOf(found);
    if (!href) continue;
    const outside = href.startsWith('http') ? { target: '_blank', rel: 'noopener noreferrer nofollow' } : {};
    parts.push(
      text.slice(from, match.index),
      <a key={match.index} href={href} dir="ltr" {...outside}>
        {found}
      </a>,
    );
    from = match.index + found.length;
  }
  return <>{[...parts, text.slice(from)]}</>;
}
