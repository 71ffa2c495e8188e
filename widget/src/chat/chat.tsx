// The chat, loaded when it is opened or when there is a conversation to continue.
import { render } from 'preact';
import { SETTINGS_CHANGED, VISITOR_CHANGED } from '../core.ts';
import { el } from '../dom.ts';
import type { Chat, Core } from '../embed.ts';
import { css as cards } from './cards.css';
import { createChatStore } from './chat-store.ts';
import { css as forms } from './forms.css';
import { css as log } from './log.css';
import { scrollToEnd } from './log.tsx';
import { css as panel } from './panel.css';
import { Panel } from './panel.tsx';
import { CHAT_TEXTS } from './texts.ts';

export function createChat(core: Core): Chat {
  Object.assign(core.texts, CHAT_TEXTS);
  let isInlineMode = false;
  let open = false;
  const mount = el('div');
  /** Live region that announces each complete reply to screen readers. */
  const announcer = el('div', { class: 'hidden', 'aria-live': 'polite', 'aria-atomic': 'true' });
  const store = createChatStore(core, draw, (text) => {
    announcer.textContent = text;
  });
  let isScheduled = false;
  function draw() {
    if (isScheduled) return;
    isScheduled = true;
    queueMicrotask(() => {
      isScheduled = false;
      withFocusKept(() => {
        render(
          <Panel context={{ core, store, state: store.state() }} inline={isInlineMode} open={open || isInlineMode} />,
          mount,
        );
      });
      // Keep the latest message visible, unless the visitor scrolled back.
      if (!store.state().scrolledBack) scrollToEnd(mount);
    });
  }

  const activeElement = () => (mount.getRootNode() as Document | ShadowRoot).activeElement;
  const panelElement = () => mount.querySelector<HTMLElement>('.panel');
  let lastView = store.state().view;
  /** Moves the focus if the focused element disappeared, or to the first field of a new form. */
  function withFocusKept(change: () => void) {
    const focusedBefore = activeElement();
    const hadFocus = focusedBefore && mount.contains(focusedBefore);
    change();
    const viewChanged = lastView !== store.state().view;
    lastView = store.state().view;
    if (hadFocus && (viewChanged || !focusedBefore.isConnected || focusedBefore === panelElement())) focusPanel();
  }

  core.on(SETTINGS_CHANGED, draw);
  core.on(VISITOR_CHANGED, () => store.restart());
  void store.start();

  /** Fits the panel into the part of the window that an on-screen keyboard leaves visible. */
  const viewport = window.visualViewport;
  function fitToViewport() {
    if (!viewport) return;
    mount.style.setProperty('--view-height', `${viewport.height}px`);
    mount.style.setProperty('--view-top', `${viewport.offsetTop}px`);
  }
  for (const event of ['resize', 'scroll']) viewport?.addEventListener(event, fitToViewport);

  function focusPanel() {
    // On touch devices, focusing a field would open the on-screen keyboard.
    const isTouch = matchMedia('(pointer: coarse)').matches;
    const field = isTouch ? null : mount.querySelector<HTMLElement>('textarea, input');
    (field ?? panelElement())?.focus({ preventScroll: true });
  }

  return {
    mountOn(surface, isInline) {
      isInlineMode = isInline;
      surface.addStyles(panel + log + cards + forms);
      surface.box.prepend(mount, announcer);
      draw();
      if (isInlineMode) store.onOpened();
    },
    show(focus) {
      open = true;
      fitToViewport();
      draw();
      store.onOpened();
      if (focus) requestAnimationFrame(focusPanel);
    },
    hide() {
      open = false;
      draw();
      store.updateListening();
    },
    send: (text) => store.send(text),
  };
}
