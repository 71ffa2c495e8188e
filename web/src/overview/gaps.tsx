import { useMutation } from '@tanstack/react-query';
import { MessageCircleQuestion } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { api } from '../api.ts';
import { CONFIG_PATH, useFormat } from '../format.ts';
import { useIsHealthCare } from '../industries.ts';
import { useMe } from '../me.ts';
import { useRefresh } from '../queries.ts';
import { texts as sharedTexts } from '../texts.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextArea, TextField } from '../ui/field.tsx';
import { findFieldError } from '../ui/form-errors.ts';
import { EmptyState } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import { useUrlParams } from '../url.ts';
import type { Gap } from './data.ts';
import { texts } from './texts.ts';

/** The questions that the assistant could not answer. */
export function Gaps({ gaps }: { gaps: Gap[] }) {
  const format = useFormat();
  const { hasRoleAtLeast } = useMe();
  const isHealthCare = useIsHealthCare();
  // Kept in the URL, because the weekly email links to a question.
  const [{ gap: gapId }, setUrl] = useUrlParams<{ gap: string }>();
  const openGap = hasRoleAtLeast('admin') ? gaps.find(({ id }) => id === gapId) : undefined;
  return (
    <Card title={texts.gaps} description={hasRoleAtLeast('admin') ? texts.gapsAbout : undefined} noPadding>
      {gaps.length === 0 && (
        <EmptyState
          icon={MessageCircleQuestion}
          title={texts.noGaps}
          text={isHealthCare ? texts.noHealthGapsText : texts.noGapsText}
        />
      )}
      <ul>
        {gaps.map((gap) => (
          <li key={gap.id} className="flex flex-wrap items-center gap-3 border-t border-line px-5 py-3">
            <div className="min-w-0 flex-1">
              <p className="font-medium break-words">{gap.question}</p>
              <p className="text-sm text-muted">{texts.askedCount(gap.count, format.day(gap.lastAskedAt))}</p>
            </div>
            {hasRoleAtLeast('admin') && (
              <Button
                variant="secondary"
                small
                aria-label={texts.answerFor(gap.question)}
                onClick={() => setUrl({ gap: gap.id })}
              >
                {texts.answer}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {openGap && <AnswerDialog gap={openGap} onClose={() => setUrl({ gap: undefined }, { replace: true })} />}
    </Card>
  );
}

/** Saves the answer as an FAQ, which the assistant uses from the next message on. */
function AnswerDialog({ gap, onClose }: { gap: Gap; onClose(): void }) {
  const [question, setQuestion] = useState(gap.question);
  const [answer, setAnswer] = useState('');
  const refresh = useRefresh();
  const saveAnswer = useMutation({
    meta: { handlesErrors: true },
    mutationFn: () => api.post(`/api/analytics/gaps/${gap.id}/answer`, { question, answer }),
    onSuccess: async () => {
      toast.success(texts.savedToast);
      onClose();
      await refresh(CONFIG_PATH, '/api/analytics');
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    saveAnswer.mutate();
  };
  return (
    <Dialog open onClose={onClose} title={texts.dialogTitle}>
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        <TextField
          label={texts.question}
          required
          error={findFieldError(saveAnswer.error, '/question')}
          value={question}
          onChange={({ target }) => setQuestion(target.value)}
        />
        <TextArea
          label={texts.answerField}
          hint={texts.answerHint}
          required
          error={findFieldError(saveAnswer.error, '/answer')}
          rows={4}
          value={answer}
          onChange={({ target }) => setAnswer(target.value)}
        />
        <div className="flex justify-end gap-2">
          <Button variant="secondary" onClick={onClose}>
            {sharedTexts.actions.cancel}
          </Button>
          <Button type="submit" busy={saveAnswer.isPending}>
            {texts.saveAnswer}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
