import { useMutation } from '@tanstack/react-query';
import { MessagesSquare, RotateCcw, Scale } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { api, type ChatReply } from '../api.ts';
import type { EditableDocument } from '../business/draft.ts';
import { useMe } from '../me.ts';
import { DetailRow, MessageDetails } from '../message-details/message-details.tsx';
import { texts as detailTexts } from '../message-details/texts.ts';
import { useGet } from '../queries.ts';
import { EditedSandboxNotice, useSandboxSync } from '../setup/sandbox.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { TextField } from '../ui/field.tsx';
import { EmptyState } from '../ui/states.tsx';
import { EngineComparison } from './compare.tsx';
import { useComparison } from './comparison.ts';
import { PROVIDER_PATH, type ProviderInfo } from './provider.tsx';
import { texts } from './texts.ts';

type PlaygroundMessage =
  | { key: number; author: 'customer'; text: string }
  | { key: number; author: 'assistant'; reply: ChatReply };

/** A test chat with the assistant that explains each reply. */
export function PlaygroundTab({ businessDocument }: { businessDocument: EditableDocument }) {
  const { hasRoleAtLeast } = useMe();
  const [messages, setMessages] = useState<PlaygroundMessage[]>([]);
  const [shownReply, setShownReply] = useState<ChatReply>();
  const logElement = useRef<HTMLDivElement>(null);
  // Users who may not edit the sandbox's document use it as it is.
  const sandboxSync = useSandboxSync(businessDocument, {
    enabled: hasRoleAtLeast('admin') && businessDocument.industry !== null,
  });
  const conversationId = shownReply?.conversationId;
  const sendMessage = useMutation({
    mutationFn: (message: string) =>
      api.post<ChatReply>('/api/chat', { message, conversationId, explain: true }, { mode: 'test' }),
    onMutate: (text) => setMessages((previous) => [...previous, { key: previous.length, author: 'customer', text }]),
    onSuccess(reply) {
      setMessages((previous) => [...previous, { key: previous.length, author: 'assistant', reply }]);
      setShownReply(reply);
    },
  });
  const provider = useGet<ProviderInfo>(PROVIDER_PATH).data;
  const hasModel = Boolean(provider?.provider || provider?.deployment);
  const comparison = useComparison();
  const [comparedMessages, setComparedMessages] = useState<string[]>();
  const startComparison = () => {
    const customerMessages = messages.flatMap((message) => (message.author === 'customer' ? [message.text] : []));
    setComparedMessages(customerMessages);
    const previousReplies = messages.flatMap((message) => (message.author === 'assistant' ? [message.reply] : []));
    if (hasModel) comparison.start({ messages: customerMessages, previousReplies });
  };
  const closeComparison = () => {
    setComparedMessages(undefined);
    comparison.stop();
  };
  const messageCount = messages.length;
  useEffect(() => {
    if (messageCount) logElement.current?.scrollTo({ top: logElement.current.scrollHeight });
  }, [messageCount]);
  const submitMessage = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const text = String(new FormData(form).get('message')).trim();
    if (!text) return;
    form.reset();
    sendMessage.mutate(text);
  };
  const restart = () => {
    setMessages([]);
    setShownReply(undefined);
    closeComparison();
  };
  return (
    <>
      <Card
        title={texts.playground}
        description={texts.playgroundAbout}
        action={
          <div className="flex flex-wrap gap-2">
            <Button
              small
              variant="secondary"
              busy={comparison.isRunning}
              disabled={!messages.length || sendMessage.isPending || !provider}
              onClick={startComparison}
            >
              <Scale className="size-4" aria-hidden />
              {texts.compare.action}
            </Button>
            <Button small variant="quiet" onClick={restart}>
              <RotateCcw className="size-4" aria-hidden />
              {texts.startOver}
            </Button>
          </div>
        }
      >
        <EditedSandboxNotice businessDocument={businessDocument} />
        <div className="grid gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <div className="flex min-w-0 flex-col gap-3">
            <div
              ref={logElement}
              role="log"
              aria-label={texts.playground}
              tabIndex={0}
              className="flex h-96 flex-col gap-3 overflow-y-auto rounded-lg bg-sunken p-4"
            >
              {!messages.length && <EmptyState icon={MessagesSquare} title={texts.emptyTitle} text={texts.emptyText} />}
              {messages.map((message) => (
                <Bubble key={message.key} message={message} shownReply={shownReply} onChoose={setShownReply} />
              ))}
              {sendMessage.isPending && <p className="text-sm text-muted">{texts.thinking}</p>}
            </div>
            {shownReply && shownReply.suggestions.length > 0 && (
              <div className="flex flex-wrap gap-2">
                {shownReply.suggestions.map((text) => (
                  <Button
                    key={text}
                    small
                    variant="secondary"
                    className="py-1 text-left whitespace-normal!"
                    onClick={() => sendMessage.mutate(text)}
                  >
                    {text}
                  </Button>
                ))}
              </div>
            )}
            <form onSubmit={submitMessage} className="flex items-end gap-2">
              <div className="flex-1">
                <TextField label={texts.field} name="message" maxLength={4_000} autoComplete="off" />
              </div>
              <Button type="submit" busy={sendMessage.isPending} disabled={sandboxSync.isLoading}>
                {texts.send}
              </Button>
            </form>
            {sandboxSync.isLoading && <p className="text-sm text-muted">{texts.preparing}</p>}
          </div>
          <ReplyExplanation reply={shownReply} />
        </div>
      </Card>
      {comparedMessages && (
        <EngineComparison {...comparison} messages={comparedMessages} hasModel={hasModel} onClose={closeComparison} />
      )}
    </>
  );
}

type BubbleProps = { message: PlaygroundMessage; shownReply: ChatReply | undefined; onChoose(reply: ChatReply): void };

function Bubble({ message, shownReply, onChoose }: BubbleProps) {
  if (message.author === 'customer')
    return (
      <p className="max-w-[85%] self-end rounded-2xl rounded-br-sm bg-accent px-4 py-2 text-on-accent">
        <span className="sr-only">{texts.you}: </span>
        {message.text}
      </p>
    );
  const { reply } = message;
  return (
    <div className="flex max-w-[85%] flex-col items-start gap-1 self-start">
      <p className="rounded-2xl rounded-bl-sm border border-line bg-surface px-4 py-2 whitespace-pre-wrap">
        <span className="sr-only">{texts.assistant}: </span>
        {reply.reply || texts.statuses[reply.status]}
      </p>
      <button
        type="button"
        aria-pressed={shownReply?.id === reply.id}
        onClick={() => onChoose(reply)}
        className={`px-1 text-sm underline-offset-2 hover:underline ${shownReply?.id === reply.id ? 'font-medium text-accent' : 'text-muted'}`}
      >
        {texts.why}
      </button>
    </div>
  );
}

function ReplyExplanation({ reply }: { reply: ChatReply | undefined }) {
  return (
    <section aria-label={texts.understood} className="min-w-0 rounded-lg border border-line p-4">
      <h3 className="mb-3 font-semibold">{texts.understood}</h3>
      {reply ? (
        <MessageDetails {...reply} engineReason={reply.understanding?.engineReason} slots={reply.understanding?.slots}>
          <DetailRow term={texts.receipts}>
            {reply.receipts.map(({ type, code = '' }) => `${detailTexts.receipts[type] ?? type} ${code}`).join(', ') ||
              texts.none}
          </DetailRow>
          <DetailRow term={texts.status}>{texts.statuses[reply.status]}</DetailRow>
        </MessageDetails>
      ) : (
        <p className="text-muted">{texts.selectAnswer}</p>
      )}
    </section>
  );
}
