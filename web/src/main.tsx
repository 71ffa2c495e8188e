import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { clearSession } from './me.ts';
import { onAlertClick } from './notifications/push.ts';
import { queryClient, setSignedOutHandler } from './queries.ts';
import { router } from './router.tsx';
import './style.css';

setSignedOutHandler(() => {
  clearSession();
  // The route's `beforeLoad` redirects to the login page and remembers the current URL.
  void router.invalidate();
});

onAlertClick((path) => void router.navigate({ href: path }));

createRoot(document.querySelector('#root')!).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
