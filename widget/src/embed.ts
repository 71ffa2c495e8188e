import type { Settings } from './api-types.ts';
import { SETTINGS_CHANGED, VISITOR_CHANGED, type WidgetBase } from './core.ts';
import { el } from './dom.ts';
import { createLauncher } from './launcher.ts';
import { scheduleGreeting } from './proactive.ts';
import { createSurface, prefersDark, type Surface } from './surface.ts';
import type { Translate } from './texts.ts';

/** What the loading script passes to the chat bundle. */
export type Core = WidgetBase & { isOpen(): boolean; close(): void; setUnread(count: number): void };

export type Chat = {
  mountOn(surface: Surface, inline: boolean): void;
  show(focus: boolean): void;
  hide(): void;
  send(text: string): void;
};
type ChatModule = { createChat(core: Core): Chat };

export type Embed = ReturnType<typeof createEmbed>;

/** Embeds the chat in a page: behind the launcher button, or inline in an element. */
export function createEmbed(base: WidgetBase) {
  const { options, memory, settings, t, emit } = base;
  const host = document.createElement('chat-launcher');
  const floatingSurface = createSurface(host, false);
  let activeSurface = floatingSurface;
  const launcher = createLauncher(floatingSurface, t, toggle, () => void load().catch(() => {}));
  let chatPromise: Promise<Chat> | undefined;
  let failureCount = 0;
  let isOpen = false;
  let focusedBeforeOpen: HTMLElement | null = null;
  let inlineElement: HTMLElement | undefined;
  const core: Core = { ...base, isOpen: () => isOpen || !!inlineElement, close, setUnread };

  /** Browsers cache failed module imports, so each retry uses a different URL. */
  const moduleUrl = () => `${options.baseUrl}/widget/${CHAT_FILE}${failureCount ? `?${failureCount}` : ''}`;
  function load(): Promise<Chat> {
    chatPromise ??= fetchChat();
    return chatPromise;
  }
  async function fetchChat(): Promise<Chat> {
    try {
      const moduleImport: Promise<ChatModule> = import(moduleUrl());
      const [{ createChat }] = await Promise.all([moduleImport, base.textsReady()]);
      const chat = createChat(core);
      chat.mountOn(activeSurface, !!inlineElement);
      return chat;
    } catch (error) {
      chatPromise = undefined;
      failureCount++;
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
    for (const surface of new Set([floatingSurface, activeSurface])) surface.applySettings(settings());
    launcher.show({ open: isOpen, unread: memory.get().unread ?? 0, label: settings().launcherLabel });
    launcher.button.hidden = !options.launcher || !!inlineElement;
  }
  base.on(SETTINGS_CHANGED, draw);
  base.on(VISITOR_CHANGED, draw);
  prefersDark.addEventListener('change', draw);

  async function open(focus = true) {
    if (isOpen || inlineElement) return;
    isOpen = true;
    focusedBeforeOpen = document.activeElement === host ? null : (document.activeElement as HTMLElement | null);
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
      launcher.showNotice(unavailableNotice(settings(), t));
    }
  }

  function close() {
    if (!isOpen) return;
    isOpen = false;
    memory.set({ open: false });
    const hadFocus = document.activeElement === host;
    void chatPromise?.then((chat) => chat.hide());
    draw();
    if (hadFocus)
      (focusedBeforeOpen?.isConnected && focusedBeforeOpen !== document.body
        ? focusedBeforeOpen
        : launcher.button
      ).focus();
    emit('close');
  }
  function toggle() {
    if (isOpen) close();
    else void open();
  }

  /** Moves the chat into an element of the page; without an element, back behind the launcher. */
  async function mountInline(element?: HTMLElement) {
    inlineElement = element;
    activeSurface = element ? createSurface(element, true) : floatingSurface;
    activeSurface.applySettings(settings());
    draw();
    if (chatPromise !== undefined) (await chatPromise).mountOn(activeSurface, !!element);
    else if (element)
      await load().catch(() => activeSurface.box.append(el('p', {}, ...unavailableNotice(settings(), t))));
  }

  function showLauncher() {
    document.body.append(host);
    // Re-attach if a framework replaces the page's body.
    new MutationObserver(() => host.isConnected || document.body?.append(host)).observe(document.documentElement, {
      childList: true,
    });
    draw();
    const storedState = memory.get();
    if (options.open || (storedState.open && innerWidth > 480)) void open(false);
    else if (storedState.conversationId || storedState.outbox?.length) void load().catch(() => {});
    else
      scheduleGreeting(
        settings,
        t,
        memory,
        () => !core.isOpen(),
        (text) => launcher.showNotice([text], () => void open()),
      );
    emit('ready');
  }
  return { host, open, close, toggle, load, mountInline, showLauncher };
}

/** Tells the customer that the chat is unavailable, with the phone number if known. */
function unavailableNotice({ phone }: Settings, t: Translate): (Node | string)[] {
  if (!phone) return [t('unavailable')];
  const [textBefore = '', textAfter = ''] = t('unavailableCall', { phone: '\n' }).split('\n');
  return [textBefore, el('a', { href: `tel:${phone.replace(/[^+\d]/g, '')}`, dir: 'ltr' }, phone), textAfter];
}
