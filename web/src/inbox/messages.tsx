import { Link } from '@tanstack/react-router';
import { CalendarCheck, Lock, Phone, Trash2 } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import type { Receipt } from '../api.ts';
import { type Format, useFormat } from '../format.ts';
import { useMe } from '../me.ts';
import { MessageDetails } from '../message-details/message-details.tsx';
import { texts as detailTexts } from '../message-details/texts.ts';
import { IconButton } from '../ui/button.tsx';
import type { Call, Delivery, Message, Note } from './data.ts';
import { texts } from './texts.ts';

type HistoryEntry = ({ kind: 'message' } & Message) | ({ kind: 'note' } & Note);

/** Messages and notes in chronological order, scrolled to the newest. */
export function ConversationHistory({
  messages,
  notes,
  deliveries,
  call,
  onRemoveNote,
}: {
  messages: Message[];
  notes: Note[];
  deliveries: Delivery[];
  call: Call | null;
  onRemoveNote(note: Note): void;
}) {
  const format = useFormat();
  const entries: HistoryEntry[] = [
    ...messages.map((message) => ({ kind: 'message' as const, ...message })),
    ...notes.map((note) => ({ kind: 'note' as const, ...note })),
  ].sort((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt));
  const container = useRef<HTMLDivElement>(null);
  const entryCount = entries.length;
  const latestError = deliveries.at(-1)?.error;
  // Scroll to new entries, to the reason why the latest was not sent, and to the end of a call.
  useLayoutEffect(() => {
    container.current?.scrollTo({ top: container.current.scrollHeight });
  }, [entryCount, latestError, call?.ended]);
  return (
    // Scrollable regions must be focusable by keyboard.
    <section
      ref={container}
      tabIndex={0}
      aria-label={texts.history}
      className="min-h-0 flex-1 overflow-y-auto px-4 py-4"
    >
      <ol className="flex flex-col gap-3" aria-live="polite">
        {entries.map((entry) => (
          <li key={entry.id} className="contents">
            {entry.kind === 'note' ? (
              <NoteBubble note={entry} format={format} onRemove={onRemoveNote} />
            ) : (
              <Bubble
                message={entry}
                format={format}
                delivery={deliveries.find(({ messageId }) => messageId === entry.id)}
                isCall={call !== null}
                isBeingSpoken={call?.ended === null && deliveries.at(-1)?.messageId === entry.id}
              />
            )}
          </li>
        ))}
        {call && <CallStatus {...call} />}
      </ol>
    </section>
  );
}

/** `ended` says how the call ended; it is null while the call goes on. */
function CallStatus({ seconds, ended }: Call) {
  return (
    <li className="flex items-center gap-2 self-center text-sm text-muted">
      <Phone className="size-4 shrink-0" aria-hidden />
      {[
        ended ? texts.call.ended[ended] : texts.call.running,
        ...(seconds === null ? [] : [texts.call.length(seconds)]),
      ].join(' · ')}
    </li>
  );
}

const BUBBLE_CLASSES: Record<Message['role'], string> = {
  customer: 'self-start bg-sunken',
  assistant: 'self-end bg-accent-soft',
  agent: 'self-end bg-accent text-on-accent',
};

type BubbleProps = {
  message: Message;
  format: Format;
  delivery?: Delivery | undefined;
  isCall: boolean;
  /** Whether this is the latest reply of an ongoing call, of which the caller may have heard nothing yet. */
  isBeingSpoken: boolean;
};

function Bubble({ message, format, delivery, isCall, isBeingSpoken }: BubbleProps) {
  const { role, text, createdAt, original, receipts = [] } = message;
  const heardCharacters = delivery?.heardCharacters ?? text.length;
  const wasInterrupted = heardCharacters < text.length && !(isBeingSpoken && heardCharacters === 0);
  return (
    <>
      <p className={`text-sm text-muted ${role === 'customer' ? 'self-start' : 'self-end'}`}>
        {message.author ?? texts.roles[role]} · <time dateTime={createdAt}>{format.dateTime(createdAt)}</time>
        {delivery &&
          ` · ${isCall && delivery.status === 'sent' ? texts.call.spoken : texts.deliveries[delivery.status]}`}
      </p>
      <p
        className={`-mt-2 max-w-[85%] rounded-2xl px-4 py-2.5 break-words whitespace-pre-wrap ${BUBBLE_CLASSES[role]}`}
      >
        {wasInterrupted ? (
          <>
            {text.slice(0, heardCharacters)}
            <span className="text-muted line-through">{text.slice(heardCharacters)}</span>
          </>
        ) : (
          text
        )}
      </p>
      {wasInterrupted && (
        <p className="-mt-2 max-w-[85%] self-end text-right text-sm text-muted">{texts.call.interrupted}</p>
      )}
      {delivery?.error && <p className="-mt-2 max-w-[85%] self-end text-right text-sm text-danger">{delivery.error}</p>}
      {original && (
        <details className="-mt-1 max-w-[85%] self-start text-sm text-muted">
          <summary className="min-h-6 rounded underline-offset-2 hover:underline">{texts.fullEmail}</summary>
          <p className="mt-1 rounded-xl border border-line bg-surface p-3 break-words whitespace-pre-wrap text-ink">
            {original}
          </p>
        </details>
      )}
      {receipts.length > 0 && (
        <ul className="-mt-1 flex flex-wrap gap-2 self-end" aria-label={texts.receipts}>
          {receipts.map((receipt) => (
            <li key={receipt.type + receipt.id}>
              <ReceiptLink {...receipt} />
            </li>
          ))}
        </ul>
      )}
      {role === 'assistant' && message.intent && (
        <details className="-mt-1 max-w-[85%] self-end text-sm text-muted">
          <summary className="min-h-6 rounded text-right underline-offset-2 hover:underline">
            {texts.understood}
          </summary>
          <div className="mt-1 rounded-xl border border-line bg-surface p-3 text-ink">
            <MessageDetails {...message} />
          </div>
        </details>
      )}
    </>
  );
}

function ReceiptLink({ type, id, code }: Receipt) {
  const label = (
    <>
      <CalendarCheck className="size-4" aria-hidden />
      {detailTexts.receipts[type] ?? type}
      {code && ` ${code}`}
    </>
  );
  const className =
    'inline-flex min-h-7 items-center gap-1.5 rounded-full bg-success-soft px-2.5 text-sm font-medium text-success';
  if (!id.startsWith('bkg_')) return <span className={className}>{label}</span>;
  return (
    <Link to="/bookings" search={{ booking: id }} className={`${className} underline-offset-2 hover:underline`}>
      {label}
    </Link>
  );
}

function NoteBubble({ note, format, onRemove }: { note: Note; format: Format; onRemove(note: Note): void }) {
  const { user } = useMe();
  return (
    <div className="flex max-w-[85%] items-start gap-2 self-end rounded-2xl border border-dashed border-edge bg-warning-soft px-4 py-2.5">
      <div className="min-w-0">
        <p className="flex items-center gap-1.5 text-sm text-warning">
          <Lock className="size-3.5 shrink-0" aria-hidden />
          {note.author.name} · {texts.privateNote} · {format.dateTime(note.createdAt)}
        </p>
        <p className="break-words whitespace-pre-wrap">{note.text}</p>
      </div>
      {note.author.id === user.id && (
        <IconButton label={texts.removeNote} className="size-8! text-warning!" onClick={() => onRemove(note)}>
          <Trash2 aria-hidden />
        </IconButton>
      )}
    </div>
  );
}
