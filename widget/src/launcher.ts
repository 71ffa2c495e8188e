import { createElement, createIcon } from './dom.ts';
import { css } from './notice.css';
import type { Surface } from './surface.ts';
import type { Translate } from './texts.ts';

const CROSS_ICON_PATH = 'M6 6l12 12M18 6L6 18';

type LauncherState = { open: boolean; unread: number; label?: string };
export type Launcher = {
  button: HTMLButtonElement;
  update(state: LauncherState): void;
  /** Shows a short text next to the button: a greeting, or why the chat is unavailable. */
  showNotice(content: (Node | string)[], onPress?: () => void): void;
};

/** Creates only the button; everything else is created and styled when needed, to keep the page load small. */
export function createLauncher(
  { box, addStyles }: Surface,
  t: Translate,
  onPress: () => void,
  onHoverOrFocus: () => void,
): Launcher {
  const button = createElement('button', {
    class: 'launcher',
    type: 'button',
    'aria-haspopup': 'dialog',
    onclick: onPress,
    onpointerenter: onHoverOrFocus,
    onfocus: onHoverOrFocus,
  });
  let badge: HTMLElement | undefined;
  let notice: HTMLElement | undefined;
  box.append(button);

  function showUnreadCount(unread: number) {
    if (!badge && unread) {
      addStyles(css);
      badge = createElement('span', { class: 'badge', 'aria-hidden': 'true' });
      button.append(badge);
    }
    if (!badge) return;
    badge.hidden = !unread;
    badge.textContent = unread > 9 ? '9+' : String(unread);
  }
  function showNotice(content: (Node | string)[], onPress?: () => void) {
    notice?.remove();
    addStyles(css);
    const textElement = createElement(onPress ? 'button' : 'span', {
      class: 'nudge-text',
      type: onPress && 'button',
      onclick: onPress,
    });
    textElement.append(...content);
    const dismiss = () => {
      notice?.remove();
      button.focus();
    };
    const closeButton = createElement('button', {
      class: 'nudge-close',
      type: 'button',
      'aria-label': t('dismiss'),
      onclick: dismiss,
    });
    closeButton.append(createIcon(CROSS_ICON_PATH));
    notice = createElement('div', { class: 'nudge', role: 'status' }, textElement, closeButton);
    box.append(notice);
  }

  return {
    button,
    showNotice,
    update({ open, unread, label }) {
      const accessibleName = open ? t('close') : label || t('launcher');
      button.setAttribute(
        'aria-label',
        unread && !open ? `${accessibleName} (${t('unread', { n: unread })})` : accessibleName,
      );
      button.setAttribute('aria-expanded', String(open));
      showUnreadCount(open ? 0 : unread);
      box.classList.toggle('full', open);
      if (open) notice?.remove();
    },
  };
}
