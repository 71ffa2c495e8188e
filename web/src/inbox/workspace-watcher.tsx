import { useNavigate } from '@tanstack/react-router';
import { useEffect, useSyncExternalStore } from 'react';
import { activeWorkspace, type Mode } from '../active-workspace.ts';
import { api, type ListOf } from '../api.ts';
import { useIsHealthCare } from '../industries.ts';
import { addLiveListener, subscribeToWorkspace } from '../live.ts';
import { signOut, useMe } from '../me.ts';
import { useRefresh } from '../queries.ts';
import { toast } from '../ui/toast.tsx';
import { alertAboutWaiting, markAsAlerted } from './alerts.ts';
import {
  CONVERSATIONS_PATH,
  INBOX_CONVERSATIONS_PATH,
  INBOX_PATH,
  type InboxItem,
  mergeChangedConversations,
  refreshLists,
} from './data.ts';
import { texts } from './texts.ts';

/** Changes within this time are fetched together. */
const BATCH_DELAY_MS = 60;
const IDLE_MS = 15 * 60_000;
const IDLE_CHECK_MS = 5_000;

let isLive = false;
const listeners = new Set<() => void>();
const setIsLive = (nextIsLive: boolean) => {
  isLive = nextIsLive;
  for (const listener of listeners) listener();
};
export const useIsLive = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isLive,
  );

/** Keeps every page up to date with the workspace's event stream. */
export function WorkspaceWatcher() {
  const { workspace, user } = useMe();
  const mode: Mode = activeWorkspace.mode;
  const refresh = useRefresh();
  const navigate = useNavigate();
  // Each workspace and mode has its own stream.
  useEffect(() => {
    const changedIds = new Set<string>();
    let batchTimer: ReturnType<typeof setTimeout> | undefined;
    const openConversation = (id: string) => void navigate({ to: '/inbox', search: { conversation: id } });
    const scheduleFetch = () => {
      batchTimer = setTimeout(() => void fetchChanges().catch(() => undefined), BATCH_DELAY_MS);
    };
    const fetchChanges = async () => {
      batchTimer = undefined;
      const batchIds = [...changedIds].slice(0, 100);
      for (const id of batchIds) changedIds.delete(id);
      alertAboutWaiting(await mergeChangedConversations(batchIds, user.id), openConversation);
      void refresh(
        ...batchIds.flatMap((id) => [`${CONVERSATIONS_PATH}/${id}`, `${INBOX_CONVERSATIONS_PATH}/${id}`]),
        INBOX_PATH,
      );
      if (changedIds.size) scheduleFetch();
    };
    const initialize = async () => {
      const { data } = await api.get<ListOf<InboxItem>>(INBOX_CONVERSATIONS_PATH, {
        query: { stage: 'waiting', limit: 100 },
      });
      for (const { id, urgent } of data) markAsAlerted(id, urgent);
      await Promise.all([refreshLists(user.id), refresh(INBOX_PATH, CONVERSATIONS_PATH, BOOKINGS_PATH, REQUESTS_PATH)]);
    };
    const removeListener = addLiveListener(({ event, id }) => {
      if (event === 'ready') void initialize().catch(() => undefined);
      if (event === 'booking') void refresh(BOOKINGS_PATH);
      if (event === 'request') void refresh(REQUESTS_PATH);
      if (event !== 'conversation') return;
      changedIds.add(id);
      if (batchTimer === undefined) scheduleFetch();
    });
    const unsubscribe = subscribeToWorkspace(setIsLive);
    return () => {
      removeListener();
      unsubscribe();
      clearTimeout(batchTimer);
      setIsLive(false);
    };
  }, [workspace.id, mode, user.id]);
  useIdleSignOut();
  return null;
}

const BOOKINGS_PATH = '/api/v1/bookings';
const REQUESTS_PATH = '/api/requests';

/** Signs out idle users of health care workspaces, because patient data may be on the screen. */
function useIdleSignOut() {
  const isHealthCare = useIsHealthCare();
  const navigate = useNavigate();
  useEffect(() => {
    if (!isHealthCare) return;
    let lastActivity = Date.now();
    const recordActivity = () => {
      lastActivity = Date.now();
    };
    const signOutIdle = async () => {
      clearInterval(timer);
      const currentPath = location.pathname + location.search;
      await signOut(() => navigate({ to: '/login', search: { next: currentPath } }));
      toast.error(texts.signedOutWhenIdle);
    };
    // Compares timestamps, because timers pause while a laptop sleeps.
    const timer = setInterval(() => Date.now() - lastActivity >= IDLE_MS && void signOutIdle(), IDLE_CHECK_MS);
    const activityEvents = ['pointerdown', 'pointermove', 'keydown', 'scroll'] as const;
    for (const eventName of activityEvents)
      window.addEventListener(eventName, recordActivity, { passive: true, capture: true });
    return () => {
      clearInterval(timer);
      for (const eventName of activityEvents) window.removeEventListener(eventName, recordActivity, { capture: true });
    };
  }, [isHealthCare, navigate]);
}
