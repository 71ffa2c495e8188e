import type { TargetedKeyboardEvent } from 'preact';
import { Composer } from './composer.tsx';
import { PreChatForm, RatingForm, TranscriptForm } from './forms.tsx';
import { Header } from './header.tsx';
import { LinkedText } from './linked-text.tsx';
import { Log } from './log.tsx';
import type { PanelContext } from './panel-context.ts';

const NARROW_SCREEN_QUERY = matchMedia('(max-width: 480px), (max-height: 420px)');

export function Panel({ context, inline, open }: { context: PanelContext; inline: boolean; open: boolean }) {
  const { core } = context;
  // Inside an iframe the panel never covers the whole screen.
  const isFullScreen = !inline && NARROW_SCREEN_QUERY.matches && parent === window;

  function onKeyDown(event: TargetedKeyboardEvent<HTMLElement>) {
    if (inline) return;
    if (event.key === 'Escape') {
      event.stopPropagation();
      core.close();
    }
    // In full screen the page behind is hidden, so trap the focus.
    if (event.key === 'Tab' && isFullScreen) trapFocus(event, event.currentTarget);
  }
  return (
    <div
      class="panel"
      hidden={!open}
      role={inline ? 'region' : 'dialog'}
      aria-modal={isFullScreen ? 'true' : undefined}
      aria-labelledby="fd-title"
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      <Header context={context} inline={inline} />
      <PanelBody context={context} />
      {core.getSettings().poweredBy && (
        <p class="powered">
          <a href={core.options.baseUrl} target="_blank" rel="noopener noreferrer">
            {core.t('powered')}
          </a>
        </p>
      )}
    </div>
  );
}

function PanelBody({ context }: { context: PanelContext }) {
  const { core, store, state } = context;
  const { preChat, emergencyNumber } = core.getSettings();
  const needsPreChat =
    preChat.enabled && preChat.fields?.length && !state.conversationId && !core.storage.get().customer;
  if (state.phase === 'failed' && !state.items.length) return <Unavailable context={context} />;
  if (state.phase === 'loading' && !state.items.length) return <div class="rest" aria-busy="true" />;
  if (state.view === 'transcript') return <TranscriptForm context={context} />;
  if (state.view === 'rating') return <RatingForm context={context} />;
  if (needsPreChat && !state.items.length) return <PreChatForm context={context} />;
  const asksForRating = core.getSettings().rating && state.status === 'resolved' && state.rating === null;
  return (
    <>
      {emergencyNumber && (
        <p class="notice grave">
          <LinkedText text={core.t('emergency', { number: emergencyNumber })} />
        </p>
      )}
      <Log context={context} />
      {(state.notice || !state.isOnline) && <p class="notice">{state.isOnline ? state.notice : core.t('offline')}</p>}
      {asksForRating && (
        <button type="button" class="action main wide" onClick={() => store.setView({ view: 'rating' })}>
          {core.t('rate')}
        </button>
      )}
      <Composer context={context} />
    </>
  );
}

function Unavailable({ context: { core, store } }: { context: PanelContext }) {
  const { phone } = core.getSettings();
  const [textBefore, textAfter] = core.t(phone ? 'unavailableCall' : 'unavailable', { phone: '\n' }).split('\n');
  return (
    <div class="rest">
      <p role="alert">
        {textBefore}
        {phone && (
          <a href={`tel:${phone.replace(/[^+\d]/g, '')}`} dir="ltr">
            {phone}
          </a>
        )}
        {textAfter}
      </p>
      <button type="button" class="action main" onClick={() => void store.start()}>
        {core.t('retry')}
      </button>
    </div>
  );
}

function trapFocus(event: KeyboardEvent, panel: HTMLElement): void {
  const focusable = [...panel.querySelectorAll<HTMLElement>('button, a[href], input, textarea, [tabindex="0"]')].filter(
    (element) => !element.matches(':disabled, [tabindex="-1"]') && element.offsetParent,
  );
  const [edgeElement, wrapTarget] = event.shiftKey
    ? [focusable[0], focusable.at(-1)]
    : [focusable.at(-1), focusable[0]];
  const active = (panel.getRootNode() as ShadowRoot).activeElement;
  if (active !== edgeElement && active !== panel) return;
  event.preventDefault();
  wrapTarget?.focus();
}
