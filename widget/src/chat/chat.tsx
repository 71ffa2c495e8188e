// The chat itself: loaded when it is opened, or when a conversation goes on.
import { render } from 'preact';
import { LOOK, VISITOR } from '../core.ts';
import { el } from '../dom.ts';
import type { Chat, Core } from '../door.ts';
import { css as cards } from './cards.css';
import { css as forms } from './forms.css';
import { css as log } from './log.css';
import { css as panel } from './panel.css';
import { Panel } from './panel.tsx';
import type { State } from './state.ts';
import { createTalk, type Talk } from './talk.ts';

/** What every part of the panel is given. */
export type Shown = { core: Core; talk: Talk; state: State };

export function createChat(core: Core): Chat {
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
      render(<Panel shown={{ core, talk, state: talk.state() }} inline={inline} open={open || inline} />, mount);
    });
  }
  core.on(LOOK, draw);
  core.on(VISITOR, () => talk.restart());
  void talk.start();

  function focusIn() {
    const coarse = matchMedia('(pointer: coarse)').matches;
    const frame = mount.querySelector<HTMLElement>('.panel');
    // A keyboard that springs up over half the screen is nothing that a customer asked for.
    const field = coarse ? null : frame?.querySelector<HTMLElement>('textarea, input');
    (field ?? frame)?.focus({ preventScroll: true });
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
