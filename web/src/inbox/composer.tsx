import { MessageSquareText, SendHorizontal } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, type RefObject, useState } from 'react';
import { useGet } from '../queries.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Menu } from '../ui/menu.tsx';
import { Segments } from '../ui/segments.tsx';
import { INBOX, type Reply, type Status } from './data.ts';
import { ReadyAnswers } from './ready-answers.tsx';
import { texts } from './texts.ts';

export type Writing = 'reply' | 'note';
type Props = {
  status: Status;
  writing: Writing;
  onWriting(writing: Writing): void;
  field: RefObject<HTMLTextAreaElement | null>;
  onSend(writing: Writing, text: string): Promise<unknown>;
};

/** A reply to the customer, or a note that only the team sees: they look different, so that nobody mixes them up. */
export function Composer({ status, writing, onWriting, field, onSend }: Props) {
  const [drafts, setDrafts] = useState({ reply: '', note: '' });
  const [busy, setBusy] = useState(false);
  const [managing, setManaging] = useState(false);
  const text = drafts[writing];
  const setText = (next: string) => setDrafts((before) => ({ ...before, [writing]: next }));
  const send = async (event?: FormEvent) => {
    event?.preventDefault();
    if (!text.trim() || busy) return;
    // The button is about to be disabled, and what is written next belongs here.
    field.current?.focus();
    setBusy(true);
    try {
      await onSend(writing, text.trim());
      setText('');
    } catch {
      // It was told of already, and what was written is still there.
    } finally {
      setBusy(false);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) {
      event.preventDefault();
      void send();
    }
  };
  const isNote = writing === 'note';
  const label = isNote ? texts.noteLabel : texts.replyLabel;
  const takes = !isNote && status === 'open';
  const hint = takes ? texts.takesOver : !isNote && status === 'resolved' ? texts.reopens : texts.replyHint;
  return (
    <>
      <form onSubmit={send} className={`border-t border-line p-3 ${isNote ? 'bg-warning-soft' : 'bg-surface'}`}>
        <div className="mb-2 flex items-center gap-2">
          <Segments
            label={texts.replyOrNote}
            options={(['reply', 'note'] as const).map((each) => [each, texts[each]] as const)}
            value={writing}
            onChange={onWriting}
          />
          <p id="composer-hint" className={`min-w-0 flex-1 text-sm ${isNote ? 'text-ink' : 'text-muted'}`}>
            <span className={hint === texts.replyHint && !isNote ? 'max-sm:hidden' : ''}>
              {isNote ? texts.privateNote : hint}
            </span>
          </p>
          {!isNote && (
            <ReadyMenu
              onChoose={(chosen) => setText(text ? `${text}\n${chosen}` : chosen)}
              onManage={() => setManaging(true)}
            />
          )}
        </div>
        <div className="flex items-end gap-2">
          <textarea
            ref={field}
            rows={2}
            value={text}
            maxLength={4000}
            aria-label={label}
            placeholder={label}
            aria-describedby="composer-hint"
            onChange={(event) => setText(event.target.value)}
            onKeyDown={onKeyDown}
            className="max-h-40 min-h-16 w-full resize-none rounded-lg border border-edge bg-surface px-3 py-2 [field-sizing:content] placeholder:text-muted"
          />
          <Button type="submit" busy={busy} disabled={!text.trim()}>
            <SendHorizontal className="size-4" aria-hidden />
            <span className="max-sm:sr-only">
              {isNote ? texts.addNote : takes ? texts.takeOverAndSend : texts.send}
            </span>
          </Button>
        </div>
      </form>
      {/* It has a form of its own, and forms cannot stand in each other. */}
      <ReadyAnswers open={managing} onClose={() => setManaging(false)} />
    </>
  );
}

function ReadyMenu({ onChoose, onManage }: { onChoose(text: string): void; onManage(): void }) {
  const { data } = useGet<{ data: Reply[] }>(`${INBOX}/replies`);
  const replies = data?.data ?? [];
  return (
    <Menu
      title={replies.length ? undefined : <span className="text-sm text-muted">{texts.ready.none}</span>}
      trigger={
        <IconButton label={texts.ready.button}>
          <MessageSquareText aria-hidden />
        </IconButton>
      }
      groups={[
        ...(replies.length
          ? [replies.map(({ title, text }) => ({ label: title, onSelect: () => onChoose(text) }))]
          : []),
        [{ label: texts.ready.manage, onSelect: onManage }],
      ]}
    />
  );
}
