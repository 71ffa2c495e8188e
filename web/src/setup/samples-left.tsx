import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../api.ts';
import type { Document } from '../business/draft.ts';
import { samplesLeft } from '../business/samples.ts';
import { labelOf } from '../business/schema.ts';
import { texts } from '../business/texts.ts';
import { CONFIG_PATH } from '../format.ts';
import { useRefresh } from '../queries.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';

type Decision = { keep?: string[]; remove?: string[] };

/** Before going live, the owner keeps or removes the samples, one by one or all at once. */
export function SamplesLeft({ document }: { document: Document }) {
  const client = useQueryClient();
  const refresh = useRefresh();
  const decide = useMutation({
    mutationFn: (decision: Decision) => api.post<Document>(`${CONFIG_PATH}/samples`, decision),
    async onSuccess(saved) {
      client.setQueryData([CONFIG_PATH], saved);
      await refresh(`${CONFIG_PATH}/versions`);
    },
  });
  const remaining = samplesLeft(document);
  const allPointers = remaining.map(({ pointer }) => pointer);
  const buttons = (pointers: string[], [keep, remove]: [string, string], name?: string) => (
    <div className="flex gap-2">
      <Button
        small
        variant="secondary"
        busy={decide.isPending}
        aria-label={name && `${keep}: ${name}`}
        onClick={() => decide.mutate({ keep: pointers })}
      >
        {keep}
      </Button>
      <Button
        small
        variant="quiet"
        busy={decide.isPending}
        aria-label={name && `${remove}: ${name}`}
        onClick={() => decide.mutate({ remove: pointers })}
      >
        {remove}
      </Button>
    </div>
  );
  return (
    <Card
      title={texts.samples.left}
      about={texts.samples.leftText}
      action={buttons(allPointers, [texts.samples.keepAll, texts.samples.removeAll])}
    >
      <ul className="flex flex-col divide-y divide-line">
        {remaining.map(({ pointer, count }) => {
          const name = labelOf(pointer.split('/').at(-1)!);
          return (
            <li key={pointer} className="flex flex-wrap items-center justify-between gap-2 py-2">
              <span>
                {name} <span className="text-muted">{texts.samples.count(count)}</span>
              </span>
              {buttons([pointer], [texts.samples.keep, texts.samples.remove], name)}
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
