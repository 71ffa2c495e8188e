import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { forgetMe } from './me.ts';
import { queryClient, whenSignedOut } from './queries.ts';
import { router } from './router.tsx';
import './style.css';

whenSignedOut(() => {
  forgetMe();
  // The page's own guard finds that nobody is signed in, and remembers where to come back to.
  void router.invalidate();
});

createRoot(document.querySelector('#root')!).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
