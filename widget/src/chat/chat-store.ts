import { isApiError } from '../api.ts';
import type { ChatReply, Conversation, Customer, Message } from '../api-types.ts';
import type { QueuedMessage } from '../browser-storage.ts';
import type { Core } from '../embed.ts';
import { formatAuthor } from './author.ts';
import { createLiveConnection } from './live-connection.ts';
import { createOutbox, type SendOutcome } from './outbox.ts';
import { readEvents } from './server-sent-events.ts';
import { playChime } from './sound.ts';
import {
  type ChatState,
  type DisplayedMessage,
  findLastId,
  INITIAL_STATE,
  mergeMessages,
  type ViewState,
} from './state.ts';

const PERSON_TYPING_MS = 6_000;

export type ChatStore = ReturnType<typeof createChatStore>;

/** The state of the conversation and its actions, independent of the UI. */
export function createChatStore(core: Core, onChange: () => void, announce: (text: string) => void) {
  const { api, storage, t } = core;
  let state: ChatState = { ...INITIAL_STATE, isOnline: navigator.onLine };
  let isDelivering = false;
  /** The key of the message that asks for a person. */
  let personRequestKey: string | undefined;
  let typingTimer: ReturnType<typeof setTimeout> | undefined;
  /** Messages that arrive while a reply is streaming in, and are shown after it. */
  const heldMessages: Message[] = [];

  function updateState(patch: Partial<ChatState>) {
    state = { ...state, ...patch };
    onChange();
  }
  const updateItem = (key: string, patch: Partial<DisplayedMessage>) =>
    updateState({ items: state.items.map((item) => (item.key === key ? { ...item, ...patch } : item)) });

  const liveConnection = createLiveConnection(core, () => findLastId(state.items), {
    message: receiveMessage,
    conversation: updateConversation,
    typing: showTyping,
  });
  const outbox = createOutbox(core, buildRequestBody, sendMessage, onSendOutcome);

  function buildRequestBody(message: string): string {
    const { conversationId, customer } = storage.get();
    const { locale, language = locale } = core.getSettings();
    return JSON.stringify({
      message,
      conversationId,
      channel: 'widget',
      customer,
      locale: language,
      ...core.options.business,
    });
  }

  /** Each listener costs the server a connection, so listen only while someone can read the messages. */
  function updateListening() {
    const shouldListen = !document.hidden && (core.isOpen() || state.status === 'handoff');
    liveConnection.follow(shouldListen ? state.conversationId : undefined);
  }

  function receiveMessage(message: Message) {
    if (isDelivering) heldMessages.push(message);
    else addMessages([message]);
  }

  /** Typing is announced every few seconds, so it is over when no announcement follows. */
  function showTyping({ name }: { name?: string }) {
    clearTimeout(typingTimer);
    updateState({ typingPerson: name });
    if (name) typingTimer = setTimeout(showTyping, PERSON_TYPING_MS, {});
  }

  /** Announces each new message of the business once: to screen readers, by sound, and in the unread count. */
  function addMessages(messages: Message[]) {
    const newMessages = messages.filter(
      ({ id, role }) => role !== 'customer' && !state.items.some((item) => item.id === id),
    );
    updateState({ items: mergeMessages(state.items, messages) });
    if (newMessages.some(({ role }) => role === 'agent')) showTyping({});
    for (const message of newMessages) {
      announce(t('says', { who: formatAuthor(core, message), text: message.text }));
      core.emit('message', message);
      for (const receipt of message.receipts ?? []) {
        if (receipt.type.startsWith('booking.')) core.emit('booking', receipt);
      }
    }
    if (newMessages.length && isSoundOn()) playChime();
    updateUnread();
  }

  /** Counts the unread messages, after marking them as read if the chat is in view. */
  function updateUnread() {
    const isRead = core.isOpen() && !document.hidden;
    if (isRead) storage.set({ seen: findLastId(state.items) });
    const { seen = '' } = storage.get();
    const unread = state.items.filter(({ id, role }) => role !== 'customer' && id && id > seen).length;
    core.setUnread(isRead ? 0 : unread);
  }

  function updateConversation({ id, status, rating, person }: Partial<Conversation>) {
    if (status && status !== state.status) {
      if (status === 'handoff') announce(t('humanAsked'));
      core.emit(status === 'open' ? 'reopened' : status, { conversationId: id ?? state.conversationId });
    }
    updateState({ status: status ?? state.status, rating: rating ?? state.rating, person });
    if (id) storage.set({ conversationId: id });
    updateListening();
  }

  function showConversation(conversation: Conversation) {
    const { id, status, rating, person, messages } = conversation;
    updateState({ conversationId: id, status, rating, person, items: mergeMessages(state.items, messages) });
    storage.set({ conversationId: id });
    updateUnread();
    updateListening();
  }

  async function start() {
    updateState({ phase: 'loading' });
    try {
      const { conversation } = await core.getSession();
      if (conversation) showConversation(conversation);
      updateState({ phase: 'ready' });
    } catch {
      updateState({ phase: 'failed' });
    }
    restoreUnsent();
    void outbox.drain();
  }

  /** Shows messages that an earlier page could not send. */
  function restoreUnsent() {
    const knownKeys = new Set(state.items.map(({ key }) => key));
    const unsent = outbox.getQueue().filter(({ key }) => !knownKeys.has(key));
    if (unsent.length) updateState({ items: [...state.items, ...unsent.map(toDisplayedMessage)] });
  }

  async function reload() {
    const { conversationId } = storage.get();
    // A reply that is streaming in is already shown.
    if (!conversationId || isDelivering) return;
    const response = await api.request(`/api/conversations/${conversationId}`);
    showConversation(await response.json());
  }

  async function sendMessage({ key, body, anew }: QueuedMessage & { body: string }) {
    isDelivering = true;
    updateItem(key, { delivery: 'sending' });
    updateState({ isTyping: !state.person });
    storage.broadcast({ kind: 'typing' });
    try {
      const headers = { accept: 'text/event-stream', 'idempotency-key': anew ? `${key}-anew` : key };
      const response = await api.request('/api/chat', { body, headers });
      for await (const { data } of readEvents(response)) {
        if (data === '[DONE]') break;
        const streamPart = JSON.parse(data);
        if (streamPart.type === 'text-delta')
          updateState({ draft: (state.draft ?? '') + streamPart.delta, isTyping: false });
        if (streamPart.type === 'data-message') return onReply(key, streamPart.data);
      }
      throw new TypeError('The stream ended early.');
    } finally {
      isDelivering = false;
      updateState({ draft: undefined, isTyping: false });
      addMessages(heldMessages.splice(0));
      storage.broadcast({ kind: 'changed' });
    }
  }

  function onReply(key: string, { conversationId, reply, status, ...rest }: ChatReply) {
    updateItem(key, { delivery: undefined, ...(reply ? {} : { id: rest.id }) });
    updateState({ conversationId, draft: undefined, isTyping: false });
    storage.set({ conversationId });
    if (reply) addMessages([{ ...rest, role: 'assistant', text: reply }]);
    updateConversation({ id: conversationId, status, person: status === 'handoff' ? state.person : undefined });
    // The assistant may not understand the text that the owner has chosen for the button.
    if (key === personRequestKey && status !== 'handoff')
      void postAction('handoff', {}).then((conversation) => conversation && updateConversation(conversation));
  }

  function onSendOutcome({ key }: QueuedMessage, outcome: SendOutcome, error?: unknown) {
    const isBusy = isApiError(error) && (error.status === 429 || error.status === 503);
    if (outcome === 'retry') updateItem(key, { delivery: isBusy ? 'busy' : 'queued' });
    if (outcome === 'refused') updateItem(key, { delivery: 'failed' });
    updateState({ phase: outcome === 'done' ? 'ready' : state.phase, notice: undefined });
  }

  const isSoundOn = () => storage.get().sound ?? core.getSettings().sound;

  /** Posts an action on the conversation, which must exist. */
  async function postAction(path: string, body: unknown) {
    try {
      const response = await api.request(`/api/conversations/${state.conversationId}/${path}`, { body });
      return await response.json();
    } catch {
      updateState({ notice: t('unavailable') });
      return undefined;
    }
  }

  storage.onBroadcast(({ kind }: { kind: string }) => {
    if (kind === 'changed') void reload().catch(() => {});
    if (kind === 'changed' || kind === 'typing') updateState({ isTyping: kind === 'typing' });
    if (kind === 'read') core.setUnread(0);
    if (kind === 'visitor') core.restartSession();
  });
  document.addEventListener('visibilitychange', () => {
    updateListening();
    if (document.hidden) return;
    updateUnread();
    void reload().catch(() => {});
  });
  for (const name of ['online', 'offline'] as const)
    addEventListener(name, () => updateState({ isOnline: name === 'online' }));

  return {
    getState: () => state,
    start,
    updateListening,
    onOpened() {
      updateUnread();
      storage.broadcast({ kind: 'read' });
      updateListening();
    },
    /** Clears everything of the previous visitor. */
    restart() {
      state = { ...INITIAL_STATE, isOnline: navigator.onLine };
      liveConnection.follow(undefined);
      void start();
    },
    send(text: string) {
      const message = text.trim();
      if (!message) return undefined;
      const queuedMessage = outbox.add(message);
      updateState({
        items: [...state.items, toDisplayedMessage(queuedMessage)],
        view: 'chat',
        notice: undefined,
        focusedDay: undefined,
        isScrolled: false,
      });
      void outbox.drain();
      return queuedMessage.key;
    },
    retry(item: DisplayedMessage) {
      updateState({ items: state.items.filter(({ key }) => key !== item.key) });
      this.send(item.text);
    },
    setView: (change: Partial<ViewState>) => updateState(change),
    setCustomer(customer: Customer) {
      storage.set({ customer });
      updateState({ view: 'chat' });
    },
    requestPerson() {
      personRequestKey = this.send(t('human'));
    },
    async rate(rating: number, comment: string) {
      const result = await postAction('feedback', { rating, ...(comment.trim() ? { comment: comment.trim() } : {}) });
      if (result) updateState({ rating, view: 'chat', notice: t('thanks') });
    },
    async sendTranscript(email: string) {
      const result = await postAction('transcript', { email });
      const noticeName = result?.sent === 'confirmation' ? 'transcriptAsked' : 'transcriptSent';
      if (result) updateState({ view: 'chat', notice: t(noticeName, { email }) });
    },
    isSoundOn,
    toggleSound() {
      storage.set({ sound: !isSoundOn() });
      if (isSoundOn()) playChime();
      onChange();
    },
  };
}

const toDisplayedMessage = ({ key, text }: QueuedMessage): DisplayedMessage => ({
  key,
  text,
  role: 'customer',
  createdAt: new Date().toISOString(),
  delivery: 'sending',
});
