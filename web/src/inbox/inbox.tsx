import { Eye, EyeOff, Keyboard, MessagesSquare, Search } from 'lucide-react';
import { type RefObject, useCallback, useDeferredValue, useEffect, useRef, useState } from 'react';
import { MAX_COUNTED_CONVERSATIONS } from '../../../src/features/inbox/limits.ts';
import { useMe } from '../me.ts';
import { useGet } from '../queries.ts';
import { IconButton } from '../ui/button.tsx';
import { PageHeader } from '../ui/card.tsx';
import { EmptyState } from '../ui/states.tsx';
import { useUrlParams } from '../url.ts';
import { type Actions, useActions } from './actions.ts';
import { AlertMenu } from './alert-menu.tsx';
import type { ComposerMode } from './composer.tsx';
import { ConversationPane } from './conversation.tsx';
import { ConversationList, focusRow } from './conversation-list.tsx';
import { INBOX_PATH, type InboxFilter, type InboxItem, type InboxSummary, useConversations } from './data.ts';
import { LiveIndicator } from './live-indicator.tsx';
import { collectRows, putUrgentFirst } from './rows.ts';
import { ShortcutHelp, useShortcuts } from './shortcuts.tsx';
import { texts } from './texts.ts';

type View = keyof typeof texts.views;
type UrlParams = { view: View; q: string; channel: string; tag: string; conversation: string };
/** `person` is a conversation with the team, `open` one with the assistant; links in use contain these names. */
const FILTERS_BY_VIEW: Record<View, InboxFilter> = {
  waiting: { stage: 'waiting' },
  due: { sort: 'due' },
  person: { stage: 'person' },
  open: { stage: 'assistant' },
  mine: { assignee: 'me' },
  resolved: { stage: 'resolved' },
  all: {},
};

export function InboxPage() {
  const [urlParams, setUrl] = useUrlParams<UrlParams>();
  const view = urlParams.view && urlParams.view in FILTERS_BY_VIEW ? urlParams.view : 'all';
  const { channel, tag, conversation } = urlParams;
  const [searchText, setSearchText] = useState(urlParams.q ?? '');
  const q = useDeferredValue(searchText.trim()) || undefined;
  const [areNamesRevealed, setAreNamesRevealed] = useState(false);
  const filter: InboxFilter = { ...FILTERS_BY_VIEW[view], channel, tag, q, ...(areNamesRevealed && { reveal: true }) };
  const query = useConversations(filter);
  const urgentQuery = useConversations({ ...filter, urgent: true });
  const rows = putUrgentFirst(collectRows(urgentQuery.data), collectRows(query.data));
  // `sealed`: about health, so it is stored encrypted, and lists hide who wrote it.
  const showsRevealButton = areNamesRevealed || rows.some(({ sealed }) => sealed);
  const actions = useActions();
  const [composerMode, setComposerMode] = useState<ComposerMode>('reply');
  const [showsHelp, setShowsHelp] = useState(false);
  const searchField = useRef<HTMLInputElement>(null);
  const scrollContainer = useRef<HTMLDivElement>(null);
  const fields = { composerField: useRef<HTMLTextAreaElement>(null), tagField: useRef<HTMLInputElement>(null) };
  const openConversation = useCallback((id?: string) => setUrl({ conversation: id }), [setUrl]);
  const closeConversation = () => {
    openConversation();
    if (conversation) requestAnimationFrame(() => focusRow(conversation));
  };
  const conversationPane = useRef<HTMLElement>(null);
  useEffect(() => {
    // On phones the conversation replaces the list, so move the focus.
    if (conversation && !scrollContainer.current?.offsetParent) conversationPane.current?.focus();
  }, [conversation]);
  useEffect(() => {
    if (q !== urlParams.q) setUrl({ q }, { replace: true });
    // `urlParams.q` is left out on purpose: only typing updates the URL, not navigating back.
  }, [q, setUrl]);
  useInboxShortcuts({
    rows,
    selectedId: conversation,
    openConversation,
    closeConversation,
    actions,
    focusField: (field) => field.current?.focus(),
    searchField,
    fields,
    setComposerMode,
    showHelp: () => setShowsHelp(true),
  });
  const clearFilters = () => {
    setSearchText('');
    setUrl({ q: undefined, channel: undefined, tag: undefined, view: 'all' });
  };

  return (
    <>
      <PageHeader
        title={texts.title}
        action={
          <>
            <LiveIndicator />
            <AlertMenu />
            {/* Phones have no keyboard to use them with. */}
            <IconButton
              label={texts.shortcuts.button}
              className="max-md:hidden pointer-coarse:hidden"
              onClick={() => setShowsHelp(true)}
            >
              <Keyboard aria-hidden />
            </IconButton>
          </>
        }
      />
      {/* `data-wide` lets the page use the whole width of the window (shell.tsx). */}
      <div
        data-wide
        className="flex h-[calc(100dvh-11rem)] min-h-[26rem] overflow-clip rounded-xl border border-line bg-surface"
      >
        <section
          aria-label={texts.list}
          className={`w-full min-w-0 flex-col border-line lg:flex lg:w-96 lg:shrink-0 lg:border-r ${conversation ? 'hidden' : 'flex'}`}
        >
          <Filters
            view={view}
            channel={channel}
            tag={tag}
            searchText={searchText}
            searchField={searchField}
            setUrl={setUrl}
            onSearch={setSearchText}
          />
          {showsRevealButton && (
            <RevealButton isRevealed={areNamesRevealed} onToggle={() => setAreNamesRevealed(!areNamesRevealed)} />
          )}
          <ConversationList
            query={query}
            rows={rows}
            scrollContainer={scrollContainer}
            selectedId={conversation}
            onSelect={openConversation}
            view={view}
            isFiltered={Boolean(q || channel || tag)}
            onClear={clearFilters}
          />
        </section>
        <section
          ref={conversationPane}
          tabIndex={-1}
          aria-label={texts.conversationPane}
          className={`min-w-0 flex-1 flex-col outline-none lg:flex ${conversation ? 'flex' : 'hidden'}`}
        >
          {conversation ? (
            <ConversationPane
              key={conversation}
              id={conversation}
              actions={actions}
              fields={fields}
              composerMode={composerMode}
              onComposerModeChange={setComposerMode}
              onClose={closeConversation}
            />
          ) : (
            <EmptyState icon={MessagesSquare} title={texts.empty.choose} text={texts.empty.chooseText} />
          )}
        </section>
      </div>
      <ShortcutHelp open={showsHelp} onClose={() => setShowsHelp(false)} />
    </>
  );
}

/** Lists hide the names in conversations about health, because each view of such a name is logged. */
function RevealButton({ isRevealed, onToggle }: { isRevealed: boolean; onToggle(): void }) {
  const Icon = isRevealed ? EyeOff : Eye;
  return (
    <button
      type="button"
      title={texts.showNamesHint}
      aria-pressed={isRevealed}
      onClick={onToggle}
      className="flex min-h-9 items-center gap-2 border-b border-line px-4 text-sm font-medium text-accent hover:bg-sunken focus-visible:-outline-offset-2"
    >
      <Icon className="size-4 shrink-0" aria-hidden />
      {isRevealed ? texts.hideNames : texts.showNames}
      <span className="min-w-0 flex-1 truncate text-left font-normal text-muted">{texts.showNamesShort}</span>
    </button>
  );
}

type FilterProps = {
  view: View;
  channel?: string;
  tag?: string;
  searchText: string;
  onSearch(searchText: string): void;
  searchField: RefObject<HTMLInputElement | null>;
  setUrl(change: Partial<UrlParams>): void;
};

function Filters({ view, channel, tag, searchText, onSearch, searchField, setUrl }: FilterProps) {
  const { data } = useGet<InboxSummary>(INBOX_PATH);
  const counts: Partial<Record<View, number>> = {
    waiting: data?.waiting,
    due: data?.due ?? undefined,
    person: data?.withTeam,
    open: data?.open,
    mine: data?.mine,
  };
  // Without service levels nothing is ever due.
  const showsDueView = view === 'due' || (data?.due ?? null) !== null;
  const views = (Object.keys(FILTERS_BY_VIEW) as View[]).filter((viewName) => viewName !== 'due' || showsDueView);
  const selectClass = 'min-h-8 min-w-0 flex-1 rounded-lg border border-edge bg-surface px-2 text-sm';
  return (
    <div className="flex flex-col gap-2 border-b border-line p-3">
      <div className="relative">
        <Search className="absolute top-2.5 left-3 size-5 text-muted" aria-hidden />
        <input
          ref={searchField}
          type="search"
          aria-label={texts.search}
          placeholder={texts.search}
          maxLength={200}
          value={searchText}
          onChange={({ target }) => onSearch(target.value)}
          className="min-h-10 w-full rounded-lg border border-edge bg-surface pr-3 pl-10 placeholder:text-muted"
        />
      </div>
      <fieldset className="flex flex-wrap gap-0.5">
        <legend className="sr-only">{texts.viewsLabel}</legend>
        {views.map((viewName) => (
          <button
            key={viewName}
            type="button"
            aria-pressed={view === viewName}
            onClick={() => setUrl({ view: viewName, conversation: undefined })}
            className={`min-h-8 rounded-full px-2 text-sm ${view === viewName ? 'bg-accent-soft font-medium text-accent' : 'text-muted hover:bg-sunken hover:text-ink'}`}
          >
            {texts.views[viewName]}
            {counts[viewName] !== undefined &&
              counts[viewName] > 0 &&
              ` ${counts[viewName]}${viewName === 'open' && counts[viewName] === MAX_COUNTED_CONVERSATIONS ? '+' : ''}`}
          </button>
        ))}
      </fieldset>
      <div className="flex gap-2">
        <select
          aria-label={texts.channel}
          value={channel ?? ''}
          onChange={({ target }) => setUrl({ channel: target.value || undefined })}
          className={selectClass}
        >
          <option value="">{texts.anyChannel}</option>
          {Object.entries(texts.channels).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
        <select
          aria-label={texts.tag}
          value={tag ?? ''}
          onChange={({ target }) => setUrl({ tag: target.value || undefined })}
          className={selectClass}
        >
          <option value="">{texts.anyTag}</option>
          {[...new Set([...(data?.tags ?? []), ...(tag ? [tag] : [])])].map((tagName) => (
            <option key={tagName} value={tagName}>
              {tagName}
            </option>
          ))}
        </select>
      </div>
    </div>
  );
}

type ShortcutProps = {
  rows: InboxItem[];
  selectedId?: string;
  openConversation(id: string): void;
  closeConversation(): void;
  actions: Actions;
  focusField(field: RefObject<HTMLElement | null>): void;
  searchField: RefObject<HTMLInputElement | null>;
  fields: { composerField: RefObject<HTMLTextAreaElement | null>; tagField: RefObject<HTMLInputElement | null> };
  setComposerMode(mode: ComposerMode): void;
  showHelp(): void;
};

function useInboxShortcuts({
  rows,
  selectedId,
  openConversation,
  closeConversation,
  actions,
  focusField,
  searchField,
  fields,
  setComposerMode,
  showHelp,
}: ShortcutProps) {
  const { hasRoleAtLeast } = useMe();
  const selectedIndex = rows.findIndex(({ id }) => id === selectedId);
  const moveSelection = (offset: number) => {
    const nextRow = rows[Math.min(Math.max(selectedIndex + offset, 0), rows.length - 1)];
    if (nextRow) openConversation(nextRow.id);
  };
  const startWriting = (mode: ComposerMode) => {
    setComposerMode(mode);
    focusField(fields.composerField);
  };
  const ifSelected = (action: (id: string) => unknown) =>
    selectedId && hasRoleAtLeast('agent') ? () => action(selectedId) : undefined;
  useShortcuts({
    j: () => moveSelection(1),
    k: () => moveSelection(-1),
    '/': () => focusField(searchField),
    '?': showHelp,
    Escape: selectedId ? closeConversation : undefined,
    r: ifSelected(() => startWriting('reply')),
    n: ifSelected(() => startWriting('note')),
    g: ifSelected(() => focusField(fields.tagField)),
    t: ifSelected(actions.takeOver),
    b: ifSelected(actions.handBack),
    e: ifSelected((id) => actions.resolve(id, rows[selectedIndex]?.status ?? 'open')),
    a: ifSelected(actions.assignToMe),
  });
}
