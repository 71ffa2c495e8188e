import { BookingCard, Cards } from './cards.tsx';
import { Chooser } from './chooser.tsx';
import { clock } from './format.ts';
import { Down } from './icons.tsx';
import type { Shown } from './shown.ts';
import { type Item, latestCards } from './state.ts';
import { Words } from './text.tsx';

/** From anywhere within the panel, or from around it. */
export function toEnd(within: Element) {
  const log = within.closest('.panel')?.querySelector('.log') ?? within.querySelector('.log');
  log?.scrollTo(0, log.scrollHeight);
}

export function Log({ shown }: { shown: Shown }) {
  const { core, talk, state } = shown;
  const { say, settings } = core;
  const { greeting } = settings();
  const latest = latestCards(state.items);
  const last = state.items.at(-1);
  const waits = state.draft !== undefined || state.typing;
  return (
    <div class="log-frame">
      <div
        class="log"
        role="group"
        aria-busy={waits}
        aria-label={say('conversation')}
        tabIndex={0}
        onScroll={({ currentTarget: it }) => {
          const back = it.scrollHeight - it.scrollTop - it.clientHeight > 80;
          if (back !== !!state.back) talk.look({ back });
        }}
      >
        <Bubble
          item={{ key: 'greeting', role: 'assistant', text: greeting || say('greeting'), createdAt: '' }}
          ends={state.items[0]?.role !== 'assistant'}
          shown={shown}
        />
        {!last && !waits && <Replies texts={settings().suggestions} shown={shown} />}
        {state.items.map((item, i) => (
          <Turn key={item.key} item={item} next={state.items[i + 1]} latest={latest} shown={shown} />
        ))}
        {state.draft !== undefined && (
          <Bubble
            item={{ key: 'draft', role: 'assistant', text: state.draft, createdAt: '' }}
            ends={false}
            shown={shown}
          />
        )}
        {state.typing && (
          <div class="typing" role="img" aria-label={say('typing')}>
            <i />
            <i />
            <i />
          </div>
        )}
        {last && last.role !== 'customer' && !waits && (
          <>
            {last.asks && <Chooser key={last.key} asks={last.asks} shown={shown} />}
            <Replies texts={last.suggestions ?? []} shown={shown} />
          </>
        )}
        {state.status !== 'open' && <p class="line">{say(state.status === 'handoff' ? 'humanAsked' : 'resolved')}</p>}
      </div>
      {state.back && (
        <button
          type="button"
          class="to-end"
          aria-label={say('latest')}
          onClick={({ currentTarget }) => toEnd(currentTarget)}
        >
          <Down />
        </button>
      )}
    </div>
  );
}

type TurnProps = { item: Item; next?: Item; latest: Map<string, string>; shown: Shown };

function Turn({ item, next, latest, shown }: TurnProps) {
  return (
    <>
      {item.text && <Bubble item={item} ends={next?.role !== item.role} shown={shown} />}
      {item.cards?.length ? <Cards cards={item.cards} shown={shown} /> : null}
      {item.receipts
        ?.filter(({ type, code }) => type.startsWith('booking.') && code)
        .map((receipt) => (
          <BookingCard key={receipt.id} receipt={receipt} latest={latest.get(receipt.id) === item.key} shown={shown} />
        ))}
    </>
  );
}

function Bubble({ item, ends, shown: { core, talk } }: { item: Item; ends: boolean; shown: Shown }) {
  const { say, settings } = core;
  const who = say(item.role === 'customer' ? 'you' : item.role === 'agent' ? 'team' : 'assistant');
  const time = item.createdAt ? ` · ${clock(item.createdAt, settings())}` : '';
  return (
    <div class={`turn ${item.role}${ends ? ' ends' : ''}`}>
      <span class="hidden">{say('says', { who, text: '' })}</span>
      <div class="bubble" dir="auto">
        <Words text={item.text} />
      </div>
      {item.delivery && item.delivery !== 'sending' ? (
        <p class={`meta ${item.delivery}`}>
          {say(item.delivery)}{' '}
          {item.delivery === 'failed' && (
            <button type="button" class="link" onClick={() => talk.retry(item)}>
              {say('retry')}
            </button>
          )}
        </p>
      ) : (
        ends && <p class="meta">{item.role === 'customer' ? time.slice(3) : who + time}</p>
      )}
    </div>
  );
}

function Replies({ texts, shown: { talk } }: { texts: string[]; shown: Shown }) {
  if (!texts.length) return null;
  return (
    <div class="replies">
      {texts.map((text) => (
        <button key={text} type="button" class="reply" onClick={() => talk.send(text)}>
          {text}
        </button>
      ))}
    </div>
  );
}
