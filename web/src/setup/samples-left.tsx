import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../api.ts';
import type { Document } from '../business/draft.ts';
import { samplesLeft } from '../business/samples.ts';
import { labelOf } from '../business/schema.ts';
import { texts } from '../business/texts.ts';
import { CONFIG } from '../format.ts';
import { useRefresh } from '../queries.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';

type Decision = { keep?: string[]; remove?: string[] };

/** Whoever goes live decides about the starter content first, place by place or all at once. */
export function SamplesLeft({ document }: { document: Document }) {
  const client = useQueryClient();
  const refresh = useRefresh();
  const decide = useMutation({
    mutationFn: (decision: Decision) => api.post<Document>(`${CONFIG}/samples`, decision),
    async onSuccess(saved) {
      client.setQueryData([CONFIG], saved);
      await refresh(`${CONFIG}/versions`);
    },
  });
  const left = samplesLeft(document);
  const all = left.map(({ at }) => at);
  const buttons = (places: string[], [keep, remove]: [string, string], name?: string) => (
    <div className="flex gap-2">
      <Button
        small
        look="secondary"
        busy={decide.isPending}
        aria-label={name && `${keep}: ${name}`}
        onClick={() => decide.mutate({ keep: places })}
      >
        {keep}
      </Button>
      <Button
        small
        look="quiet"
        busy={decide.isPending}
        aria-label={name && `${remove}: ${name}`}
        onClick={() => decide.mutate({ remove: places })}
      >
        {remove}
      </Button>
    </div>
  );
  return (
    <Card
      title={texts.samples.left}
      about={texts.samples.leftText}
      action={buttons(all, [texts.samples.keepAll, texts.samples.removeAll])}
    >
      <ul className="flex flex-col divide-y divide-line">
        {left.map(({ at, count }) => {
          const name = labelOf(at.split('/').at(-1)!);
          return (
            <li key={at} className="flex flex-wrap items-center justify-between gap-2 py-2">
              <span>
                {name} <span className="text-muted">{texts.samples.count(count)}</span>
              </span>
              {buttons([at], [texts.samples.keep, texts.samples.remove], name)}
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
