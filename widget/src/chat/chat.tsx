// The chat itself: loaded when it is opened, or when a conversation goes on.
import { render } from 'preact';
import { LOOK, VISITOR } from '../core.ts';
import { el } from '../dom.ts';
import type { Chat, Core } from '../embed.ts';
import { css as cards } from './cards.css';
import { css as forms } from './forms.css';
import { css as log } from './log.css';
import { toEnd } from './log.tsx';
import { css as panel } from './panel.css';
import { Panel } from './panel.tsx';
import { createTalk } from './talk.ts';
import { MORE_TEXTS } from './texts.ts';

export function createChat(core: Core): Chat {
  Object.assign(core.texts, MORE_TEXTS);
  let inline = false;
  let open = false;
  const mount = el('div');
  /** One announcement for each reply, made when it is complete. */
  const spoken = el('div', { class: 'hidden', 'aria-live': 'polite', 'aria-atomic': 'true' });
  const talk = createTalk(core, draw, (text) => {
    spoken.textContent = text;
  });
  let drawing = false;
  function draw() {
    if (drawing) return;
    drawing = true;
    queueMicrotask(() => {
      drawing = false;
      keepFocus(() => {
        render(<Panel shown={{ core, talk, state: talk.state() }} inline={inline} open={open || inline} />, mount);
      });
      // The latest stays in sight, unless the reader has gone back to an earlier one.
      if (!talk.state().back) toEnd(mount);
    });
  }

  const active = () => (mount.getRootNode() as Document | ShadowRoot).activeElement;
  const frame = () => mount.querySelector<HTMLElement>('.panel');
  let shownView = talk.state().view;
  /** A button that was pressed may be gone with what it belonged to; a form has its first field to fill in. */
  function keepFocus(change: () => void) {
    const before = active();
    const wasIn = before && mount.contains(before);
    change();
    const turned = shownView !== talk.state().view;
    shownView = talk.state().view;
    if (wasIn && (turned || !before.isConnected || before === frame())) focusIn();
  }

  core.on(LOOK, draw);
  core.on(VISITOR, () => talk.restart());
  void talk.start();

  /** An on-screen keyboard takes part of the window away; the panel stays in what is left. */
  const view = window.visualViewport;
  function fit() {
    if (!view) return;
    mount.style.setProperty('--view-height', `${view.height}px`);
    mount.style.setProperty('--view-top', `${view.offsetTop}px`);
  }
  for (const event of ['resize', 'scroll']) view?.addEventListener(event, fit);

  function focusIn() {
    // A keyboard that springs up over half the screen is nothing that a customer asked for.
    const coarse = matchMedia('(pointer: coarse)').matches;
    const field = coarse ? null : mount.querySelector<HTMLElement>('textarea, input');
    (field ?? frame())?.focus({ preventScroll: true });
  }

  return {
    place(next, isInline) {
      inline = isInline;
      next.wear(panel + log + cards + forms);
      next.box.prepend(mount, spoken);
      draw();
      if (inline) talk.opened();
    },
    show(focus) {
      open = true;
      fit();
      draw();
      talk.opened();
      if (focus) requestAnimationFrame(focusIn);
    },
    hide() {
      open = false;
      draw();
      talk.listen();
    },
    send: (text) => talk.send(text),
  };
}
