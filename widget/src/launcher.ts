import { el, icon } from './dom.ts';
import { css } from './notice.css';
import type { Surface } from './surface.ts';
import type { Say } from './texts.ts';

const CROSS = 'M6 6l12 12M18 6L6 18';

type Shown = { open: boolean; unread: number; label?: string };
export type Launcher = {
  button: HTMLButtonElement;
  show(state: Shown): void;
  /** A few words beside the button: a greeting, or why there is no chat. */
  nudge(content: (Node | string)[], onPress?: () => void): void;
};

/** A page pays for the button alone: what is seen later is made later, and styled then. */
export function createLauncher({ box, wear }: Surface, say: Say, press: () => void, near: () => void): Launcher {
  const button = el('button', {
    class: 'launcher',
    type: 'button',
    'aria-haspopup': 'dialog',
    onclick: press,
    onpointerenter: near,
    onfocus: near,
  });
  let badge: HTMLElement | undefined;
  let note: HTMLElement | undefined;
  box.append(button);

  function count(unread: number) {
    if (!badge && unread) {
      wear(css);
      badge = el('span', { class: 'badge', 'aria-hidden': 'true' });
      button.append(badge);
    }
    if (!badge) return;
    badge.hidden = !unread;
    badge.textContent = unread > 9 ? '9+' : String(unread);
  }
  function nudge(content: (Node | string)[], onPress?: () => void) {
    note?.remove();
    wear(css);
    const words = el(onPress ? 'button' : 'span', { class: 'nudge-text', type: onPress && 'button', onclick: onPress });
    words.append(...content);
    const dismiss = () => {
      note?.remove();
      button.focus();
    };
    const cross = el('button', {
      class: 'nudge-close',
      type: 'button',
      'aria-label': say('dismiss'),
      onclick: dismiss,
    });
    cross.append(icon(CROSS));
    note = el('div', { class: 'nudge', role: 'status' }, words, cross);
    box.append(note);
  }

  return {
    button,
    nudge,
    show({ open, unread, label }) {
      const name = open ? say('close') : label || say('launcher');
      button.setAttribute('aria-label', unread && !open ? `${name} (${say('unread', { n: unread })})` : name);
      button.setAttribute('aria-expanded', String(open));
      count(open ? 0 : unread);
      box.classList.toggle('full', open);
      if (open) note?.remove();
    },
  };
}
