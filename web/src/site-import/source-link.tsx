import type { Source } from './data.ts';
import { texts } from './texts.ts';

/** A quote from the website or PDF, with a link to its page. */
export function SourceLink({ source: { url, quote } }: { source: Source }) {
  const sourceUrl = URL.parse(url);
  return (
    <p className="text-sm text-muted">
      <q className="break-words whitespace-pre-line">{quote}</q>{' '}
      {sourceUrl && /^https?:$/.test(sourceUrl.protocol) ? (
        <a
          href={url}
          target="_blank"
          rel="noreferrer"
          className="break-all text-accent underline underline-offset-2"
          aria-label={`${texts.source}: ${url}`}
        >
          {sourceUrl.host}
          {sourceUrl.pathname}
        </a>
      ) : (
        texts.sourceFile
      )}
    </p>
  );
}
