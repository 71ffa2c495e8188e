import type { ReactNode } from 'react';
import type { Message } from '../api.ts';
import { type Format, useFormat } from '../format.ts';
import { useIndustries } from '../industries.ts';
import { Badge } from '../ui/badge.tsx';
import { answeredBy, modelOf } from './answered-by.ts';
import { texts } from './texts.ts';

type Slots = Record<string, unknown>;
type Props = Pick<Message, 'intent' | 'confidence' | 'engine' | 'engineReason' | 'sources'> & {
  slots?: Slots | undefined;
  children?: ReactNode;
};

/** The wish, how sure that was, the details that were read, what of the business the answer rests on, and who gave it. */
export function Understood({ intent = '', confidence = 0, sources = [], slots = {}, children, ...answer }: Props) {
  const { engine, engineReason } = answer;
  const model = modelOf(engine);
  const format = useFormat();
  const can = useIndustries()
    .flatMap(({ capabilities }) => capabilities)
    .find(({ name }) => name === intent);
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
      <Row term={texts.wish}>
        {texts.wishes[intent] ?? can?.summary ?? spoken(intent)} · {texts.sure(format.percent(confidence))}
      </Row>
      {shownOf(slots, format).map(([name, value]) => (
        <Row key={name} term={texts.details[name] ?? spoken(name)}>
          {value}
        </Row>
      ))}
      <Row term={texts.sources}>
        {sources.length ? (
          <span className="flex flex-wrap gap-1">
            {sources.map(({ kind, id, title }) => (
              <Badge key={kind + id}>{`${spoken(kind)}: ${title}`}</Badge>
            ))}
          </span>
        ) : (
          texts.noSources
        )}
      </Row>
      {children}
      <Row term={texts.engine}>
        {answeredBy(engine, engineReason)}
        {model && <span className="block text-sm text-muted">{model}</span>}
      </Row>
    </dl>
  );
}

export const Row = ({ term, children }: { term: string; children: ReactNode }) => (
  <>
    <dt className="text-muted">{term}</dt>
    <dd className="break-words">{children}</dd>
  </>
);

/** Day and time are told once, together where both are known. */
function shownOf({ startsAt, date, time, ...rest }: Slots, format: Format): [string, string][] {
  const when: Slots = startsAt
    ? { startsAt: format.full(String(startsAt)) }
    : { ...(date ? { date: format.longDay(String(date)) } : {}), ...(time ? { time } : {}) };
  return Object.entries({ ...when, ...rest }).map(([name, value]) => [name, String(value)]);
}

/** A name of the program's that has no words of its own here, made readable: `join_class` is "Join class". */
function spoken(name: string): string {
  const words = name.replace(/^.*\./, '').replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
