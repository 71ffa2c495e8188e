import type { TargetedKeyboardEvent } from 'preact';
import { Composer } from './composer.tsx';
import { Details, Rating, Transcript } from './forms.tsx';
import { Header } from './header.tsx';
import { Log } from './log.tsx';
import type { Shown } from './shown.ts';
import { Words } from './text.tsx';

const NARROW = matchMedia('(max-width: 480px), (max-height: 420px)');

export function Panel({ shown, inline, open }: { shown: Shown; inline: boolean; open: boolean }) {
  const { core } = shown;
  // A page in a frame is never the whole screen, however narrow it is.
  const full = !inline && NARROW.matches && parent === window;

  function onKeyDown(event: TargetedKeyboardEvent<HTMLElement>) {
    if (inline) return;
    if (event.key === 'Escape') {
      event.stopPropagation();
      core.close();
    }
    // Over the whole screen nothing behind it can be seen, so the focus must not go there.
    if (event.key === 'Tab' && full) keepFocus(event, event.currentTarget);
  }
  return (
    <div
      class="panel"
      hidden={!open}
      role={inline ? 'region' : 'dialog'}
      aria-modal={full ? 'true' : undefined}
      aria-labelledby="fd-title"
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      <Header shown={shown} inline={inline} />
      <Body shown={shown} />
      {core.settings().poweredBy && (
        <p class="powered">
          <a href={core.options.base} target="_blank" rel="noopener noreferrer">
            {core.say('powered')}
          </a>
        </p>
      )}
    </div>
  );
}

function Body({ shown }: { shown: Shown }) {
  const { core, talk, state } = shown;
  const { preChat, emergencyNumber } = core.settings();
  const asksFirst = preChat.enabled && preChat.fields?.length && !state.conversationId && !core.memory.get().customer;
  if (state.phase === 'failed' && !state.items.length) return <Unavailable shown={shown} />;
  if (state.phase === 'loading' && !state.items.length) return <div class="rest" aria-busy="true" />;
  if (state.view === 'transcript') return <Transcript shown={shown} />;
  if (state.view === 'rating') return <Rating shown={shown} />;
  if (asksFirst && !state.items.length) return <Details shown={shown} />;
  const wantsRating = core.settings().rating && state.status === 'resolved' && state.rating === null;
  return (
    <>
      {emergencyNumber && (
        <p class="notice grave">
          <Words text={core.say('emergency', { number: emergencyNumber })} />
        </p>
      )}
      <Log shown={shown} />
      {(state.notice || !state.online) && <p class="notice">{state.online ? state.notice : core.say('offline')}</p>}
      {wantsRating && (
        <button type="button" class="action main wide" onClick={() => talk.look({ view: 'rating' })}>
          {core.say('rate')}
        </button>
      )}
      <Composer shown={shown} />
    </>
  );
}

function Unavailable({ shown: { core, talk } }: { shown: Shown }) {
  const { phone } = core.settings();
  const [before, after] = core.say(phone ? 'unavailableCall' : 'unavailable', { phone: '\n' }).split('\n');
  return (
    <div class="rest">
      <p role="alert">
        {before}
        {phone && (
          <a href={`tel:${phone.replace(/[^+\d]/g, '')}`} dir="ltr">
            {phone}
          </a>
        )}
        {after}
      </p>
      <button type="button" class="action main" onClick={() => void talk.start()}>
        {core.say('retry')}
      </button>
    </div>
  );
}

function keepFocus(event: KeyboardEvent, panel: HTMLElement): void {
  const all = [...panel.querySelectorAll<HTMLElement>('button, a[href], input, textarea, [tabindex="0"]')].filter(
    (it) => !it.matches(':disabled, [tabindex="-1"]') && it.offsetParent,
  );
  const [from, to] = event.shiftKey ? [all[0], all.at(-1)] : [all.at(-1), all[0]];
  const active = (panel.getRootNode() as ShadowRoot).activeElement;
  if (active !== from && active !== panel) return;
  event.preventDefault();
  to?.focus();
}
