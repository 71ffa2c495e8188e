import type { Settings } from './api-types.ts';
import { createElement } from './dom.ts';
import { createLauncher } from './launcher.ts';
import { scheduleGreeting } from './proactive.ts';
import { createSurface, darkModeQuery, type Surface } from './surface.ts';
import type { Translate } from './texts.ts';
import { SETTINGS_CHANGED, VISITOR_CHANGED, type WidgetBase } from './widget-base.ts';

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
  const { options, storage, getSettings, t, emit } = base;
  const host = document.createElement('chat-launcher');
  const floatingSurface = createSurface(host, { isInline: false });
  let activeSurface = floatingSurface;
  const launcher = createLauncher(floatingSurface, t, toggle, () => void loadChat().catch(() => {}));
  let chatPromise: Promise<Chat> | undefined;
  let failureCount = 0;
  let isOpen = false;
  let focusedBeforeOpen: HTMLElement | null = null;
  let inlineElement: HTMLElement | undefined;
  const core: Core = { ...base, isOpen: () => isOpen || !!inlineElement, close, setUnread };

  /** Browsers cache failed module imports, so each retry uses a different URL. */
  const getModuleUrl = () => `${options.baseUrl}/widget/${CHAT_FILE}${failureCount ? `?${failureCount}` : ''}`;
  function loadChat(): Promise<Chat> {
    chatPromise ??= fetchChat();
    return chatPromise;
  }
  async function fetchChat(): Promise<Chat> {
    try {
      const moduleImport: Promise<ChatModule> = import(getModuleUrl());
      const [{ createChat }] = await Promise.all([moduleImport, base.waitForTexts()]);
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
    if ((storage.get().unread ?? 0) !== unread) emit('unread', unread);
    storage.set({ unread });
    draw();
  }
  function draw() {
    if (!host.isConnected) return;
    for (const surface of new Set([floatingSurface, activeSurface])) surface.applySettings(getSettings());
    launcher.update({ open: isOpen, unread: storage.get().unread ?? 0, label: getSettings().launcherLabel });
    launcher.button.hidden = !options.launcher || !!inlineElement;
  }
  base.on(SETTINGS_CHANGED, draw);
  base.on(VISITOR_CHANGED, draw);
  darkModeQuery.addEventListener('change', draw);

  async function open(focus = true) {
    if (isOpen || inlineElement) return;
    isOpen = true;
    focusedBeforeOpen = document.activeElement === host ? null : (document.activeElement as HTMLElement | null);
    draw();
    try {
      const chat = await loadChat();
      if (!isOpen) return;
      storage.set({ open: true });
      chat.show(focus);
      emit('open');
    } catch {
      isOpen = false;
      draw();
      launcher.showNotice(createUnavailableNotice(getSettings(), t));
    }
  }

  function close() {
    if (!isOpen) return;
    isOpen = false;
    storage.set({ open: false });
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
    activeSurface = element ? createSurface(element, { isInline: true }) : floatingSurface;
    activeSurface.applySettings(getSettings());
    draw();
    if (chatPromise !== undefined) (await chatPromise).mountOn(activeSurface, !!element);
    else if (element)
      await loadChat().catch(() =>
        activeSurface.box.append(createElement('p', {}, ...createUnavailableNotice(getSettings(), t))),
      );
  }

  function showLauncher() {
    document.body.append(host);
    // Re-attach if a framework replaces the page's body.
    new MutationObserver(() => host.isConnected || document.body?.append(host)).observe(document.documentElement, {
      childList: true,
    });
    draw();
    const storedState = storage.get();
    if (options.open || (storedState.open && innerWidth > 480)) void open(false);
    else if (storedState.conversationId || storedState.outbox?.length) void loadChat().catch(() => {});
    else
      scheduleGreeting(
        getSettings,
        t,
        storage,
        () => !core.isOpen(),
        (text) => launcher.showNotice([text], () => void open()),
      );
    emit('ready');
  }
  return { host, open, close, toggle, load: loadChat, mountInline, showLauncher };
}

/** Tells the customer that the chat is unavailable, with the phone number if known. */
function createUnavailableNotice({ phone }: Settings, t: Translate): (Node | string)[] {
  if (!phone) return [t('unavailable')];
  const [textBefore = '', textAfter = ''] = t('unavailableCall', { phone: '\n' }).split('\n');
  return [
    textBefore,
    createElement('a', { href: `tel:${phone.replace(/[^+\d]/g, '')}`, dir: 'ltr' }, phone),
    textAfter,
  ];
}
