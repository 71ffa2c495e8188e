import { isRefusal } from '../api.ts';
import type { Core } from '../embed.ts';
import type { Queued } from '../memory.ts';
import type { ChatReply, Conversation, Customer, Message } from '../shapes.ts';
import { readEvents } from './events.ts';
import { createLive } from './live.ts';
import { createOutbox, type Delivery } from './outbox.ts';
import { ring } from './sound.ts';
import { EMPTY, type Item, type Look, lastId, merge, type State } from './state.ts';

export type Talk = ReturnType<typeof createTalk>;

/** The conversation: what is known of it, and what can be done in it. It knows nothing of how it is shown. */
export function createTalk(core: Core, changed: () => void, announce: (text: string) => void) {
  const { api, memory, say } = core;
  let state: State = { ...EMPTY, online: navigator.onLine };
  let delivering = false;
  const held: Message[] = [];

  function set(patch: Partial<State>) {
    state = { ...state, ...patch };
    changed();
  }
  const setItem = (key: string, patch: Partial<Item>) =>
    set({ items: state.items.map((item) => (item.key === key ? { ...item, ...patch } : item)) });

  const live = createLive(core, () => lastId(state.items), take, conversationChanged);
  const outbox = createOutbox(core, bodyOf, post, settled);

  function bodyOf(message: string): string {
    const { conversationId, customer } = memory.get();
    const { locale, language = locale } = core.settings();
    return JSON.stringify({
      message,
      conversationId,
      channel: 'widget',
      customer,
      locale: language,
      ...core.options.business,
    });
  }

  /** Listening costs the service a connection, so only while somebody is there to read. */
  function listen() {
    const wanted = !document.hidden && (core.isOpen() || state.status === 'handoff');
    live.follow(wanted ? state.conversationId : undefined);
  }

  function take(message: Message) {
    if (delivering) held.push(message);
    else add([message]);
  }

  /** New messages of the business are told of once: aloud, by a sound, or as a number on the button. */
  function add(messages: Message[]) {
    const fresh = messages.filter(({ id, role }) => role !== 'customer' && !state.items.some((item) => item.id === id));
    set({ items: merge(state.items, messages) });
    for (const message of fresh) {
      announce(say('says', { who: say(message.role === 'agent' ? 'team' : 'assistant'), text: message.text }));
      core.emit('message', message);
      for (const receipt of message.receipts ?? []) {
        if (receipt.type.startsWith('booking.')) core.emit('booking', receipt);
      }
    }
    if (fresh.length && isSoundOn()) ring();
    markRead();
  }

  function markRead() {
    const read = core.isOpen() && !document.hidden;
    if (read) memory.set({ seen: lastId(state.items) });
    const { seen = '' } = memory.get();
    const unread = state.items.filter(({ id, role }) => role !== 'customer' && id && id > seen).length;
    core.setUnread(read ? 0 : unread);
  }

  function conversationChanged({ id, status, rating }: Partial<Conversation>) {
    if (status && status !== state.status) {
      if (status === 'handoff') announce(say('humanAsked'));
      core.emit(status === 'open' ? 'reopened' : status, { conversationId: id ?? state.conversationId });
    }
    set({ status: status ?? state.status, rating: rating ?? state.rating });
    if (id) memory.set({ conversationId: id });
    listen();
  }

  function show(conversation: Conversation) {
    const { id, status, rating, messages } = conversation;
    set({ conversationId: id, status, rating, items: merge(state.items, messages) });
    memory.set({ conversationId: id });
    markRead();
    listen();
  }

  async function start() {
    set({ phase: 'loading' });
    try {
      const { conversation } = await core.session();
      if (conversation) show(conversation);
      set({ phase: 'ready' });
    } catch {
      set({ phase: 'failed' });
    }
    restore();
    void outbox.drain();
  }

  /** What an earlier page could not send. */
  function restore() {
    const known = new Set(state.items.map(({ key }) => key));
    const left = outbox.waiting().filter(({ key }) => !known.has(key));
    if (left.length) set({ items: [...state.items, ...left.map(asItem)] });
  }

  async function catchUp() {
    const { conversationId } = memory.get();
    // What is on its way in is shown as it comes.
    if (!conversationId || delivering) return;
    const response = await api.ask(`/api/conversations/${conversationId}`);
    show(await response.json());
  }

  async function post({ key, body, anew }: Queued & { body: string }) {
    delivering = true;
    setItem(key, { delivery: 'sending' });
    set({ typing: state.status !== 'handoff' });
    memory.tell({ kind: 'typing' });
    try {
      const headers = { accept: 'text/event-stream', 'idempotency-key': anew ? `${key}-anew` : key };
      const response = await api.ask('/api/chat', { body, headers });
      for await (const { data } of readEvents(response)) {
        if (data === '[DONE]') break;
        const part = JSON.parse(data);
        if (part.type === 'text-delta') set({ draft: (state.draft ?? '') + part.delta, typing: false });
        if (part.type === 'data-message') return replied(key, part.data);
      }
      throw new TypeError('The stream ended early.');
    } finally {
      delivering = false;
      set({ draft: undefined, typing: false });
      add(held.splice(0));
      memory.tell({ kind: 'changed' });
    }
  }

  function replied(key: string, { conversationId, reply, status, ...rest }: ChatReply) {
    setItem(key, { delivery: undefined, ...(reply ? {} : { id: rest.id }) });
    set({ conversationId, draft: undefined, typing: false });
    memory.set({ conversationId });
    if (reply) add([{ ...rest, role: 'assistant', text: reply }]);
    conversationChanged({ id: conversationId, status });
  }

  function settled({ key }: Queued, outcome: Delivery, error?: unknown) {
    if (outcome === 'later') setItem(key, { delivery: 'queued' });
    if (outcome === 'refused') setItem(key, { delivery: 'failed' });
    const busy = isRefusal(error) && error.status === 429;
    set({ phase: outcome === 'done' ? 'ready' : state.phase, notice: busy ? say('busy') : undefined });
  }

  const isSoundOn = () => memory.get().sound ?? core.settings().sound;

  /** What is done about a conversation needs one: asking for a person may be the first thing that a customer does. */
  async function act(path: string, body: unknown) {
    try {
      const response = await api.ask(`/api/conversations/${state.conversationId}/${path}`, { body });
      return await response.json();
    } catch {
      set({ notice: say('unavailable') });
      return undefined;
    }
  }

  memory.onNews(({ kind }: { kind: string }) => {
    if (kind === 'changed') void catchUp().catch(() => {});
    if (kind === 'changed' || kind === 'typing') set({ typing: kind === 'typing' });
    if (kind === 'read') core.setUnread(0);
    if (kind === 'visitor') core.renew();
  });
  document.addEventListener('visibilitychange', () => {
    listen();
    if (document.hidden) return;
    markRead();
    void catchUp().catch(() => {});
  });
  for (const name of ['online', 'offline'] as const) addEventListener(name, () => set({ online: name === 'online' }));

  return {
    state: () => state,
    start,
    listen,
    opened() {
      markRead();
      memory.tell({ kind: 'read' });
      listen();
    },
    /** Nothing of the visitor before stays on the screen. */
    restart() {
      state = { ...EMPTY, online: navigator.onLine };
      live.follow(undefined);
      void start();
    },
    send(text: string) {
      const said = text.trim();
      if (!said) return;
      const entry = outbox.add(said);
      set({ items: [...state.items, asItem(entry)], view: 'chat', notice: undefined, day: undefined, back: false });
      void outbox.drain();
    },
    retry(item: Item) {
      set({ items: state.items.filter(({ key }) => key !== item.key) });
      this.send(item.text);
    },
    look: (look: Partial<Look>) => set(look),
    introduce(customer: Customer) {
      memory.set({ customer });
      set({ view: 'chat' });
    },
    async person() {
      if (!state.conversationId) return this.send(say('human'));
      const conversation = await act('handoff', {});
      if (conversation) conversationChanged(conversation);
    },
    async rate(rating: number, comment: string) {
      const done = await act('feedback', { rating, ...(comment.trim() ? { comment: comment.trim() } : {}) });
      if (done) set({ rating, view: 'chat', notice: say('thanks') });
    },
    async mail(email: string) {
      const done = await act('transcript', { email });
      const text = done?.sent === 'confirmation' ? 'transcriptAsked' : 'transcriptSent';
      if (done) set({ view: 'chat', notice: say(text, { email }) });
    },
    isSoundOn,
    toggleSound() {
      memory.set({ sound: !isSoundOn() });
      if (isSoundOn()) ring();
      changed();
    },
  };
}

const asItem = ({ key, text }: Queued): Item => ({
  key,
  text,
  role: 'customer',
  createdAt: new Date().toISOString(),
  delivery: 'sending',
});
