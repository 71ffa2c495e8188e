import {
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  lazyRouteComponent,
  Outlet,
  type RouteComponent,
  redirect,
  retainSearchParams,
} from '@tanstack/react-router';
import { Compass } from 'lucide-react';
import { HomePage } from './home.tsx';
import { loadMe } from './me.ts';
import { place } from './place.ts';
import { Shell } from './shell.tsx';
import { texts } from './texts.ts';
import { buttonClass } from './ui/button.tsx';
import { EmptyState, ErrorState, Skeleton } from './ui/states.tsx';

const root = createRootRoute({
  // The address says which workspace, and whether the sandbox: links lead where they were copied.
  validateSearch: ({ workspace, mode }: Record<string, unknown>): { workspace?: string; mode?: 'test' } => ({
    workspace: typeof workspace === 'string' ? workspace : undefined,
    mode: mode === 'test' ? 'test' : undefined,
  }),
  search: { middlewares: [retainSearchParams(['workspace', 'mode'])] },
  component: Outlet,
  notFoundComponent: () => (
    <EmptyState
      as="h1"
      icon={Compass}
      title={texts.errors.notFound}
      text={texts.errors.notFoundText}
      action={
        <Link to="/" className={buttonClass('secondary')}>
          {texts.errors.home}
        </Link>
      }
    />
  ),
});

const app = createRoute({
  getParentRoute: () => root,
  id: 'app',
  async beforeLoad({ search, location }) {
    const me = await loadMe();
    if (!me) throw redirect({ to: '/login', search: { next: location.href === '/' ? undefined : location.href } });
    const workspace = me.workspaces.find(({ id }) => id === search.workspace) ?? me.workspaces[0];
    if (!workspace) throw redirect({ to: '/no-workspace', search: {} });
    place.workspace = workspace.id;
    place.mode = search.mode ?? 'live';
    return { me, workspace };
  },
  component: Shell,
});

const text = (value: unknown) => (typeof value === 'string' && value ? value : undefined);

const alone = <Path extends string>(path: Path, component: RouteComponent) =>
  createRoute({
    getParentRoute: () => root,
    path,
    validateSearch: ({ next, token }: Record<string, unknown>): { next?: string; token?: string } => ({
      next: text(next),
      token: text(token),
    }),
    component,
  });
const page = <Path extends string>(path: Path, component: RouteComponent) =>
  createRoute({ getParentRoute: () => app, path, component });

/** A page that keeps its filters, and what is open, in the address. */
const statePage = <Path extends string>(path: Path, component: RouteComponent) =>
  createRoute({
    getParentRoute: () => app,
    path,
    validateSearch: (search: Record<string, unknown>): Record<string, string | undefined> =>
      Object.fromEntries(Object.entries(search).map(([name, value]) => [name, text(value)])),
    component,
  });

/** Every page is loaded when it is first opened, or about to be. */
export const router = createRouter({
  routeTree: root.addChildren([
    alone(
      '/login',
      lazyRouteComponent(() => import('./account/login.tsx'), 'LoginPage'),
    ),
    alone(
      '/signup',
      lazyRouteComponent(() => import('./account/signup.tsx'), 'SignUpPage'),
    ),
    alone(
      '/forgot',
      lazyRouteComponent(() => import('./account/forgot.tsx'), 'ForgotPage'),
    ),
    alone(
      '/reset-password',
      lazyRouteComponent(() => import('./account/reset.tsx'), 'ResetPage'),
    ),
    alone(
      '/verify-email',
      lazyRouteComponent(() => import('./account/verify-email.tsx'), 'VerifyEmailPage'),
    ),
    alone(
      '/invitation',
      lazyRouteComponent(() => import('./account/invitation.tsx'), 'InvitationPage'),
    ),
    alone(
      '/no-workspace',
      lazyRouteComponent(() => import('./account/no-workspace.tsx'), 'NoWorkspacePage'),
    ),
    app.addChildren([
      page(
        '/account',
        lazyRouteComponent(() => import('./account/account.tsx'), 'AccountPage'),
      ),
      statePage(
        '/setup',
        lazyRouteComponent(() => import('./setup/setup.tsx'), 'SetupPage'),
      ),
      statePage(
        '/business',
        lazyRouteComponent(() => import('./business/business.tsx'), 'BusinessPage'),
      ),
      page(
        '/business/versions',
        lazyRouteComponent(() => import('./business/versions.tsx'), 'VersionsPage'),
      ),
      statePage(
        '/knowledge',
        lazyRouteComponent(() => import('./knowledge/knowledge.tsx'), 'KnowledgePage'),
      ),
      statePage(
        '/assistant',
        lazyRouteComponent(() => import('./assistant/assistant.tsx'), 'AssistantPage'),
      ),
      page(
        '/developers',
        lazyRouteComponent(() => import('./developers/keys.tsx'), 'KeysPage'),
      ),
      statePage(
        '/developers/webhooks',
        lazyRouteComponent(() => import('./developers/webhooks.tsx'), 'WebhooksPage'),
      ),
      page(
        '/developers/connect',
        lazyRouteComponent(() => import('./developers/connect.tsx'), 'ConnectPage'),
      ),
      statePage(
        '/developers/requests',
        lazyRouteComponent(() => import('./developers/request-log.tsx'), 'RequestLogPage'),
      ),
      page(
        '/settings',
        lazyRouteComponent(() => import('./settings/privacy.tsx'), 'PrivacyPage'),
      ),
      statePage(
        '/settings/audit',
        lazyRouteComponent(() => import('./settings/audit.tsx'), 'AuditPage'),
      ),
      page(
        '/settings/plan',
        lazyRouteComponent(() => import('./plan/plan.tsx'), 'PlanPage'),
      ),
      page(
        '/team',
        lazyRouteComponent(() => import('./team/team.tsx'), 'TeamPage'),
      ),
      statePage(
        '/operator',
        lazyRouteComponent(() => import('./operator/operator.tsx'), 'OperatorPage'),
      ),
      statePage(
        '/inbox',
        lazyRouteComponent(() => import('./inbox/inbox.tsx'), 'InboxPage'),
      ),
      statePage(
        '/bookings',
        lazyRouteComponent(() => import('./bookings/bookings.tsx'), 'BookingsPage'),
      ),
      statePage(
        '/requests',
        lazyRouteComponent(() => import('./requests/requests.tsx'), 'RequestsPage'),
      ),
      // Where nearly everybody begins: it comes with the first load.
      page('/', HomePage),
    ]),
  ]),
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  scrollRestoration: true,
  defaultPendingComponent: () => <Skeleton />,
  defaultErrorComponent: ({ error, reset }) => <ErrorState error={error as Error} onRetry={reset} />,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
