import type { ComponentChildren } from 'preact';

const LINK_PATTERN = /https?:\/\/[^\s<>"']+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+|(?:\+\d|\(\d{2,5}\) ?\d)[\d ()./-]{5,}\d/g;
const TRAILING_PUNCTUATION_PATTERN = /[.,;:!?)\]]+$/;

function toHref(linkText: string): string | undefined {
  if (linkText.startsWith('http')) return URL.canParse?.(linkText) === false ? undefined : linkText;
  return linkText.includes('@') ? `mailto:${linkText}` : `tel:${linkText.replace(/[^+\d]/g, '')}`;
}

/** Renders plain text with links for URLs, email addresses and phone numbers; no other markup. */
export function LinkedText({ text }: { text: string }) {
  const parts: ComponentChildren[] = [];
  let position = 0;
  for (const match of text.matchAll(LINK_PATTERN)) {
    const linkText = match[0].replace(TRAILING_PUNCTUATION_PATTERN, '');
    const href = toHref(linkText);
    if (!href) continue;
    const externalProps = href.startsWith('http') ? { target: '_blank', rel: 'noopener noreferrer nofollow' } : {};
    parts.push(
      text.slice(position, match.index),
      <a key={match.index} href={href} dir="ltr" {...externalProps}>
        {linkText}
      </a>,
    );
    position = match.index + linkText.length;
  }
  return <>{[...parts, text.slice(position)]}</>;
}
