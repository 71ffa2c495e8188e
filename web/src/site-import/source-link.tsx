import type { Source } from './data.ts';
import { texts } from './texts.ts';

/** What the website says, and where. */
export function SourceLink({ source: { url, quote } }: { source: Source }) {
  const page = URL.parse(url);
  return (
    <p className="text-sm text-muted">
      <q className="break-words whitespace-pre-line">{quote}</q>{' '}
      {page && /^https?:$/.test(page.protocol) ? (
        <a
          href={url}
          target="_blank"
          rel="noreferrer"
          className="break-all text-accent underline underline-offset-2"
          aria-label={`${texts.source}: ${url}`}
        >
          {page.host}
          {page.pathname}
        </a>
      ) : (
        texts.sourceFile
      )}
    </p>
  );
}
