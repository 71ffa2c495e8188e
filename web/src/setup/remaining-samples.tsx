import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api.ts';
import type { EditableDocument } from '../business/draft.ts';
import { formatSample } from '../business/sample-texts.ts';
import { countSamples } from '../business/samples.ts';
import { getLabel, type Schema } from '../business/schema.ts';
import { texts } from '../business/texts.ts';
import { CONFIG_PATH, useFormat } from '../format.ts';
import { useRefresh } from '../queries.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Confirm } from '../ui/dialog.tsx';

type Decision = { keep?: string[]; remove?: string[] };

/** Before going live, the owner keeps or removes the samples, one by one or all at once. */
export function RemainingSamples({ businessDocument, schema }: { businessDocument: EditableDocument; schema: Schema }) {
  const queryClient = useQueryClient();
  const refresh = useRefresh();
  const decide = useMutation({
    mutationFn: (decision: Decision) => api.post<EditableDocument>(`${CONFIG_PATH}/samples`, decision),
    async onSuccess(savedDocument) {
      queryClient.setQueryData([CONFIG_PATH], savedDocument);
      await refresh(`${CONFIG_PATH}/versions`);
    },
  });
  const [removal, setRemoval] = useState<{ pointers: string[]; title: string }>();
  const remainingSamples = countSamples(businessDocument);
  const allPointers = remainingSamples.map(({ pointer }) => pointer);
  const renderButtons = (
    pointers: string[],
    [keepLabel, removeLabel, title]: [string, string, string],
    name?: string,
  ) => (
    <div className="flex gap-2">
      <Button
        small
        variant="secondary"
        busy={decide.isPending}
        aria-label={name && `${keepLabel}: ${name}`}
        onClick={() => decide.mutate({ keep: pointers })}
      >
        {keepLabel}
      </Button>
      <Button
        small
        variant="quiet"
        busy={decide.isPending}
        aria-label={name && `${removeLabel}: ${name}`}
        onClick={() => setRemoval({ pointers, title })}
      >
        {removeLabel}
      </Button>
    </div>
  );
  return (
    <Card
      title={texts.samples.left}
      description={texts.samples.leftText}
      action={renderButtons(allPointers, [
        texts.samples.keepAll,
        texts.samples.removeAll,
        texts.samples.removeAllTitle,
      ])}
    >
      <ul className="flex flex-col divide-y divide-line">
        {remainingSamples.map(({ pointer, count }) => {
          const name = getLabel(pointer.split('/').at(-1)!);
          const title = texts.samples.removeTitle(name);
          return (
            <li key={pointer} className="flex items-start justify-between gap-2 py-2">
              <details className="min-w-0 flex-1 py-1">
                <summary className="cursor-pointer rounded">
                  {name} <span className="text-muted">{texts.samples.count(count)}</span>
                </summary>
                <SampleContent businessDocument={businessDocument} schema={schema} pointer={pointer} />
              </details>
              {renderButtons([pointer], [texts.samples.keep, texts.samples.remove, title], name)}
            </li>
          );
        })}
      </ul>
      <Confirm
        open={removal !== undefined}
        onClose={() => setRemoval(undefined)}
        title={removal?.title ?? ''}
        text={texts.samples.removeText}
        action={texts.samples.remove}
        onConfirm={() => removal && decide.mutateAsync({ remove: removal.pointers })}
      />
    </Card>
  );
}

function SampleContent({
  businessDocument,
  schema,
  pointer,
}: {
  businessDocument: EditableDocument;
  schema: Schema;
  pointer: string;
}) {
  const format = useFormat();
  return (
    <ul className="mt-2 flex flex-col gap-2 text-sm text-muted">
      {formatSample(businessDocument, pointer, schema, format).map(({ title, text }) => (
        <li key={`${title} ${text}`}>
          {title && <p className="font-medium text-ink">{title}</p>}
          {text && <p className="break-words">{text}</p>}
        </li>
      ))}
    </ul>
  );
}
