import { ArrowLeft, Bot, Check, HeartPulse, UserRound } from 'lucide-react';
import { type RefObject, useState } from 'react';
import { useMe } from '../me.ts';
import { useGet } from '../queries.ts';
import { Badge } from '../ui/badge.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { EmptyState, ErrorState, Loaded, Skeleton } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import type { Actions } from './actions.ts';
import { Composer, type Writing } from './composer.tsx';
import { act, CONVERSATIONS, type Conversation, type DeskSide, LIST, type Note } from './data.ts';
import { TONES } from './list.tsx';
import { History } from './messages.tsx';
import { nameOf } from './rows.ts';
import { Side } from './side.tsx';
import { texts } from './texts.ts';

type Fields = {
  composer: RefObject<HTMLTextAreaElement | null>;
  tag: RefObject<HTMLInputElement | null>;
};

type Props = {
  id: string;
  actions: Actions;
  fields: Fields;
  writing: Writing;
  onWriting(writing: Writing): void;
  onClose(): void;
};

export function ConversationPane(props: Props) {
  const { id, onClose } = props;
  const side = useGet<DeskSide>(`${LIST}/${id}`);
  const [revealed, setRevealed] = useState<string>();
  if (side.error && !side.data) return <ErrorState error={side.error} onRetry={() => void side.refetch()} />;
  if (!side.data) return <Skeleton lines={6} />;
  if (!side.data.sealed || revealed === id) return <Open {...props} side={side.data} />;
  return (
    <>
      <div className="border-b border-line p-2 lg:hidden">
        <BackButton onClose={onClose} />
      </div>
      <EmptyState
        icon={HeartPulse}
        title={texts.sealedTitle}
        text={texts.sealedText}
        action={<Button onClick={() => setRevealed(id)}>{texts.show}</Button>}
      />
    </>
  );
}

const BackButton = ({ onClose }: { onClose(): void }) => (
  <IconButton label={texts.back} onClick={onClose}>
    <ArrowLeft aria-hidden />
  </IconButton>
);

function Open({ id, side, actions, fields, writing, onWriting, onClose }: Props & { side: DeskSide }) {
  const asked = useGet<Conversation>(`${CONVERSATIONS}/${id}`);
  const { can } = useMe();
  const mayWrite = can('agent');
  const send = async (what: Writing, text: string) => {
    const status = asked.data?.status;
    await (what === 'note' ? actions.note(id, text) : actions.reply(id, text, status !== 'handoff'));
  };
  const removeNote = async (note: Note) => {
    await actions.run(id, () => act.removeNote(note.id));
    toast.done(texts.done.note, () => void actions.note(id, note.text));
  };
  return (
    <>
      <Head id={id} conversation={asked.data} actions={actions} mayWrite={mayWrite} onClose={onClose} />
      <Side
        key={id}
        conversation={asked.data}
        side={side}
        disabled={!mayWrite}
        tagField={fields.tag}
        onChange={(change) => void actions.change(id, change)}
      />
      <Loaded of={asked} lines={6}>
        {({ messages }) => (
          <History messages={messages} notes={side.notes} onRemoveNote={(note) => void removeNote(note)} />
        )}
      </Loaded>
      {mayWrite && asked.data ? (
        <Composer
          key={`composer ${id}`}
          status={asked.data.status}
          writing={writing}
          onWriting={onWriting}
          field={fields.composer}
          onSend={send}
        />
      ) : (
        asked.data && <p className="border-t border-line p-4 text-muted">{texts.readOnly}</p>
      )}
    </>
  );
}

type HeadProps = Pick<Props, 'id' | 'actions' | 'onClose'> & { conversation?: Conversation; mayWrite: boolean };

function Head({ id, conversation, actions, mayWrite, onClose }: HeadProps) {
  const status = conversation?.status;
  const name = (conversation && nameOf(conversation)) ?? texts.visitor;
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-line px-3 py-2">
      <span className="lg:hidden">
        <BackButton onClose={onClose} />
      </span>
      <h2 className="min-w-0 truncate px-1 font-semibold">
        <span className="sr-only">{texts.conversation(name)}</span>
        <span aria-hidden>{name}</span>
      </h2>
      {status && <Badge tone={TONES[status]}>{texts.status[status]}</Badge>}
      {mayWrite && status && (
        <div className="ml-auto flex gap-2">
          {status === 'handoff' ? (
            <Button look="secondary" small onClick={() => void actions.handBack(id)}>
              <Bot className="size-4" aria-hidden />
              {texts.handBack}
            </Button>
          ) : (
            <Button look="secondary" small onClick={() => void actions.takeOver(id)}>
              <UserRound className="size-4" aria-hidden />
              {texts.takeOver}
            </Button>
          )}
          {status !== 'resolved' && (
            <Button small onClick={() => void actions.resolve(id, status)}>
              <Check className="size-4" aria-hidden />
              {texts.resolve}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
