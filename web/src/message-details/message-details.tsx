import type { ReactNode } from 'react';
import type { Message } from '../api.ts';
import { useFormat } from '../format.ts';
import { useIndustries } from '../industries.ts';
import { Badge } from '../ui/badge.tsx';
import { describeEngine, getModelName } from './engine-text.ts';
import { listDisplayedSlots, makeReadable, type Slots } from './readable-names.ts';
import { texts } from './texts.ts';

type Props = Pick<Message, 'intent' | 'confidence' | 'engine' | 'engineReason' | 'sources'> & {
  slots?: Slots | undefined;
  children?: ReactNode;
};

/** How a reply came about: intent, confidence, slots, sources and engine. */
export function MessageDetails({
  intent = '',
  confidence = 0,
  sources = [],
  slots = {},
  children,
  ...engineDetails
}: Props) {
  const { engine, engineReason } = engineDetails;
  const model = getModelName(engine);
  const format = useFormat();
  const capability = useIndustries()
    .flatMap(({ capabilities }) => capabilities)
    .find(({ name }) => name === intent);
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
      <DetailRow term={texts.intent}>
        {texts.intents[intent] ?? capability?.summary ?? makeReadable(intent)} ·{' '}
        {texts.confidence(format.percent(confidence))}
      </DetailRow>
      {listDisplayedSlots(slots, format).map(([name, value]) => (
        <DetailRow key={name} term={texts.slots[name] ?? makeReadable(name)}>
          {value}
        </DetailRow>
      ))}
      <DetailRow term={texts.sources}>
        {sources.length ? (
          <span className="flex flex-wrap gap-1">
            {sources.map(({ kind, id, title }) => (
              <Badge key={kind + id}>{`${makeReadable(kind)}: ${title}`}</Badge>
            ))}
          </span>
        ) : (
          texts.noSources
        )}
      </DetailRow>
      {children}
      <DetailRow term={texts.engine}>
        {describeEngine(engine, engineReason)}
        {model && <span className="block text-sm text-muted">{model}</span>}
      </DetailRow>
    </dl>
  );
}

export const DetailRow = ({ term, children }: { term: string; children: ReactNode }) => (
  <>
    <dt className="text-muted">{term}</dt>
    <dd className="break-words">{children}</dd>
  </>
);
