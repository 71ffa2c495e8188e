import { useNavigate } from '@tanstack/react-router';
import { useEffect, useSyncExternalStore } from 'react';
import { api, type ListOf } from '../api.ts';
import { useIsHealthCare } from '../industries.ts';
import { followWorkspace, onLive } from '../live.ts';
import { signOut, useMe } from '../me.ts';
import { type Mode, place } from '../place.ts';
import { useRefresh } from '../queries.ts';
import { toast } from '../ui/toast.tsx';
import { alertOf, isKnown } from './alerts.ts';
import { CONVERSATIONS, catchUp, INBOX, type Item, LIST, takeIn } from './data.ts';
import { texts } from './texts.ts';

/** Several changes of one moment are read together. */
const GATHER_MS = 60;
const IDLE_MS = 15 * 60_000;

let live = false;
const watchers = new Set<() => void>();
const setLive = (now: boolean) => {
  live = now;
  for (const watcher of watchers) watcher();
};
export const useIsLive = (): boolean =>
  useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    () => live,
  );

/** On every page: what happens in the workspace arrives, wherever one looks. */
export function Watch() {
  const { workspace, user } = useMe();
  const mode: Mode = place.mode;
  const refresh = useRefresh();
  const navigate = useNavigate();
  // Another workspace or mode is another stream.
  useEffect(() => {
    const ids = new Set<string>();
    let gathering: ReturnType<typeof setTimeout> | undefined;
    const open = (id: string) => void navigate({ to: '/inbox', search: { conversation: id } });
    const read = async () => {
      gathering = undefined;
      const changed = [...ids].slice(0, 100);
      for (const id of changed) ids.delete(id);
      alertOf(await takeIn(changed, user.id), open);
      void refresh(...changed.flatMap((id) => [`${CONVERSATIONS}/${id}`, `${LIST}/${id}`]), INBOX);
      if (ids.size) gathering = setTimeout(read, GATHER_MS);
    };
    const begin = async () => {
      const { data } = await api.get<ListOf<Item>>(LIST, { query: { status: 'handoff', limit: 100 } });
      for (const { id } of data) isKnown(id);
      await Promise.all([catchUp(user.id), refresh(INBOX, CONVERSATIONS, BOOKINGS, REQUESTS)]);
    };
    const stopHearing = onLive(({ event, id }) => {
      if (event === 'ready') void begin().catch(() => undefined);
      if (event === 'booking') void refresh(BOOKINGS);
      if (event === 'request') void refresh(REQUESTS);
      if (event !== 'conversation') return;
      ids.add(id);
      gathering ??= setTimeout(() => void read().catch(() => undefined), GATHER_MS);
    });
    const stop = followWorkspace(setLive);
    return () => {
      stopHearing();
      stop();
      clearTimeout(gathering);
      setLive(false);
    };
  }, [workspace.id, mode, user.id]);
  useIdleSignOut();
  return null;
}

const BOOKINGS = '/api/v1/bookings';
const REQUESTS = '/api/requests';

/** Where patients are on the screen, nobody stays signed in at a desk that they have left. */
function useIdleSignOut() {
  const isHealthCare = useIsHealthCare();
  const navigate = useNavigate();
  useEffect(() => {
    if (!isHealthCare) return;
    let last = Date.now();
    const seen = () => {
      last = Date.now();
    };
    const leave = async () => {
      clearInterval(timer);
      const next = location.pathname + location.search;
      await signOut(() => navigate({ to: '/login', search: { next } }));
      toast.error(texts.idle);
    };
    // A clock that is looked at, since timers stand still while a laptop sleeps.
    const timer = setInterval(() => Date.now() - last >= IDLE_MS && void leave(), 5_000);
    const signs = ['pointerdown', 'pointermove', 'keydown', 'scroll'] as const;
    for (const sign of signs) window.addEventListener(sign, seen, { passive: true, capture: true });
    return () => {
      clearInterval(timer);
      for (const sign of signs) window.removeEventListener(sign, seen, { capture: true });
    };
  }, [isHealthCare, navigate]);
}
