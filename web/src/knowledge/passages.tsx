import { useInfiniteQuery } from '@tanstack/react-query';
import { ArrowLeft, FileText } from 'lucide-react';
import { api, type ListOf } from '../api.ts';
import { texts as sharedTexts } from '../texts.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { EmptyState, Loaded } from '../ui/states.tsx';
import { KNOWLEDGE_PATH, type Passage, type Source } from './data.ts';
import { texts } from './texts.ts';

type Page = { content: ListOf<Passage> };

/** The passages of a source, as the assistant searches them. */
export function Passages({ source: { id, title, reason, status }, onBack }: { source: Source; onBack(): void }) {
  const query = useInfiniteQuery({
    // The passages change when the status does.
    queryKey: [`${KNOWLEDGE_PATH}/${id}`, status],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      api.get<Page>(`${KNOWLEDGE_PATH}/${id}`, { query: { limit: 50, starting_after: pageParam }, signal }),
    getNextPageParam: ({ content }) => (content.has_more ? content.data.at(-1)?.id : undefined),
  });
  return (
    <>
      <Button variant="quiet" className="self-start" onClick={onBack}>
        <ArrowLeft className="size-4" aria-hidden />
        {texts.back}
      </Button>
      <Card title={title} description={reason ?? texts.passagesAbout} noPadding>
        <Loaded query={query}>
          {({ pages }) => {
            const passages = pages.flatMap(({ content }) => content.data);
            if (!passages.length) return <EmptyState icon={FileText} title={texts.none} text={texts.noneText} />;
            return (
              <ol aria-label={texts.passageList}>
                {passages.map((passage) => (
                  <li key={passage.id} className="border-t border-line px-5 py-3">
                    {passage.title && <p className="font-medium break-words">{passage.title}</p>}
                    <p className="break-words whitespace-pre-line">{passage.text}</p>
                    {passage.url && <p className="truncate text-sm text-muted">{passage.url}</p>}
                  </li>
                ))}
              </ol>
            );
          }}
        </Loaded>
        {query.hasNextPage && (
          <div className="flex justify-center border-t border-line p-3">
            <Button variant="secondary" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
              {sharedTexts.actions.more}
            </Button>
          </div>
        )}
      </Card>
    </>
  );
}
