import type { ComponentType } from 'preact';
import { formatOpeningTime } from './format.ts';
import { BellIcon, CrossIcon, DotsIcon, MailIcon, PersonIcon, StarIcon } from './icons.tsx';
import type { PanelContext } from './panel-context.ts';

export function Header({ context, inline }: { context: PanelContext; inline: boolean }) {
  const { core, state } = context;
  const { t, getSettings } = core;
  const { title, businessName, avatarUrl, openNow } = getSettings();
  const name = title || businessName || t('title');
  const statusText = describeStatus(context);
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
          <CrossIcon />
        </button>
      )}
    </header>
  );
}

/** Who answers, or when the business opens. The owner's own subtitle is shown only while it can be true. */
function describeStatus({ core: { t, getSettings }, state: { phase, status, person } }: PanelContext) {
  const { businessName: business = '', subtitle, opensAt = '' } = getSettings();
  if (status === 'handoff') {
    const { name } = person ?? {};
    return name ? t('withPerson', { name, business }) : t(person ? 'team' : 'waiting');
  }
  if (Date.parse(opensAt) > Date.now()) return t('closed', { time: formatOpeningTime(opensAt, getSettings(), t) });
  return subtitle || (phase !== 'failed' && t('subtitle'));
}

const focusFirstItem = (menu: HTMLElement | null) => menu?.querySelector('button')?.focus();

function Menu({ context: { core, store, state } }: { context: PanelContext }) {
  const { t, getSettings } = core;
  const { rating, transcript } = getSettings();
  const hasStarted = !!state.conversationId;
  const close = () => store.setView({ isMenuOpen: false });
  const renderMenuItem = (Icon: ComponentType, text: string, onSelect: () => void) => (
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
        <DotsIcon />
      </button>
      {state.isMenuOpen && (
        // Prevents mouse clicks from moving the focus, which would close the menu.
        <ul class="menu" ref={focusFirstItem} onMouseDown={(event) => event.preventDefault()}>
          {state.status !== 'handoff' && renderMenuItem(PersonIcon, t('human'), () => store.requestPerson())}
          {transcript &&
            hasStarted &&
            renderMenuItem(MailIcon, t('transcript'), () => store.setView({ view: 'transcript' }))}
          {rating && hasStarted && renderMenuItem(StarIcon, t('rate'), () => store.setView({ view: 'rating' }))}
          {renderMenuItem(BellIcon, t(store.isSoundOn() ? 'soundOff' : 'soundOn'), () => store.toggleSound())}
        </ul>
      )}
    </div>
  );
}
