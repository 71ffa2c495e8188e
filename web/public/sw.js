// Shows alerts that arrive while the dashboard is closed. It stores nothing and answers no requests.
self.addEventListener('install', () => self.skipWaiting());

self.addEventListener('push', (event) => {
  const { kind, business, urgent, workspaceId, conversationId } = event.data.json();
  const alert =
    kind === 'waiting'
      ? {
          title: `${urgent ? 'Urgent – ' : ''}${business}: a customer is waiting`,
          body: urgent ? 'This may be an emergency. Open the conversation.' : 'Open the conversation to reply.',
          path: `/inbox?${new URLSearchParams({ workspace: workspaceId, conversation: conversationId })}`,
          tag: conversationId,
        }
      : {
          title: `${business}: alerts work`,
          body: 'You’ll hear about waiting customers on this device.',
          path: '/settings/notifications',
          tag: 'test',
        };
  const { title, body, path, tag } = alert;
  event.waitUntil(
    self.registration.showNotification(title, { body, tag, renotify: true, icon: '/icon-192.png', data: { path } }),
  );
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data.path));
});

/** In an open dashboard if there is one, so that nobody ends up with a tab for each customer. */
async function open(path) {
  const [dashboard] = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (!dashboard) return self.clients.openWindow(path);
  dashboard.postMessage({ open: path });
  // The browser refuses this when the click was too long ago. The page has the conversation open in any case.
  return dashboard.focus().catch(() => undefined);
}
