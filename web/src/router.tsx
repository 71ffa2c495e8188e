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
import { buttonClass } from './ui/button.tsx';
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
        <Link to="/" className={buttonClass('secondary')}>
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

const nonEmptyString = (value: unknown) => (typeof value === 'string' && value ? value : undefined);

const publicPageRoute = <Path extends string>(path: Path, component: RouteComponent) =>
  createRoute({
    getParentRoute: () => rootRoute,
    path,
    validateSearch: ({ next, token }: Record<string, unknown>): { next?: string; token?: string } => ({
      next: nonEmptyString(next),
      token: nonEmptyString(token),
    }),
    component,
  });
const pageRoute = <Path extends string>(path: Path, component: RouteComponent) =>
  createRoute({ getParentRoute: () => appRoute, path, component });

/** A page that keeps its filters and open items in the URL. */
const pageRouteWithSearch = <Path extends string>(path: Path, component: RouteComponent) =>
  createRoute({
    getParentRoute: () => appRoute,
    path,
    validateSearch: (search: Record<string, unknown>): Record<string, string | undefined> =>
      Object.fromEntries(Object.entries(search).map(([name, value]) => [name, nonEmptyString(value)])),
    component,
  });

/** Pages are loaded lazily, or preloaded when a link is hovered. */
export const router = createRouter({
  routeTree: rootRoute.addChildren([
    publicPageRoute(
      '/login',
      lazyRouteComponent(() => import('./account/login.tsx'), 'LoginPage'),
    ),
    publicPageRoute(
      '/signup',
      lazyRouteComponent(() => import('./account/signup.tsx'), 'SignUpPage'),
    ),
    publicPageRoute(
      '/forgot',
      lazyRouteComponent(() => import('./account/forgot.tsx'), 'ForgotPage'),
    ),
    publicPageRoute(
      '/reset-password',
      lazyRouteComponent(() => import('./account/reset.tsx'), 'ResetPage'),
    ),
    publicPageRoute(
      '/verify-email',
      lazyRouteComponent(() => import('./account/verify-email.tsx'), 'VerifyEmailPage'),
    ),
    publicPageRoute(
      '/invitation',
      lazyRouteComponent(() => import('./account/invitation.tsx'), 'InvitationPage'),
    ),
    publicPageRoute(
      '/no-workspace',
      lazyRouteComponent(() => import('./account/no-workspace.tsx'), 'NoWorkspacePage'),
    ),
    appRoute.addChildren([
      pageRoute(
        '/account',
        lazyRouteComponent(() => import('./account/account.tsx'), 'AccountPage'),
      ),
      pageRouteWithSearch(
        '/setup',
        lazyRouteComponent(() => import('./setup/setup.tsx'), 'SetupPage'),
      ),
      pageRouteWithSearch(
        '/business',
        lazyRouteComponent(() => import('./business/business.tsx'), 'BusinessPage'),
      ),
      pageRoute(
        '/business/versions',
        lazyRouteComponent(() => import('./business/versions.tsx'), 'VersionsPage'),
      ),
      pageRouteWithSearch(
        '/business/import',
        lazyRouteComponent(() => import('./site-import/import-page.tsx'), 'ImportPage'),
      ),
      pageRouteWithSearch(
        '/knowledge',
        lazyRouteComponent(() => import('./knowledge/knowledge.tsx'), 'KnowledgePage'),
      ),
      pageRouteWithSearch(
        '/assistant',
        lazyRouteComponent(() => import('./assistant/assistant.tsx'), 'AssistantPage'),
      ),
      pageRoute(
        '/channels',
        lazyRouteComponent(() => import('./channels/channels.tsx'), 'ChannelsPage'),
      ),
      pageRoute(
        '/developers',
        lazyRouteComponent(() => import('./developers/keys.tsx'), 'KeysPage'),
      ),
      pageRouteWithSearch(
        '/developers/webhooks',
        lazyRouteComponent(() => import('./developers/webhooks.tsx'), 'WebhooksPage'),
      ),
      pageRoute(
        '/developers/connect',
        lazyRouteComponent(() => import('./developers/connect.tsx'), 'ConnectPage'),
      ),
      pageRouteWithSearch(
        '/developers/requests',
        lazyRouteComponent(() => import('./developers/request-log.tsx'), 'RequestLogPage'),
      ),
      pageRoute(
        '/settings',
        lazyRouteComponent(() => import('./settings/privacy.tsx'), 'PrivacyPage'),
      ),
      pageRoute(
        '/settings/notifications',
        lazyRouteComponent(() => import('./notifications/notifications.tsx'), 'NotificationsPage'),
      ),
      pageRoute(
        '/settings/service-levels',
        lazyRouteComponent(() => import('./service-levels/service-levels.tsx'), 'ServiceLevelsPage'),
      ),
      pageRoute(
        '/settings/payments',
        lazyRouteComponent(() => import('./payments/payments.tsx'), 'PaymentsPage'),
      ),
      pageRoute(
        '/settings/brand',
        lazyRouteComponent(() => import('./brand/brand.tsx'), 'BrandPage'),
      ),
      pageRouteWithSearch(
        '/settings/audit',
        lazyRouteComponent(() => import('./settings/audit.tsx'), 'AuditPage'),
      ),
      pageRoute(
        '/settings/plan',
        lazyRouteComponent(() => import('./plan/plan.tsx'), 'PlanPage'),
      ),
      pageRoute(
        '/team',
        lazyRouteComponent(() => import('./team/team.tsx'), 'TeamPage'),
      ),
      pageRouteWithSearch(
        '/operator',
        lazyRouteComponent(() => import('./operator/operator.tsx'), 'OperatorPage'),
      ),
      pageRouteWithSearch(
        '/inbox',
        lazyRouteComponent(() => import('./inbox/inbox.tsx'), 'InboxPage'),
      ),
      pageRouteWithSearch(
        '/bookings',
        lazyRouteComponent(() => import('./bookings/bookings.tsx'), 'BookingsPage'),
      ),
      pageRoute(
        '/bookings/page',
        lazyRouteComponent(() => import('./booking-page/booking-page.tsx'), 'BookingPageSettingsPage'),
      ),
      pageRouteWithSearch(
        '/bookings/calendars',
        lazyRouteComponent(() => import('./calendars/calendars.tsx'), 'CalendarsPage'),
      ),
      pageRouteWithSearch(
        '/requests',
        lazyRouteComponent(() => import('./requests/requests.tsx'), 'RequestsPage'),
      ),
      pageRouteWithSearch(
        '/customers',
        lazyRouteComponent(() => import('./customers/customers.tsx'), 'CustomersPage'),
      ),
      pageRouteWithSearch(
        '/reports',
        lazyRouteComponent(() => import('./reports/reports.tsx'), 'ReportsPage'),
      ),
      // Not lazy, because nearly everyone starts here.
      pageRoute('/', HomePage),
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
