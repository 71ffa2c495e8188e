import type { ComponentType } from 'preact';
import { openingTime } from './format.ts';
import { Bell, Cross, Dots, Mail, Person, Star } from './icons.tsx';
import type { PanelContext } from './panel-context.ts';

export function Header({ context, inline }: { context: PanelContext; inline: boolean }) {
  const { core, state } = context;
  const { t, settings } = core;
  const { title, businessName, avatarUrl, openNow } = settings();
  const name = title || businessName || t('title');
  const statusText = statusTextOf(context);
  return (
    <header class="head">
      <span class="avatar" aria-hidden="true">
        {avatarUrl ? <img src={avatarUrl} alt="" /> : (businessName || name).slice(0, 1)}
      </span>
      <span class="head-text">
        <h2 id="fd-title">
          <bdi>{name}</bdi>
        </h2>
        {statusText && (
          <p>
            {(state.status === 'handoff' ? state.person : openNow) && <i class="dot" />}
            <bdi>{statusText}</bdi>
          </p>
        )}
      </span>
      {state.phase === 'ready' && <Menu context={context} />}
      {!inline && (
        <button type="button" class="round" aria-label={t('close')} onClick={() => core.close()}>
          <Cross />
        </button>
      )}
    </header>
  );
}

/** Who answers, or when the business opens. The owner's own subtitle is shown only while it can be true. */
function statusTextOf({ core: { t, settings }, state: { phase, status, person } }: PanelContext) {
  const { businessName: business = '', subtitle, opensAt = '' } = settings();
  if (status === 'handoff') {
    const { name } = person ?? {};
    return name ? t('withPerson', { name, business }) : t(person ? 'team' : 'waiting');
  }
  if (Date.parse(opensAt) > Date.now()) return t('closed', { time: openingTime(opensAt, settings(), t) });
  return subtitle || (phase !== 'failed' && t('subtitle'));
}

const focusFirst = (menu: HTMLElement | null) => menu?.querySelector('button')?.focus();

function Menu({ context: { core, store, state } }: { context: PanelContext }) {
  const { t, settings } = core;
  const { rating, transcript } = settings();
  const hasStarted = !!state.conversationId;
  const close = () => store.setView({ isMenuOpen: false });
  const menuItem = (Icon: ComponentType, text: string, onSelect: () => void) => (
    <li>
      <button
        type="button"
        onClick={({ currentTarget }) => {
          currentTarget.closest('.menu-frame')!.querySelector('button')!.focus();
          close();
          onSelect();
        }}
      >
        <Icon />
        {text}
      </button>
    </li>
  );
  return (
    <div
      class="menu-frame"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !state.isMenuOpen) return;
        event.stopPropagation();
        event.currentTarget.querySelector('button')!.focus();
        close();
      }}
      onFocusOut={({ currentTarget, relatedTarget }) =>
        state.isMenuOpen && !currentTarget.contains(relatedTarget as Node | null) && close()
      }
    >
      <button
        type="button"
        class="round"
        aria-label={t('options')}
        aria-expanded={!!state.isMenuOpen}
        onClick={() => store.setView({ isMenuOpen: !state.isMenuOpen })}
      >
        <Dots />
      </button>
      {state.isMenuOpen && (
        // Prevents mouse clicks from moving the focus, which would close the menu.
        <ul class="menu" ref={focusFirst} onMouseDown={(event) => event.preventDefault()}>
          {state.status !== 'handoff' && menuItem(Person, t('human'), () => store.requestPerson())}
          {transcript && hasStarted && menuItem(Mail, t('transcript'), () => store.setView({ view: 'transcript' }))}
          {rating && hasStarted && menuItem(Star, t('rate'), () => store.setView({ view: 'rating' }))}
          {menuItem(Bell, t(store.isSoundOn() ? 'soundOff' : 'soundOn'), () => store.toggleSound())}
        </ul>
      )}
    </div>
  );
}
