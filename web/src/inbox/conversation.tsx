import { ArrowLeft, Bot, Check, Contact, HeartPulse, UserRound } from 'lucide-react';
import { type RefObject, useState } from 'react';
import { useMe } from '../me.ts';
import { useGet } from '../queries.ts';
import { Badge } from '../ui/badge.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { EmptyState, ErrorState, Loaded, Skeleton } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import type { Actions } from './actions.ts';
import { AssigneeAndTags } from './assignee-and-tags.tsx';
import { Composer, type ComposerMode } from './composer.tsx';
import { UrgentBadge } from './conversation-list.tsx';
import { CustomerPanel } from './customer-panel.tsx';
import {
  CONVERSATIONS_PATH,
  type Conversation,
  conversationApi,
  INBOX_CONVERSATIONS_PATH,
  type Note,
  type TeamData,
} from './data.ts';
import { getDisplayName } from './headline.ts';
import { ConversationHistory } from './messages.tsx';
import { formatStage, STAGE_TONES } from './rows.ts';
import { texts } from './texts.ts';
import { useTypingNotice } from './typing.ts';

type FieldRefs = {
  composerField: RefObject<HTMLTextAreaElement | null>;
  tagField: RefObject<HTMLInputElement | null>;
};

type Props = {
  id: string;
  actions: Actions;
  fields: FieldRefs;
  composerMode: ComposerMode;
  onComposerModeChange(mode: ComposerMode): void;
  onClose(): void;
};

export function ConversationPane(props: Props) {
  const { id, onClose } = props;
  const teamDataQuery = useGet<TeamData>(`${INBOX_CONVERSATIONS_PATH}/${id}`);
  const [revealedId, setRevealedId] = useState<string>();
  if (teamDataQuery.error && !teamDataQuery.data)
    return <ErrorState error={teamDataQuery.error} onRetry={() => void teamDataQuery.refetch()} />;
  if (!teamDataQuery.data) return <Skeleton lines={6} />;
  if (!teamDataQuery.data.sealed || revealedId === id)
    return <RevealedConversation {...props} teamData={teamDataQuery.data} />;
  return (
    <>
      <div className="border-b border-line p-2 lg:hidden">
        <BackButton onClose={onClose} />
      </div>
      <EmptyState
        icon={HeartPulse}
        title={texts.healthHiddenTitle}
        text={texts.healthHiddenText}
        action={<Button onClick={() => setRevealedId(id)}>{texts.showConversation}</Button>}
      />
    </>
  );
}

const BackButton = ({ onClose }: { onClose(): void }) => (
  <IconButton label={texts.back} onClick={onClose}>
    <ArrowLeft aria-hidden />
  </IconButton>
);

function RevealedConversation({
  id,
  teamData,
  actions,
  fields,
  composerMode,
  onComposerModeChange,
  onClose,
}: Props & { teamData: TeamData }) {
  const query = useGet<Conversation>(`${CONVERSATIONS_PATH}/${id}`);
  const { hasRoleAtLeast } = useMe();
  const canWrite = hasRoleAtLeast('agent');
  const notifyTyping = useTypingNotice(id);
  const [isCustomerPanelOpen, setIsCustomerPanelOpen] = useState(false);
  const send = async (mode: ComposerMode, text: string) => {
    const status = query.data?.status;
    await (mode === 'note' ? actions.addNote(id, text) : actions.reply(id, text, { takesOver: status !== 'handoff' }));
  };
  const removeNote = async (note: Note) => {
    await actions.runAndRefresh(id, () => conversationApi.removeNote(note.id));
    toast.success(texts.done.note, () => void actions.addNote(id, note.text));
  };
  return (
    <>
      <ConversationHeader
        id={id}
        teamData={teamData}
        actions={actions}
        canWrite={canWrite}
        onClose={onClose}
        isCustomerPanelOpen={isCustomerPanelOpen}
        conversation={query.data}
        onToggleCustomerPanel={() => setIsCustomerPanelOpen(!isCustomerPanelOpen)}
      />
      {teamData.urgent && (
        <p role="status" className="border-b border-line bg-danger-soft px-4 py-2 text-sm font-medium text-danger">
          {texts.urgentText}
        </p>
      )}
      <AssigneeAndTags
        key={id}
        teamData={teamData}
        disabled={!canWrite}
        tagField={fields.tagField}
        onChange={(change) => void actions.change(id, change)}
      />
      <div className="flex min-h-0 flex-1 flex-col xl:flex-row-reverse">
        {query.data && (
          // Below the widest screens it covers part of the messages, so it is closed at first.
          <aside
            id={CUSTOMER_PANEL_ID}
            aria-label={texts.customer}
            className={`overflow-y-auto border-line max-xl:max-h-[45%] max-xl:border-b xl:block xl:w-72 xl:shrink-0 xl:border-l ${isCustomerPanelOpen ? '' : 'hidden'}`}
          >
            <CustomerPanel conversation={query.data} knownCustomer={teamData.knownCustomer} />
          </aside>
        )}
        <div className="flex min-h-0 min-w-0 flex-1 flex-col">
          <Loaded query={query} skeletonLines={6}>
            {({ messages }) => (
              <ConversationHistory
                messages={messages}
                notes={teamData.notes}
                deliveries={teamData.deliveries}
                call={teamData.call}
                onRemoveNote={(note) => void removeNote(note)}
              />
            )}
          </Loaded>
          {canWrite && query.data ? (
            <Composer
              key={`composer ${id}`}
              status={query.data.status}
              canReply={teamData.call === null}
              mode={composerMode}
              onModeChange={onComposerModeChange}
              field={fields.composerField}
              onTyping={notifyTyping}
              onSend={send}
            />
          ) : (
            query.data && <p className="border-t border-line p-4 text-muted">{texts.readOnly}</p>
          )}
        </div>
      </div>
    </>
  );
}

const CUSTOMER_PANEL_ID = 'customer-panel';

type ConversationHeaderProps = Pick<Props, 'id' | 'actions' | 'onClose'> & {
  conversation?: Conversation;
  teamData: TeamData;
  canWrite: boolean;
  isCustomerPanelOpen: boolean;
  onToggleCustomerPanel(): void;
};

function ConversationHeader({
  id,
  conversation,
  teamData,
  actions,
  canWrite,
  onClose,
  isCustomerPanelOpen,
  onToggleCustomerPanel,
}: ConversationHeaderProps) {
  const status = conversation?.status;
  const { knownCustomer } = teamData;
  const name = (conversation && getDisplayName({ ...conversation, knownCustomer })) ?? texts.visitor;
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-line px-3 py-2">
      <span className="lg:hidden">
        <BackButton onClose={onClose} />
      </span>
      <h2 className="min-w-0 truncate px-1 font-semibold">
        <span className="sr-only">{texts.conversation(name)}</span>
        <span aria-hidden>{name}</span>
      </h2>
      {teamData.urgent && <UrgentBadge />}
      <Badge tone={STAGE_TONES[teamData.stage]}>{formatStage(teamData)}</Badge>
      <span className="xl:hidden">
        <IconButton
          label={texts.showCustomer}
          aria-expanded={isCustomerPanelOpen}
          aria-controls={CUSTOMER_PANEL_ID}
          onClick={onToggleCustomerPanel}
        >
          <Contact aria-hidden />
        </IconButton>
      </span>
      {canWrite && status && (
        <div className="ml-auto flex gap-2">
          {status === 'handoff' ? (
            <Button variant="secondary" small onClick={() => void actions.handBack(id)}>
              <Bot className="size-4" aria-hidden />
              {texts.handBack}
            </Button>
          ) : (
            <Button variant="secondary" small onClick={() => void actions.takeOver(id)}>
              <UserRound className="size-4" aria-hidden />
              {texts.takeOver}
            </Button>
          )}
          {status !== 'resolved' && (
            <Button small title={texts.resolveHint} onClick={() => void actions.resolve(id, status)}>
              <Check className="size-4" aria-hidden />
              {texts.resolve}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
