import { Keyboard, MessagesSquare, Search } from 'lucide-react';
import { type RefObject, useCallback, useDeferredValue, useEffect, useRef, useState } from 'react';
import { useMe } from '../me.ts';
import { useGet } from '../queries.ts';
import { IconButton } from '../ui/button.tsx';
import { PageHeader } from '../ui/card.tsx';
import { EmptyState } from '../ui/states.tsx';
import { useUrl } from '../url.ts';
import { type Actions, useActions } from './actions.ts';
import { AlertMenu } from './alert-menu.tsx';
import type { Writing } from './composer.tsx';
import { ConversationPane } from './conversation.tsx';
import { type Filter, INBOX, type InboxFacts, type Item, useConversations } from './data.ts';
import { ConversationList, focusRow } from './list.tsx';
import { LiveSign } from './live-sign.tsx';
import { rowsOf } from './rows.ts';
import { ShortcutHelp, useShortcuts } from './shortcuts.tsx';
import { texts } from './texts.ts';

type View = keyof typeof texts.views;
type Url = { view: View; q: string; channel: string; tag: string; conversation: string };
const VIEWS: Record<View, Filter> = {
  waiting: { status: 'handoff' },
  open: { status: 'open' },
  mine: { assignee: 'me' },
  resolved: { status: 'resolved' },
  all: {},
};

export function InboxPage() {
  const [url, go] = useUrl<Url>();
  const view = url.view && url.view in VIEWS ? url.view : 'all';
  const { channel, tag, conversation } = url;
  const [words, setWords] = useState(url.q ?? '');
  const q = useDeferredValue(words.trim()) || undefined;
  const asked = useConversations({ ...VIEWS[view], channel, tag, q });
  const rows = rowsOf(asked.data);
  const actions = useActions();
  const [writing, setWriting] = useState<Writing>('reply');
  const [help, setHelp] = useState(false);
  const search = useRef<HTMLInputElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const fields = { composer: useRef<HTMLTextAreaElement>(null), tag: useRef<HTMLInputElement>(null) };
  const open = useCallback((id?: string) => go({ conversation: id }), [go]);
  const close = () => {
    open();
    if (conversation) requestAnimationFrame(() => focusRow(conversation));
  };
  const pane = useRef<HTMLElement>(null);
  useEffect(() => {
    // On phones the conversation takes the list's place, and the focus with it.
    if (conversation && !scroller.current?.offsetParent) pane.current?.focus();
  }, [conversation]);
  useEffect(() => {
    if (q !== url.q) go({ q }, { replace: true });
    // Only what is typed goes there; going back does not fight it.
  }, [q, go]);
  useInboxShortcuts({
    rows,
    selected: conversation,
    open,
    close,
    actions,
    focus: (field) => field.current?.focus(),
    search,
    fields,
    setWriting,
    showHelp: () => setHelp(true),
  });
  const clear = () => {
    setWords('');
    go({ q: undefined, channel: undefined, tag: undefined, view: 'all' });
  };

  return (
    <>
      <PageHeader
        title={texts.title}
        action={
          <>
            <LiveSign />
            <AlertMenu />
            <IconButton label={texts.shortcuts.button} onClick={() => setHelp(true)}>
              <Keyboard aria-hidden />
            </IconButton>
          </>
        }
      />
      <div
        data-wide
        className="flex h-[calc(100dvh-11rem)] min-h-[26rem] overflow-clip rounded-xl border border-line bg-surface"
      >
        <section
          aria-label={texts.list}
          className={`w-full min-w-0 flex-col border-line lg:flex lg:w-96 lg:shrink-0 lg:border-r ${conversation ? 'hidden' : 'flex'}`}
        >
          <Filters {...{ view, channel, tag, words, search, go }} onWords={setWords} />
          <ConversationList
            asked={asked}
            scroller={scroller}
            selected={conversation}
            onSelect={open}
            view={view}
            isFiltered={Boolean(q || channel || tag)}
            onClear={clear}
          />
        </section>
        <section
          ref={pane}
          tabIndex={-1}
          aria-label={texts.more}
          className={`min-w-0 flex-1 flex-col outline-none lg:flex ${conversation ? 'flex' : 'hidden'}`}
        >
          {conversation ? (
            <ConversationPane
              key={conversation}
              id={conversation}
              {...{ actions, fields, writing }}
              onWriting={setWriting}
              onClose={close}
            />
          ) : (
            <EmptyState icon={MessagesSquare} title={texts.empty.choose} text={texts.empty.chooseText} />
          )}
        </section>
      </div>
      <ShortcutHelp open={help} onClose={() => setHelp(false)} />
    </>
  );
}

type FilterProps = {
  view: View;
  channel?: string;
  tag?: string;
  words: string;
  onWords(words: string): void;
  search: RefObject<HTMLInputElement | null>;
  go(change: Partial<Url>): void;
};

function Filters({ view, channel, tag, words, onWords, search, go }: FilterProps) {
  const { data } = useGet<InboxFacts>(INBOX);
  const counts: Partial<Record<View, number>> = { waiting: data?.waiting, open: data?.open, mine: data?.mine };
  const small = 'min-h-8 min-w-0 flex-1 rounded-lg border border-edge bg-surface px-2 text-sm';
  return (
    <div className="flex flex-col gap-2 border-b border-line p-3">
      <div className="relative">
        <Search className="absolute top-2.5 left-3 size-5 text-muted" aria-hidden />
        <input
          ref={search}
          type="search"
          aria-label={texts.search}
          placeholder={texts.search}
          maxLength={200}
          value={words}
          onChange={({ target }) => onWords(target.value)}
          className="min-h-10 w-full rounded-lg border border-edge bg-surface pr-3 pl-10 placeholder:text-muted"
        />
      </div>
      <fieldset className="flex flex-wrap gap-0.5">
        <legend className="sr-only">{texts.viewsLabel}</legend>
        {(Object.keys(VIEWS) as View[]).map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={view === each}
            onClick={() => go({ view: each, conversation: undefined })}
            className={`min-h-8 rounded-full px-2 text-sm ${view === each ? 'bg-accent-soft font-medium text-accent' : 'text-muted hover:bg-sunken hover:text-ink'}`}
          >
            {texts.views[each]}
            {counts[each] !== undefined && counts[each] > 0 && ` ${counts[each]}`}
          </button>
        ))}
      </fieldset>
      <div className="flex gap-2">
        <select
          aria-label={texts.channel}
          value={channel ?? ''}
          onChange={({ target }) => go({ channel: target.value || undefined })}
          className={small}
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
          onChange={({ target }) => go({ tag: target.value || undefined })}
          className={small}
        >
          <option value="">{texts.anyTag}</option>
          {[...new Set([...(data?.tags ?? []), ...(tag ? [tag] : [])])].map((each) => (
            <option key={each} value={each}>
              {each}
            </option>
          ))}
        </select>
      </div>
    </div>
  );
}

type ShortcutProps = {
  rows: Item[];
  selected?: string;
  open(id: string): void;
  close(): void;
  actions: Actions;
  focus(field: RefObject<HTMLElement | null>): void;
  search: RefObject<HTMLInputElement | null>;
  fields: { composer: RefObject<HTMLTextAreaElement | null>; tag: RefObject<HTMLInputElement | null> };
  setWriting(writing: Writing): void;
  showHelp(): void;
};

function useInboxShortcuts({
  rows,
  selected,
  open,
  close,
  actions,
  focus,
  search,
  fields,
  setWriting,
  showHelp,
}: ShortcutProps) {
  const { can } = useMe();
  const at = rows.findIndex(({ id }) => id === selected);
  const step = (by: number) => {
    const next = rows[Math.min(Math.max(at + by, 0), rows.length - 1)];
    if (next) open(next.id);
  };
  const write = (writing: Writing) => {
    setWriting(writing);
    focus(fields.composer);
  };
  const withOne = (work: (id: string) => unknown) => (selected && can('agent') ? () => work(selected) : undefined);
  useShortcuts({
    j: () => step(1),
    k: () => step(-1),
    '/': () => focus(search),
    '?': showHelp,
    Escape: selected ? close : undefined,
    r: withOne(() => write('reply')),
    n: withOne(() => write('note')),
    g: withOne(() => focus(fields.tag)),
    t: withOne(actions.takeOver),
    b: withOne(actions.handBack),
    e: withOne((id) => actions.resolve(id, rows[at]?.status ?? 'open')),
    a: withOne(actions.assignToMe),
  });
}
