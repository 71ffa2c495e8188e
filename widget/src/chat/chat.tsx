// The chat, loaded when it is opened or when there is a conversation to continue.
import { render } from 'preact';
import { createElement } from '../dom.ts';
import type { Chat, Core } from '../embed.ts';
import { SETTINGS_CHANGED, VISITOR_CHANGED } from '../widget-base.ts';
import { css as cardsCss } from './cards.css';
import { createChatStore } from './chat-store.ts';
import { css as formsCss } from './forms.css';
import { css as logCss } from './log.css';
import { scrollToEnd } from './log.tsx';
import { css as panelCss } from './panel.css';
import { Panel } from './panel.tsx';
import { CHAT_TEXTS } from './texts.ts';

export function createChat(core: Core): Chat {
  Object.assign(core.englishTexts, CHAT_TEXTS);
  let isInlineMode = false;
  let isOpen = false;
  const mountElement = createElement('div');
  /** Live region that announces each complete reply to screen readers. */
  const announcer = createElement('div', { class: 'hidden', 'aria-live': 'polite', 'aria-atomic': 'true' });
  const store = createChatStore(core, draw, (text) => {
    announcer.textContent = text;
  });
  let isDrawScheduled = false;
  function draw() {
    if (isDrawScheduled) return;
    isDrawScheduled = true;
    queueMicrotask(() => {
      isDrawScheduled = false;
      preserveFocus(() => {
        render(
          <Panel
            context={{ core, store, state: store.getState() }}
            inline={isInlineMode}
            open={isOpen || isInlineMode}
          />,
          mountElement,
        );
      });
      // Keep the latest message visible, unless the visitor scrolled back.
      if (!store.getState().isScrolled) scrollToEnd(mountElement);
    });
  }

  const getActiveElement = () => (mountElement.getRootNode() as Document | ShadowRoot).activeElement;
  const getPanelElement = () => mountElement.querySelector<HTMLElement>('.panel');
  let lastView = store.getState().view;
  /** Moves the focus if the focused element disappeared, or to the first field of a new form. */
  function preserveFocus(change: () => void) {
    const focusedBefore = getActiveElement();
    const hadFocus = focusedBefore && mountElement.contains(focusedBefore);
    change();
    const viewChanged = lastView !== store.getState().view;
    lastView = store.getState().view;
    if (hadFocus && (viewChanged || !focusedBefore.isConnected || focusedBefore === getPanelElement())) focusPanel();
  }

  core.on(SETTINGS_CHANGED, draw);
  core.on(VISITOR_CHANGED, () => store.restart());
  void store.start();

  /** Fits the panel into the part of the window that an on-screen keyboard leaves visible. */
  const viewport = window.visualViewport;
  function fitToViewport() {
    if (!viewport) return;
    mountElement.style.setProperty('--view-height', `${viewport.height}px`);
    mountElement.style.setProperty('--view-top', `${viewport.offsetTop}px`);
  }
  for (const event of ['resize', 'scroll']) viewport?.addEventListener(event, fitToViewport);

  function focusPanel() {
    // On touch devices, focusing a field would open the on-screen keyboard.
    const isTouch = matchMedia('(pointer: coarse)').matches;
    const field = isTouch ? null : mountElement.querySelector<HTMLElement>('textarea, input');
    (field ?? getPanelElement())?.focus({ preventScroll: true });
  }

  return {
    mountOn(surface, isInline) {
      isInlineMode = isInline;
      surface.addStyles(panelCss + logCss + cardsCss + formsCss);
      surface.box.prepend(mountElement, announcer);
      draw();
      if (isInlineMode) store.onOpened();
    },
    show(focus) {
      isOpen = true;
      fitToViewport();
      draw();
      store.onOpened();
      if (focus) requestAnimationFrame(focusPanel);
    },
    hide() {
      isOpen = false;
      draw();
      store.updateListening();
    },
    send: (text) => store.send(text),
  };
}
