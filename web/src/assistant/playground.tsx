import { useMutation } from '@tanstack/react-query';
import { MessagesSquare, RotateCcw, Scale } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { api, type ChatReply } from '../api.ts';
import type { Document } from '../business/draft.ts';
import { useMe } from '../me.ts';
import { useGet } from '../queries.ts';
import { OwnSandbox, useLiveInSandbox } from '../setup/sandbox.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { TextField } from '../ui/field.tsx';
import { EmptyState } from '../ui/states.tsx';
import { texts as done } from '../understood/texts.ts';
import { Row, Understood } from '../understood/understood.tsx';
import { Compare } from './compare.tsx';
import { useComparison } from './comparison.ts';
import { PROVIDER, type ProviderInfo } from './provider.tsx';
import { texts } from './texts.ts';

type Said = { key: number; by: 'customer'; text: string } | { key: number; by: 'assistant'; reply: ChatReply };

/** The assistant as customers have it, and beside each answer how it came about. */
export function Playground({ document }: { document: Document }) {
  const { can } = useMe();
  const [said, setSaid] = useState<Said[]>([]);
  const [shown, setShown] = useState<ChatReply>();
  const log = useRef<HTMLDivElement>(null);
  // Whoever may not write the sandbox's document talks to it as it is.
  const sandbox = useLiveInSandbox(document, can('admin') && document.industry !== null);
  const conversationId = shown?.conversationId;
  const chat = useMutation({
    mutationFn: (message: string) =>
      api.post<ChatReply>('/api/chat', { message, conversationId, explain: true }, { mode: 'test' }),
    onMutate: (text) => setSaid((before) => [...before, { key: before.length, by: 'customer', text }]),
    onSuccess(reply) {
      setSaid((before) => [...before, { key: before.length, by: 'assistant', reply }]);
      setShown(reply);
    },
  });
  const provider = useGet<ProviderInfo>(PROVIDER).data;
  const hasModel = Boolean(provider?.provider || provider?.deployment);
  const comparison = useComparison();
  const [compared, setCompared] = useState<string[]>();
  const compare = () => {
    const messages = said.flatMap((one) => (one.by === 'customer' ? [one.text] : []));
    setCompared(messages);
    const before = said.flatMap((one) => (one.by === 'assistant' ? [one.reply] : []));
    if (hasModel) comparison.start({ messages, before });
  };
  const closeComparison = () => {
    setCompared(undefined);
    comparison.stop();
  };
  const count = said.length;
  useEffect(() => {
    if (count) log.current?.scrollTo({ top: log.current.scrollHeight });
  }, [count]);
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const text = String(new FormData(form).get('message')).trim();
    if (!text) return;
    form.reset();
    chat.mutate(text);
  };
  const restart = () => {
    setSaid([]);
    setShown(undefined);
    closeComparison();
  };
  return (
    <>
      <Card
        title={texts.playground}
        about={texts.playgroundAbout}
        action={
          <div className="flex flex-wrap gap-2">
            <Button
              small
              look="secondary"
              busy={comparison.isRunning}
              disabled={!said.length || chat.isPending || !provider}
              onClick={compare}
            >
              <Scale className="size-4" aria-hidden />
              {texts.compare.action}
            </Button>
            <Button small look="quiet" onClick={restart}>
              <RotateCcw className="size-4" aria-hidden />
              {texts.anew}
            </Button>
          </div>
        }
      >
        <OwnSandbox document={document} />
        <div className="grid gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <div className="flex min-w-0 flex-col gap-3">
            <div
              ref={log}
              role="log"
              aria-label={texts.playground}
              tabIndex={0}
              className="flex h-96 flex-col gap-3 overflow-y-auto rounded-lg bg-sunken p-4"
            >
              {!said.length && <EmptyState icon={MessagesSquare} title={texts.emptyTitle} text={texts.emptyText} />}
              {said.map((one) => (
                <Bubble key={one.key} said={one} chosen={shown} onChoose={setShown} />
              ))}
              {chat.isPending && <p className="text-sm text-muted">{texts.thinking}</p>}
            </div>
            {shown && shown.suggestions.length > 0 && (
              <div className="flex flex-wrap gap-2">
                {shown.suggestions.map((text) => (
                  <Button
                    key={text}
                    small
                    look="secondary"
                    className="py-1 text-left whitespace-normal!"
                    onClick={() => chat.mutate(text)}
                  >
                    {text}
                  </Button>
                ))}
              </div>
            )}
            <form onSubmit={send} className="flex items-end gap-2">
              <div className="flex-1">
                <TextField label={texts.field} name="message" maxLength={4_000} autoComplete="off" />
              </div>
              <Button type="submit" busy={chat.isPending} disabled={sandbox.isLoading}>
                {texts.send}
              </Button>
            </form>
            {sandbox.isLoading && <p className="text-sm text-muted">{texts.preparing}</p>}
          </div>
          <Explanation reply={shown} />
        </div>
      </Card>
      {compared && <Compare {...comparison} messages={compared} hasModel={hasModel} onClose={closeComparison} />}
    </>
  );
}

type BubbleProps = { said: Said; chosen: ChatReply | undefined; onChoose(reply: ChatReply): void };

function Bubble({ said, chosen, onChoose }: BubbleProps) {
  if (said.by === 'customer')
    return (
      <p className="max-w-[85%] self-end rounded-2xl rounded-br-sm bg-accent px-4 py-2 text-on-accent">
        <span className="sr-only">{texts.you}: </span>
        {said.text}
      </p>
    );
  const { reply } = said;
  return (
    <div className="flex max-w-[85%] flex-col items-start gap-1 self-start">
      <p className="rounded-2xl rounded-bl-sm border border-line bg-surface px-4 py-2 whitespace-pre-wrap">
        <span className="sr-only">{texts.assistant}: </span>
        {reply.reply || texts.statuses[reply.status]}
      </p>
      <button
        type="button"
        aria-pressed={chosen?.id === reply.id}
        onClick={() => onChoose(reply)}
        className={`px-1 text-sm underline-offset-2 hover:underline ${chosen?.id === reply.id ? 'font-medium text-accent' : 'text-muted'}`}
      >
        {texts.why}
      </button>
    </div>
  );
}

function Explanation({ reply }: { reply: ChatReply | undefined }) {
  return (
    <section aria-label={texts.understood} className="min-w-0 rounded-lg border border-line p-4">
      <h3 className="mb-3 font-semibold">{texts.understood}</h3>
      {reply ? (
        <Understood {...reply} engineReason={reply.understanding?.engineReason} slots={reply.understanding?.slots}>
          <Row term={texts.receipts}>
            {reply.receipts.map(({ type, code = '' }) => `${done.receipt[type] ?? type} ${code}`).join(', ') ||
              texts.none}
          </Row>
          <Row term={texts.status}>{texts.statuses[reply.status]}</Row>
        </Understood>
      ) : (
        <p className="text-muted">{texts.pick}</p>
      )}
    </section>
  );
}
