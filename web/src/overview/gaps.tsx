import { useMutation } from '@tanstack/react-query';
import { MessageCircleQuestion } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { errorAt } from '../account/frame.tsx';
import { api } from '../api.ts';
import { CONFIG, useFormat } from '../format.ts';
import { useMe } from '../me.ts';
import { useRefresh } from '../queries.ts';
import { texts as shared } from '../texts.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextArea, TextField } from '../ui/field.tsx';
import { EmptyState } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import { useUrl } from '../url.ts';
import type { Gap } from './data.ts';
import { texts } from './texts.ts';

export function Gaps({ gaps }: { gaps: Gap[] }) {
  const format = useFormat();
  const { can } = useMe();
  // In the address: the weekly mail leads straight to a question's answer.
  const [{ gap: wanted }, go] = useUrl<{ gap: string }>();
  const answering = can('admin') ? gaps.find(({ id }) => id === wanted) : undefined;
  return (
    <Card title={texts.gaps} about={texts.gapsAbout} flush>
      {gaps.length === 0 && <EmptyState icon={MessageCircleQuestion} title={texts.noGaps} text={texts.noGapsText} />}
      <ul>
        {gaps.map((gap) => (
          <li key={gap.id} className="flex flex-wrap items-center gap-3 border-t border-line px-5 py-3">
            <div className="min-w-0 flex-1">
              <p className="font-medium break-words">{gap.question}</p>
              <p className="text-sm text-muted">{texts.asked(gap.count, format.day(gap.lastAskedAt))}</p>
            </div>
            {can('admin') && (
              <Button
                look="secondary"
                small
                aria-label={texts.answerFor(gap.question)}
                onClick={() => go({ gap: gap.id })}
              >
                {texts.answer}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {answering && <AnswerDialog gap={answering} onClose={() => go({ gap: undefined }, { replace: true })} />}
    </Card>
  );
}

/** Into the business's document, which the assistant reads with the next message. */
function AnswerDialog({ gap, onClose }: { gap: Gap; onClose(): void }) {
  const [question, setQuestion] = useState(gap.question);
  const [answer, setAnswer] = useState('');
  const refresh = useRefresh();
  const teach = useMutation({
    meta: { quiet: true },
    mutationFn: () => api.post(`/api/analytics/gaps/${gap.id}/answer`, { question, answer }),
    onSuccess: async () => {
      toast.done(texts.live);
      onClose();
      await refresh(CONFIG, '/api/analytics');
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    teach.mutate();
  };
  return (
    <Dialog open onClose={onClose} title={texts.dialog}>
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        <TextField
          label={texts.question}
          required
          error={errorAt(teach.error, '/question')}
          value={question}
          onChange={({ target }) => setQuestion(target.value)}
        />
        <TextArea
          label={texts.answerField}
          hint={texts.answerHint}
          required
          error={errorAt(teach.error, '/answer')}
          rows={4}
          value={answer}
          onChange={({ target }) => setAnswer(target.value)}
        />
        <div className="flex justify-end gap-2">
          <Button look="secondary" onClick={onClose}>
            {shared.actions.cancel}
          </Button>
          <Button type="submit" busy={teach.isPending}>
            {texts.goLive}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
