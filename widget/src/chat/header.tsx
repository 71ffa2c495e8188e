import type { ComponentType } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Shown } from './chat.tsx';
import { Bell, Cross, Dots, Mail, Person, Star } from './icons.tsx';

export function Header({ shown, inline }: { shown: Shown; inline: boolean }) {
  const { core, state } = shown;
  const { say, settings } = core;
  const { title, businessName, subtitle, avatarUrl, openNow } = settings();
  const name = title || businessName || say('title');
  const about = subtitle || (openNow === undefined ? '' : say(openNow ? 'online' : 'away'));
  return (
    <header class="head">
      <span class="avatar" aria-hidden="true">
        {avatarUrl ? <img src={avatarUrl} alt="" /> : (businessName || name).slice(0, 1)}
      </span>
      <span class="head-text">
        <h2 id="fd-title">{name}</h2>
        {about && (
          <p>
            {openNow !== undefined && <i class={openNow ? 'dot' : 'dot off'} />}
            {about}
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

function Menu({ shown: { core, talk, state } }: { shown: Shown }) {
  const { say, settings } = core;
  const { rating, transcript } = settings();
  const [isOpen, setOpen] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isOpen) return;
    frame.current?.querySelector<HTMLElement>('.menu button')?.focus();
    const away = (event: Event) => event.composedPath().includes(frame.current!) || setOpen(false);
    addEventListener('pointerdown', away);
    return () => removeEventListener('pointerdown', away);
  }, [isOpen]);
  const begun = !!state.conversationId;
  const choose = (act: () => void) => () => {
    setOpen(false);
    button.current?.focus();
    act();
  };
  const choice = (Icon: ComponentType, text: string, act: () => void) => (
    <li>
      <button type="button" onClick={choose(act)}>
        <Icon />
        {text}
      </button>
    </li>
  );
  return (
    <div
      class="menu-frame"
      ref={frame}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return;
        event.stopPropagation();
        setOpen(false);
        button.current?.focus();
      }}
    >
      <button
        ref={button}
        type="button"
        class="round"
        aria-label={say('options')}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Dots />
      </button>
      {isOpen && (
        <ul class="menu">
          {state.status !== 'handoff' && choice(Person, say('human'), () => void talk.person())}
          {transcript && begun && choice(Mail, say('transcript'), () => talk.go('transcript'))}
          {rating && begun && choice(Star, say('rate'), () => talk.go('rating'))}
          {choice(Bell, say(talk.isSoundOn() ? 'soundOff' : 'soundOn'), () => talk.toggleSound())}
        </ul>
      )}
    </div>
  );
}
