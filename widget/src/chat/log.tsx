import { formatAuthor } from './author.ts';
import { BookingCard, Cards } from './cards.tsx';
import { Chooser } from './chooser.tsx';
import { formatTime } from './format.ts';
import { DownIcon } from './icons.tsx';
import { LinkedText } from './linked-text.tsx';
import type { PanelContext } from './panel-context.ts';
import { type DisplayedMessage, findLatestCards, type LatestCard } from './state.ts';

const SCROLLED_BACK_PIXELS = 80;

/** Scrolls the log to its end; works from any element inside or around the panel. */
export function scrollToEnd(element: Element) {
  const log = element.closest('.panel')?.querySelector('.log') ?? element.querySelector('.log');
  log?.scrollTo(0, log.scrollHeight);
}

export function Log({ context }: { context: PanelContext }) {
  const { core, store, state } = context;
  const { t, getSettings } = core;
  const { greeting } = getSettings();
  const latestCardById = findLatestCards(state.items);
  const lastItem = state.items.at(-1);
  const isWaiting = state.draft !== undefined || state.isTyping;
  return (
    <div class="log-frame">
      <div
        class="log"
        role="group"
        aria-busy={isWaiting}
        aria-label={t('conversation')}
        tabIndex={0}
        onScroll={({ currentTarget: log }) => {
          const isScrolled = log.scrollHeight - log.scrollTop - log.clientHeight > SCROLLED_BACK_PIXELS;
          if (isScrolled !== !!state.isScrolled) store.setView({ isScrolled });
        }}
      >
        <Bubble
          item={{ key: 'greeting', role: 'assistant', text: greeting || t('greeting'), createdAt: '' }}
          isLast={state.items[0]?.role !== 'assistant'}
          context={context}
        />
        {!lastItem && !isWaiting && <SuggestedReplies texts={getSettings().suggestions} context={context} />}
        {state.items.map((item, i) => (
          <Turn
            key={item.key}
            item={item}
            nextItem={state.items[i + 1]}
            latestCardById={latestCardById}
            context={context}
          />
        ))}
        {state.draft !== undefined && (
          <Bubble
            item={{ key: 'draft', role: 'assistant', text: state.draft, createdAt: '' }}
            isLast={false}
            context={context}
          />
        )}
        {state.isTyping && (
          <div class="typing" role="img" aria-label={t('typing')}>
            <i />
            <i />
            <i />
          </div>
        )}
        {lastItem && lastItem.role !== 'customer' && !isWaiting && (
          <>
            {lastItem.asks && <Chooser key={lastItem.key} asks={lastItem.asks} context={context} />}
            <SuggestedReplies texts={lastItem.suggestions ?? []} context={context} />
          </>
        )}
        {state.typingPerson ? (
          <p class="line">{t('personTyping', { name: state.typingPerson })}</p>
        ) : (
          state.status !== 'open' &&
          !state.person && <p class="line">{t(state.status === 'handoff' ? 'humanAsked' : 'resolved')}</p>
        )}
      </div>
      {state.isScrolled && (
        <button
          type="button"
          class="to-end"
          aria-label={t('latest')}
          onClick={({ currentTarget }) => scrollToEnd(currentTarget)}
        >
          <DownIcon />
        </button>
      )}
    </div>
  );
}

type TurnProps = {
  item: DisplayedMessage;
  nextItem?: DisplayedMessage;
  latestCardById: Map<string, LatestCard>;
  context: PanelContext;
};

function Turn({ item, nextItem: next, latestCardById, context }: TurnProps) {
  return (
    <>
      {item.text && <Bubble item={item} isLast={next?.role !== item.role} context={context} />}
      {item.cards?.length ? <Cards cards={item.cards} context={context} /> : null}
      {item.receipts
        ?.filter(({ type, code }) => type.startsWith('booking.') && code)
        .map((receipt) => {
          const card = latestCardById.get(receipt.id) ?? { key: item.key, receipt };
          return (
            <BookingCard
              key={receipt.id}
              receipt={receipt}
              latestCard={card}
              isLatest={card.key === item.key}
              context={context}
            />
          );
        })}
    </>
  );
}

function Bubble({
  item,
  isLast,
  context: { core, store },
}: {
  item: DisplayedMessage;
  /** The last of several messages in a row by the same author. */
  isLast: boolean;
  context: PanelContext;
}) {
  const { t, getSettings } = core;
  const author = formatAuthor(core, item);
  const time = item.createdAt ? ` · ${formatTime(item.createdAt, getSettings())}` : '';
  return (
    <div class={`turn ${item.role}${isLast ? ' ends' : ''}`}>
      <span class="hidden">{t('says', { who: author, text: '' })}</span>
      <div class="bubble" dir="auto">
        <LinkedText text={item.text} />
      </div>
      {item.delivery && item.delivery !== 'sending' ? (
        <p class={`meta ${item.delivery}`}>
          {t(item.delivery)}{' '}
          {item.delivery === 'failed' && (
            <button type="button" class="link" onClick={() => store.retry(item)}>
              {t('retry')}
            </button>
          )}
        </p>
      ) : (
        isLast && <p class="meta">{item.role === 'customer' ? time.slice(3) : author + time}</p>
      )}
    </div>
  );
}

function SuggestedReplies({ texts, context: { store } }: { texts: string[]; context: PanelContext }) {
  if (!texts.length) return null;
  return (
    <div class="replies">
      {texts.map((text) => (
        <button key={text} type="button" class="reply" onClick={() => store.send(text)}>
          {text}
        </button>
      ))}
    </div>
  );
}
