import type { ComponentType } from 'preact';
import { Bell, Cross, Dots, Mail, Person, Star } from './icons.tsx';
import type { Shown } from './shown.ts';

export function Header({ shown, inline }: { shown: Shown; inline: boolean }) {
  const { core, state } = shown;
  const { say, settings } = core;
  const { title, businessName, subtitle, avatarUrl, openNow } = settings();
  const name = title || businessName || say('title');
  const line = subtitle || (state.phase !== 'failed' && say('subtitle'));
  return (
    <header class="head">
      <span class="avatar" aria-hidden="true">
        {avatarUrl ? <img src={avatarUrl} alt="" /> : (businessName || name).slice(0, 1)}
      </span>
      <span class="head-text">
        <h2 id="fd-title">
          <bdi>{name}</bdi>
        </h2>
        {line && (
          <p>
            {openNow && <i class="dot" />}
            <bdi>{line}</bdi>
          </p>
        )}
      </span>
      {state.phase === 'ready' && <Menu shown={shown} />}
      {!inline && (
        <button type="button" class="round" aria-label={say('close')} onClick={() => core.close()}>
          <Cross />
        </button>
      )}
    </header>
  );
}

const focusFirst = (menu: HTMLElement | null) => menu?.querySelector('button')?.focus();

function Menu({ shown: { core, talk, state } }: { shown: Shown }) {
  const { say, settings } = core;
  const { rating, transcript } = settings();
  const begun = !!state.conversationId;
  const close = () => talk.look({ menu: false });
  const choice = (Icon: ComponentType, text: string, act: () => void) => (
    <li>
      <button
        type="button"
        onClick={({ currentTarget }) => {
          currentTarget.closest('.menu-frame')!.querySelector('button')!.focus();
          close();
          act();
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
        if (event.key !== 'Escape' || !state.menu) return;
        event.stopPropagation();
        event.currentTarget.querySelector('button')!.focus();
        close();
      }}
      onFocusOut={({ currentTarget, relatedTarget }) =>
        state.menu && !currentTarget.contains(relatedTarget as Node | null) && close()
      }
    >
      <button
        type="button"
        class="round"
        aria-label={say('options')}
        aria-expanded={!!state.menu}
        onClick={() => talk.look({ menu: !state.menu })}
      >
        <Dots />
      </button>
      {state.menu && (
        // The pointer takes no focus away: to the menu that would be the end.
        <ul class="menu" ref={focusFirst} onMouseDown={(event) => event.preventDefault()}>
          {state.status !== 'handoff' && choice(Person, say('human'), () => void talk.person())}
          {transcript && begun && choice(Mail, say('transcript'), () => talk.look({ view: 'transcript' }))}
          {rating && begun && choice(Star, say('rate'), () => talk.look({ view: 'rating' }))}
          {choice(Bell, say(talk.isSoundOn() ? 'soundOff' : 'soundOn'), () => talk.toggleSound())}
        </ul>
      )}
    </div>
  );
}
