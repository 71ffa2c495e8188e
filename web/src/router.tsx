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
import { activeWorkspace } from './active-workspace.ts';
import { CONFIG_PATH } from './format.ts';
import { HomePage } from './home.tsx';
import { INBOX_PATH } from './inbox/data.ts';
import { INDUSTRIES_PATH } from './industries.ts';
import { loadMe } from './me.ts';
import { queryClient } from './queries.ts';
import { Shell } from './shell.tsx';
import { texts } from './texts.ts';
import { getButtonClass } from './ui/button.tsx';
import { EmptyState, ErrorState, Skeleton } from './ui/states.tsx';

const rootRoute = createRootRoute({
  // The URL contains the workspace and mode, so copied links lead to the same place.
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
        <Link to="/" className={getButtonClass('secondary')}>
          {texts.errors.home}
        </Link>
      }
    />
  ),
});

const appRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'app',
  async beforeLoad({ search, location, preload }) {
    const me = await loadMe();
    if (!me) throw redirect({ to: '/login', search: { next: location.href === '/' ? undefined : location.href } });
    const workspace = me.workspaces.find(({ id }) => id === search.workspace) ?? me.workspaces[0];
    if (!workspace) throw redirect({ to: '/no-workspace', search: {} });
    // Preloading, when the pointer is over a link, must not switch the workspace or the mode.
    if (preload) return { me, workspace };
    activeWorkspace.workspace = workspace.id;
    activeWorkspace.mode = search.mode ?? 'live';
    // Every page needs these, so they load while the first page is being rendered. Later, the pages refetch them.
    for (const path of [CONFIG_PATH, INDUSTRIES_PATH, INBOX_PATH])
      if (queryClient.getQueryData([path]) === undefined) void queryClient.prefetchQuery({ queryKey: [path] });
    return { me, workspace };
  },
  component: Shell,
});

const parseNonEmptyString = (value: unknown) => (typeof value === 'string' && value ? value : undefined);

const createPublicPageRoute = <Path extends string>(path: Path, component: RouteComponent) =>
  createRoute({
    getParentRoute: () => rootRoute,
    path,
    validateSearch: ({ next, token }: Record<string, unknown>): { next?: string; token?: string } => ({
      next: parseNonEmptyString(next),
      token: parseNonEmptyString(token),
    }),
    component,
  });
const createPageRoute = <Path extends string>(path: Path, component: RouteComponent) =>
  createRoute({ getParentRoute: () => appRoute, path, component });

/** A page that keeps its filters and open items in the URL. */
const createPageRouteWithSearch = <Path extends string>(path: Path, component: RouteComponent) =>
  createRoute({
    getParentRoute: () => appRoute,
    path,
    validateSearch: (search: Record<string, unknown>): Record<string, string | undefined> =>
      Object.fromEntries(Object.entries(search).map(([name, value]) => [name, parseNonEmptyString(value)])),
    component,
  });

/** Pages are loaded lazily, or preloaded when a link is hovered. */
export const router = createRouter({
  routeTree: rootRoute.addChildren([
    createPublicPageRoute(
      '/login',
      lazyRouteComponent(() => import('./account/login.tsx'), 'LoginPage'),
    ),
    createPublicPageRoute(
      '/signup',
      lazyRouteComponent(() => import('./account/signup.tsx'), 'SignUpPage'),
    ),
    createPublicPageRoute(
      '/forgot',
      lazyRouteComponent(() => import('./account/forgot.tsx'), 'ForgotPage'),
    ),
    createPublicPageRoute(
      '/reset-password',
      lazyRouteComponent(() => import('./account/reset.tsx'), 'ResetPage'),
    ),
    createPublicPageRoute(
      '/verify-email',
      lazyRouteComponent(() => import('./account/verify-email.tsx'), 'VerifyEmailPage'),
    ),
    createPublicPageRoute(
      '/invitation',
      lazyRouteComponent(() => import('./account/invitation.tsx'), 'InvitationPage'),
    ),
    createPublicPageRoute(
      '/no-workspace',
      lazyRouteComponent(() => import('./account/no-workspace.tsx'), 'NoWorkspacePage'),
    ),
    appRoute.addChildren([
      createPageRoute(
        '/account',
        lazyRouteComponent(() => import('./account/account.tsx'), 'AccountPage'),
      ),
      createPageRouteWithSearch(
        '/setup',
        lazyRouteComponent(() => import('./setup/setup.tsx'), 'SetupPage'),
      ),
      createPageRouteWithSearch(
        '/business',
        lazyRouteComponent(() => import('./business/business.tsx'), 'BusinessPage'),
      ),
      createPageRoute(
        '/business/versions',
        lazyRouteComponent(() => import('./business/versions.tsx'), 'VersionsPage'),
      ),
      createPageRouteWithSearch(
        '/business/import',
        lazyRouteComponent(() => import('./site-import/import-page.tsx'), 'ImportPage'),
      ),
      createPageRouteWithSearch(
        '/knowledge',
        lazyRouteComponent(() => import('./knowledge/knowledge.tsx'), 'KnowledgePage'),
      ),
      createPageRouteWithSearch(
        '/assistant',
        lazyRouteComponent(() => import('./assistant/assistant.tsx'), 'AssistantPage'),
      ),
      createPageRoute(
        '/channels',
        lazyRouteComponent(() => import('./channels/channels.tsx'), 'ChannelsPage'),
      ),
      createPageRoute(
        '/developers',
        lazyRouteComponent(() => import('./developers/keys.tsx'), 'KeysPage'),
      ),
      createPageRouteWithSearch(
        '/developers/webhooks',
        lazyRouteComponent(() => import('./developers/webhooks.tsx'), 'WebhooksPage'),
      ),
      createPageRoute(
        '/developers/connect',
        lazyRouteComponent(() => import('./developers/connect.tsx'), 'ConnectPage'),
      ),
      createPageRouteWithSearch(
        '/developers/requests',
        lazyRouteComponent(() => import('./developers/request-log.tsx'), 'RequestLogPage'),
      ),
      createPageRoute(
        '/settings',
        lazyRouteComponent(() => import('./settings/privacy.tsx'), 'PrivacyPage'),
      ),
      createPageRoute(
        '/settings/notifications',
        lazyRouteComponent(() => import('./notifications/notifications.tsx'), 'NotificationsPage'),
      ),
      createPageRoute(
        '/settings/service-levels',
        lazyRouteComponent(() => import('./service-levels/service-levels.tsx'), 'ServiceLevelsPage'),
      ),
      createPageRoute(
        '/settings/payments',
        lazyRouteComponent(() => import('./payments/payments.tsx'), 'PaymentsPage'),
      ),
      createPageRoute(
        '/settings/brand',
        lazyRouteComponent(() => import('./brand/brand.tsx'), 'BrandPage'),
      ),
      createPageRouteWithSearch(
        '/settings/audit',
        lazyRouteComponent(() => import('./settings/audit.tsx'), 'AuditPage'),
      ),
      createPageRoute(
        '/settings/plan',
        lazyRouteComponent(() => import('./plan/plan.tsx'), 'PlanPage'),
      ),
      createPageRoute(
        '/team',
        lazyRouteComponent(() => import('./team/team.tsx'), 'TeamPage'),
      ),
      createPageRouteWithSearch(
        '/operator',
        lazyRouteComponent(() => import('./operator/operator.tsx'), 'OperatorPage'),
      ),
      createPageRouteWithSearch(
        '/inbox',
        lazyRouteComponent(() => import('./inbox/inbox.tsx'), 'InboxPage'),
      ),
      createPageRouteWithSearch(
        '/bookings',
        lazyRouteComponent(() => import('./bookings/bookings.tsx'), 'BookingsPage'),
      ),
      createPageRoute(
        '/bookings/page',
        lazyRouteComponent(() => import('./booking-page/booking-page.tsx'), 'BookingPageSettingsPage'),
      ),
      createPageRouteWithSearch(
        '/bookings/calendars',
        lazyRouteComponent(() => import('./calendars/calendars.tsx'), 'CalendarsPage'),
      ),
      createPageRouteWithSearch(
        '/requests',
        lazyRouteComponent(() => import('./requests/requests.tsx'), 'RequestsPage'),
      ),
      createPageRouteWithSearch(
        '/customers',
        lazyRouteComponent(() => import('./customers/customers.tsx'), 'CustomersPage'),
      ),
      createPageRouteWithSearch(
        '/reports',
        lazyRouteComponent(() => import('./reports/reports.tsx'), 'ReportsPage'),
      ),
      // Not lazy, because nearly everyone starts here.
      createPageRoute('/', HomePage),
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
