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

const root = createRootRoute({
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

const app = createRoute({
  getParentRoute: () => root,
  id: 'app',
  async beforeLoad({ search, location, preload }) {
    const me = await loadMe();
    if (!me) throw redirect({ to: '/login', search: { next: location.href === '/' ? undefined : location.href } });
    const workspace = me.workspaces.find(({ id }) => id === search.workspace) ?? me.workspaces[0];
    if (!workspace) throw redirect({ to: '/no-workspace', search: {} });
    // A link that the pointer is over changes nothing yet.
    if (preload) return { me, workspace };
    activeWorkspace.workspace = workspace.id;
    activeWorkspace.mode = search.mode ?? 'live';
    // Every page needs these, so they are on their way while the first one is being rendered. Later, pages keep them fresh.
    for (const path of [CONFIG_PATH, INDUSTRIES_PATH, INBOX_PATH])
      if (queryClient.getQueryData([path]) === undefined) void queryClient.prefetchQuery({ queryKey: [path] });
    return { me, workspace };
  },
  component: Shell,
});

const nonEmptyString = (value: unknown) => (typeof value === 'string' && value ? value : undefined);

const publicPage = <Path extends string>(path: Path, component: RouteComponent) =>
  createRoute({
    getParentRoute: () => root,
    path,
    validateSearch: ({ next, token }: Record<string, unknown>): { next?: string; token?: string } => ({
      next: nonEmptyString(next),
      token: nonEmptyString(token),
    }),
    component,
  });
const page = <Path extends string>(path: Path, component: RouteComponent) =>
  createRoute({ getParentRoute: () => app, path, component });

/** A page that keeps its filters and open items in the URL. */
const pageWithSearch = <Path extends string>(path: Path, component: RouteComponent) =>
  createRoute({
    getParentRoute: () => app,
    path,
    validateSearch: (search: Record<string, unknown>): Record<string, string | undefined> =>
      Object.fromEntries(Object.entries(search).map(([name, value]) => [name, nonEmptyString(value)])),
    component,
  });

/** Pages are loaded lazily, or preloaded when a link is hovered. */
export const router = createRouter({
  routeTree: root.addChildren([
    publicPage(
      '/login',
      lazyRouteComponent(() => import('./account/login.tsx'), 'LoginPage'),
    ),
    publicPage(
      '/signup',
      lazyRouteComponent(() => import('./account/signup.tsx'), 'SignUpPage'),
    ),
    publicPage(
      '/forgot',
      lazyRouteComponent(() => import('./account/forgot.tsx'), 'ForgotPage'),
    ),
    publicPage(
      '/reset-password',
      lazyRouteComponent(() => import('./account/reset.tsx'), 'ResetPage'),
    ),
    publicPage(
      '/verify-email',
      lazyRouteComponent(() => import('./account/verify-email.tsx'), 'VerifyEmailPage'),
    ),
    publicPage(
      '/invitation',
      lazyRouteComponent(() => import('./account/invitation.tsx'), 'InvitationPage'),
    ),
    publicPage(
      '/no-workspace',
      lazyRouteComponent(() => import('./account/no-workspace.tsx'), 'NoWorkspacePage'),
    ),
    app.addChildren([
      page(
        '/account',
        lazyRouteComponent(() => import('./account/account.tsx'), 'AccountPage'),
      ),
      pageWithSearch(
        '/setup',
        lazyRouteComponent(() => import('./setup/setup.tsx'), 'SetupPage'),
      ),
      pageWithSearch(
        '/business',
        lazyRouteComponent(() => import('./business/business.tsx'), 'BusinessPage'),
      ),
      page(
        '/business/versions',
        lazyRouteComponent(() => import('./business/versions.tsx'), 'VersionsPage'),
      ),
      pageWithSearch(
        '/business/import',
        lazyRouteComponent(() => import('./site-import/import-page.tsx'), 'ImportPage'),
      ),
      pageWithSearch(
        '/knowledge',
        lazyRouteComponent(() => import('./knowledge/knowledge.tsx'), 'KnowledgePage'),
      ),
      pageWithSearch(
        '/assistant',
        lazyRouteComponent(() => import('./assistant/assistant.tsx'), 'AssistantPage'),
      ),
      page(
        '/channels',
        lazyRouteComponent(() => import('./channels/channels.tsx'), 'ChannelsPage'),
      ),
      page(
        '/developers',
        lazyRouteComponent(() => import('./developers/keys.tsx'), 'KeysPage'),
      ),
      pageWithSearch(
        '/developers/webhooks',
        lazyRouteComponent(() => import('./developers/webhooks.tsx'), 'WebhooksPage'),
      ),
      page(
        '/developers/connect',
        lazyRouteComponent(() => import('./developers/connect.tsx'), 'ConnectPage'),
      ),
      pageWithSearch(
        '/developers/requests',
        lazyRouteComponent(() => import('./developers/request-log.tsx'), 'RequestLogPage'),
      ),
      page(
        '/settings',
        lazyRouteComponent(() => import('./settings/privacy.tsx'), 'PrivacyPage'),
      ),
      page(
        '/settings/notifications',
        lazyRouteComponent(() => import('./notifications/notifications.tsx'), 'NotificationsPage'),
      ),
      page(
        '/settings/service-levels',
        lazyRouteComponent(() => import('./service-levels/service-levels.tsx'), 'ServiceLevelsPage'),
      ),
      page(
        '/settings/payments',
        lazyRouteComponent(() => import('./payments/payments.tsx'), 'PaymentsPage'),
      ),
      page(
        '/settings/brand',
        lazyRouteComponent(() => import('./brand/brand.tsx'), 'BrandPage'),
      ),
      pageWithSearch(
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
      pageWithSearch(
        '/operator',
        lazyRouteComponent(() => import('./operator/operator.tsx'), 'OperatorPage'),
      ),
      pageWithSearch(
        '/inbox',
        lazyRouteComponent(() => import('./inbox/inbox.tsx'), 'InboxPage'),
      ),
      pageWithSearch(
        '/bookings',
        lazyRouteComponent(() => import('./bookings/bookings.tsx'), 'BookingsPage'),
      ),
      page(
        '/bookings/page',
        lazyRouteComponent(() => import('./booking-page/booking-page.tsx'), 'BookingPageSettingsPage'),
      ),
      pageWithSearch(
        '/bookings/calendars',
        lazyRouteComponent(() => import('./calendars/calendars.tsx'), 'CalendarsPage'),
      ),
      pageWithSearch(
        '/requests',
        lazyRouteComponent(() => import('./requests/requests.tsx'), 'RequestsPage'),
      ),
      pageWithSearch(
        '/customers',
        lazyRouteComponent(() => import('./customers/customers.tsx'), 'CustomersPage'),
      ),
      pageWithSearch(
        '/reports',
        lazyRouteComponent(() => import('./reports/reports.tsx'), 'ReportsPage'),
      ),
      // Not lazy, because nearly everyone starts here.
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
