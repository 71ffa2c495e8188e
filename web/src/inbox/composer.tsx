import { MessageSquareText, SendHorizontal } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, type RefObject, useState } from 'react';
import { useGet } from '../queries.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Menu } from '../ui/menu.tsx';
import { SegmentedControl } from '../ui/segmented-control.tsx';
import { CannedRepliesDialog } from './canned-replies.tsx';
import { type CannedReply, INBOX_PATH, type Status } from './data.ts';
import { texts } from './texts.ts';

export type ComposerMode = 'reply' | 'note';
type Props = {
  status: Status;
  /** False for phone calls, where the team can only write notes. */
  canReply: boolean;
  mode: ComposerMode;
  onModeChange(mode: ComposerMode): void;
  field: RefObject<HTMLTextAreaElement | null>;
  /** Called while a reply to the customer is typed. */
  onTyping(): void;
  onSend(mode: ComposerMode, text: string): Promise<unknown>;
};

/** Writes a reply to the customer or a private note; they look different, to prevent mix-ups. */
export function Composer({ status, canReply, mode: chosenMode, onModeChange, field, onTyping, onSend }: Props) {
  const mode = canReply ? chosenMode : 'note';
  const [drafts, setDrafts] = useState({ reply: '', note: '' });
  const [isSending, setIsSending] = useState(false);
  const [isManagingReplies, setIsManagingReplies] = useState(false);
  const text = drafts[mode];
  const setText = (newText: string) => setDrafts((previous) => ({ ...previous, [mode]: newText }));
  const send = async (event?: FormEvent) => {
    event?.preventDefault();
    if (!text.trim() || isSending) return;
    // The button gets disabled, so move the focus back to the text field.
    field.current?.focus();
    setIsSending(true);
    try {
      await onSend(mode, text.trim());
      setText('');
    } catch {
      // The error is already shown, and the text is kept.
    } finally {
      setIsSending(false);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) {
      event.preventDefault();
      void send();
    }
  };
  const isNote = mode === 'note';
  const label = isNote ? texts.noteLabel : texts.replyLabel;
  const takesOver = !isNote && status === 'open';
  const hint = takesOver
    ? texts.replyTakesOverHint
    : !isNote && status === 'resolved'
      ? texts.replyReopensHint
      : texts.replyHint;
  return (
    <>
      <form onSubmit={send} className={`border-t border-line p-3 ${isNote ? 'bg-warning-soft' : 'bg-surface'}`}>
        <div className="mb-2 flex items-center gap-2">
          {canReply && (
            <SegmentedControl
              label={texts.replyOrNote}
              options={(['reply', 'note'] as const).map((composerMode) => [composerMode, texts[composerMode]] as const)}
              value={mode}
              onChange={onModeChange}
            />
          )}
          <p id="composer-hint" className={`min-w-0 flex-1 text-sm ${isNote ? 'text-ink' : 'text-muted'}`}>
            <span className={hint === texts.replyHint && !isNote ? 'max-sm:hidden' : ''}>
              {!canReply ? texts.phoneCallHint : isNote ? texts.privateNote : hint}
            </span>
          </p>
          {!isNote && (
            <CannedRepliesMenu
              onChoose={(replyText) => setText(text ? `${text}\n${replyText}` : replyText)}
              onManage={() => setIsManagingReplies(true)}
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
            onChange={({ target }) => {
              setText(target.value);
              if (!isNote && target.value.trim()) onTyping();
            }}
            onKeyDown={onKeyDown}
            className="max-h-40 min-h-16 w-full max-sm:min-h-11 resize-none rounded-lg border border-edge bg-surface px-3 py-2 [field-sizing:content] placeholder:text-muted"
          />
          <Button
            type="submit"
            busy={isSending}
            disabled={!text.trim()}
            aria-label={takesOver ? texts.takeOverAndSend : undefined}
          >
            <SendHorizontal className="size-4" aria-hidden />
            <span className="max-sm:sr-only">{isNote ? texts.addNote : texts.send}</span>
          </Button>
        </div>
      </form>
      {/* Outside the form, because forms cannot be nested. */}
      <CannedRepliesDialog open={isManagingReplies} onClose={() => setIsManagingReplies(false)} />
    </>
  );
}

function CannedRepliesMenu({ onChoose, onManage }: { onChoose(text: string): void; onManage(): void }) {
  const { data } = useGet<{ data: CannedReply[] }>(`${INBOX_PATH}/replies`);
  const replies = data?.data ?? [];
  return (
    <Menu
      title={replies.length ? undefined : <span className="text-sm text-muted">{texts.cannedReplies.none}</span>}
      trigger={(attributes) => (
        <IconButton {...attributes} label={texts.cannedReplies.button}>
          <MessageSquareText aria-hidden />
        </IconButton>
      )}
      groups={[
        ...(replies.length
          ? [replies.map(({ title, text }) => ({ label: title, onSelect: () => onChoose(text) }))]
          : []),
        [{ label: texts.cannedReplies.manage, onSelect: onManage }],
      ]}
    />
  );
}
