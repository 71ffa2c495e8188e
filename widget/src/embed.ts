import { type Base, LOOK, VISITOR } from './core.ts';
import { el } from './dom.ts';
import { createLauncher } from './launcher.ts';
import { planGreeting } from './proactive.ts';
import type { Settings } from './shapes.ts';
import { createSurface, darkened, type Surface } from './surface.ts';
import type { Say } from './texts.ts';

/** What the chat is given by the script that loads it. */
export type Core = Base & { isOpen(): boolean; close(): void; setUnread(count: number): void };

export type Chat = {
  place(surface: Surface, inline: boolean): void;
  show(focus: boolean): void;
  hide(): void;
  send(text: string): void;
};
type ChatModule = { createChat(core: Core): Chat };

export type Embed = ReturnType<typeof createEmbed>;

/** Embeds the chat in a page: behind the launcher button, or inline in an element. */
export function createEmbed(base: Base) {
  const { options, memory, settings, say, emit } = base;
  const host = document.createElement('frontdesk-launcher');
  const floating = createSurface(host, false);
  let current = floating;
  const launcher = createLauncher(floating, say, toggle, () => void load().catch(() => {}));
  let loading: Promise<Chat> | undefined;
  let failures = 0;
  let isOpen = false;
  let opener: HTMLElement | null = null;
  let inline: HTMLElement | undefined;
  const core: Core = { ...base, isOpen: () => isOpen || !!inline, close, setUnread };

  /** A browser remembers that a module could not be had, so another try has another address. */
  const address = () => `${options.base}/widget/${CHAT_FILE}${failures ? `?${failures}` : ''}`;
  function load(): Promise<Chat> {
    loading ??= fetchChat();
    return loading;
  }
  async function fetchChat(): Promise<Chat> {
    try {
      const arriving: Promise<ChatModule> = import(address());
      const [{ createChat }] = await Promise.all([arriving, base.worded()]);
      const chat = createChat(core);
      chat.place(current, !!inline);
      return chat;
    } catch (error) {
      loading = undefined;
      failures++;
      throw error;
    }
  }

  function setUnread(unread: number) {
    if ((memory.get().unread ?? 0) !== unread) emit('unread', unread);
    memory.set({ unread });
    draw();
  }
  function draw() {
    if (!host.isConnected) return;
    for (const surface of new Set([floating, current])) surface.paint(settings());
    launcher.show({ open: isOpen, unread: memory.get().unread ?? 0, label: settings().launcherLabel });
    launcher.button.hidden = !options.launcher || !!inline;
  }
  base.on(LOOK, draw);
  base.on(VISITOR, draw);
  darkened.addEventListener('change', draw);

  async function open(focus = true) {
    if (isOpen || inline) return;
    isOpen = true;
    opener = document.activeElement === host ? null : (document.activeElement as HTMLElement | null);
    draw();
    try {
      const chat = await load();
      if (!isOpen) return;
      memory.set({ open: true });
      chat.show(focus);
      emit('open');
    } catch {
      isOpen = false;
      draw();
      launcher.nudge(apology(settings(), say));
    }
  }

  function close() {
    if (!isOpen) return;
    isOpen = false;
    memory.set({ open: false });
    const within = document.activeElement === host;
    void loading?.then((chat) => chat.hide());
    draw();
    if (within) (opener?.isConnected && opener !== document.body ? opener : launcher.button).focus();
    emit('close');
  }
  function toggle() {
    if (isOpen) close();
    else void open();
  }

  /** In the page instead of behind the button; without an element, back behind it. */
  async function putInline(element?: HTMLElement) {
    inline = element;
    current = element ? createSurface(element, true) : floating;
    current.paint(settings());
    draw();
    if (loading !== undefined) (await loading).place(current, !!element);
    else if (element) await load().catch(() => current.box.append(el('p', {}, ...apology(settings(), say))));
  }

  /** Once there is something to show. */
  function appear() {
    document.body.append(host);
    // Frameworks that put another page's body in place of this one must not lose us.
    new MutationObserver(() => host.isConnected || document.body?.append(host)).observe(document.documentElement, {
      childList: true,
    });
    draw();
    const kept = memory.get();
    if (options.open || (kept.open && innerWidth > 480)) void open(false);
    else if (kept.conversationId || kept.outbox?.length) void load().catch(() => {});
    else
      planGreeting(
        settings,
        say,
        memory,
        () => !core.isOpen(),
        (words) => launcher.nudge([words], () => void open()),
      );
    emit('ready');
  }
  return { host, open, close, toggle, load, putInline, appear };
}

/** Kind words for the customer, with the telephone where it is known. */
function apology({ phone }: Settings, say: Say): (Node | string)[] {
  if (!phone) return [say('unavailable')];
  const [before = '', after = ''] = say('unavailableCall', { phone: '\n' }).split('\n');
  return [before, el('a', { href: `tel:${phone.replace(/[^+\d]/g, '')}`, dir: 'ltr' }, phone), after];
}
