import { Link, Outlet, useLocation, useNavigate } from '@tanstack/react-router';
import {
  BadgeCheck,
  Bell,
  ChevronsUpDown,
  CircleUser,
  ExternalLink,
  LogOut,
  Menu as MenuIcon,
  Monitor,
  Moon,
  Settings,
  Sun,
  X,
} from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { activeWorkspace, type Mode } from './active-workspace.ts';
import type { Answer } from './api.ts';
import { setWorkspaceBrand, useProduct } from './brand/current-brand.ts';
import { useFormat } from './format.ts';
import { WaitingBadge } from './inbox/waiting-badge.tsx';
import { WorkspaceWatcher } from './inbox/workspace-watcher.tsx';
import { useHasRequests } from './industries.ts';
import { signOut, useMe } from './me.ts';
import { findMinimumRole, NAV_ENTRIES } from './nav.ts';
import { NeedsRole } from './needs-role.tsx';
import { signOutDevice } from './notifications/push.ts';
import { useGet } from './queries.ts';
import { UndecidedBadge } from './requests/undecided.tsx';
import { texts } from './texts.ts';
import { type Theme, useTheme } from './theme.ts';
import { IconButton } from './ui/button.tsx';
import { Menu } from './ui/menu.tsx';
import { SegmentedControl } from './ui/segmented-control.tsx';
import { Toasts } from './ui/toast.tsx';

/** The layout of every workspace page: navigation, workspace and mode switches, and user menu. */
export function Shell() {
  useWorkspaceBrand();
  const [isDrawerOpen, setIsDrawerOpen] = useState(false);
  const { pathname } = useLocation();
  const mainElement = useRef<HTMLElement>(null);
  const previousPath = useRef(pathname);
  useEffect(() => {
    if (previousPath.current === pathname) return;
    previousPath.current = pathname;
    setIsDrawerOpen(false);
    mainElement.current?.focus({ preventScroll: true });
  }, [pathname]);
  return (
    <div className="md:grid md:grid-cols-[15rem_minmax(0,1fr)]">
      <a
        href="#main"
        className="sr-only z-50 rounded-lg bg-raised p-3 focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        {texts.skip}
      </a>
      <aside className="hidden border-r border-line bg-surface md:block">
        <div className="sticky top-0 flex h-dvh flex-col gap-4 p-4">
          <Wordmark />
          <Navigation />
        </div>
      </aside>
      <div className="min-w-0">
        <header className="sticky top-0 z-30 flex h-14 items-center gap-2 border-b border-line bg-surface px-3 md:px-6">
          <IconButton label={texts.nav.open} className="md:hidden" onClick={() => setIsDrawerOpen(true)}>
            <MenuIcon aria-hidden />
          </IconButton>
          <WorkspaceSwitcher />
          <div className="ml-auto flex items-center gap-2">
            <ModeSwitch />
            <UserMenu />
          </div>
        </header>
        {activeWorkspace.mode === 'test' && (
          <p className="border-b border-line bg-warning-soft px-4 py-2 text-center text-sm font-medium text-warning">
            {texts.mode.banner}
          </p>
        )}
        <DeletionBanner />
        <main
          id="main"
          ref={mainElement}
          tabIndex={-1}
          className="mx-auto flex w-full max-w-6xl flex-col gap-6 px-4 py-6 outline-none has-data-wide:max-w-[110rem] md:px-8 md:py-8"
        >
          <NeedsRole minimumRole={findMinimumRole(pathname)}>
            <Outlet />
          </NeedsRole>
        </main>
      </div>
      <Drawer open={isDrawerOpen} onClose={() => setIsDrawerOpen(false)} />
      <WorkspaceWatcher />
      <Toasts />
    </div>
  );
}

/** Warns the whole team that the workspace will be deleted. */
function DeletionBanner() {
  const { workspace } = useMe();
  return workspace.deletesAt ? <DeletionNotice deletesAt={workspace.deletesAt} /> : null;
}

function DeletionNotice({ deletesAt }: { deletesAt: string }) {
  const { hasRoleAtLeast } = useMe();
  const format = useFormat();
  return (
    <section
      aria-label={texts.deletionLabel}
      className="border-b border-line bg-danger-soft px-4 py-2 text-center text-sm font-medium text-danger"
    >
      {texts.deletion(format.dateTime(deletesAt))}{' '}
      {hasRoleAtLeast('admin') && (
        <Link to="/settings" className="underline">
          {texts.deletionUndo}
        </Link>
      )}
    </section>
  );
}

export function Wordmark() {
  const { name, icon } = useProduct();
  return (
    <Link
      to="/"
      className="flex min-w-0 items-center gap-2.5 self-start rounded-lg px-2 py-1 text-lg font-semibold tracking-tight"
    >
      {icon && <img src={icon} alt="" className="size-7 rounded-md object-cover" />}
      <span className="min-w-0 break-words">{name}</span>
    </Link>
  );
}

/** Shows the workspace's own brand, if it has one. */
function useWorkspaceBrand(): void {
  const { data } = useGet<Answer<'GET /api/brand'>>('/api/brand');
  const brand = data?.brand;
  useEffect(() => {
    if (brand !== undefined) setWorkspaceBrand(brand);
  }, [brand]);
}

function Navigation() {
  const { hasRoleAtLeast } = useMe();
  const hasRequests = useHasRequests();
  return (
    <nav aria-label={texts.nav.label} className="flex flex-col gap-0.5 overflow-y-auto">
      {NAV_ENTRIES.filter(
        ({ to, minimumRole }) => hasRoleAtLeast(minimumRole) && (to !== '/requests' || hasRequests),
      ).map(({ to, label, icon: Icon }) => (
        <Link
          key={to}
          to={to}
          activeOptions={{ exact: to === '/', includeSearch: false }}
          className="flex min-h-10 items-center gap-3 rounded-lg px-3 text-muted hover:bg-sunken hover:text-ink focus-visible:-outline-offset-2"
          activeProps={{ className: 'bg-accent-soft text-accent! font-medium', 'aria-current': 'page' }}
        >
          <Icon className="size-5 shrink-0" aria-hidden />
          {label}
          {to === '/inbox' && <WaitingBadge />}
          {to === '/requests' && <UndecidedBadge />}
        </Link>
      ))}
    </nav>
  );
}

/** The navigation on phones. */
function Drawer({ open, onClose }: { open: boolean; onClose(): void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (open) dialog.current?.showModal();
    else dialog.current?.close();
  }, [open]);
  return (
    <dialog
      ref={dialog}
      aria-label={texts.nav.label}
      onClose={onClose}
      className="m-0 h-dvh max-h-none w-72 max-w-[85vw] border-r border-line bg-surface p-4 text-ink"
    >
      {open && (
        <div className="flex flex-col gap-4">
          <div className="flex items-center justify-between">
            <Wordmark />
            <IconButton label={texts.actions.close} onClick={onClose}>
              <X aria-hidden />
            </IconButton>
          </div>
          <Navigation />
        </div>
      )}
    </dialog>
  );
}

function WorkspaceSwitcher() {
  const { workspace, workspaces } = useMe();
  const navigate = useNavigate();
  const nameLabel = <span className="max-w-40 truncate font-medium sm:max-w-64">{workspace.name}</span>;
  if (workspaces.length < 2) return nameLabel;
  return (
    <Menu
      title={<span className="text-sm text-muted">{texts.workspace.choose}</span>}
      trigger={(attributes) => (
        <button
          {...attributes}
          type="button"
          className="flex min-h-10 min-w-0 items-center gap-2 rounded-lg border border-line px-3 hover:bg-sunken"
        >
          <span className="sr-only">{texts.workspace.label}: </span>
          {nameLabel}
          <ChevronsUpDown className="size-4 shrink-0 text-muted" aria-hidden />
        </button>
      )}
      groups={[
        workspaces.map(({ id, name: label }) => ({
          label,
          checked: id === workspace.id,
          onSelect: () => void navigate({ to: '/', search: { workspace: id, mode: undefined } }),
        })),
      ]}
    />
  );
}

function ModeSwitch() {
  const navigate = useNavigate();
  const switchMode = (mode: Mode) =>
    void navigate({
      to: '.',
      search: (currentSearch: object) => ({ ...currentSearch, mode: mode === 'test' ? mode : undefined }),
    });
  return (
    <SegmentedControl
      label={texts.mode.switch}
      options={(['live', 'test'] as const).map((mode) => [mode, texts.mode[mode]] as const)}
      value={activeWorkspace.mode}
      onChange={switchMode}
    />
  );
}

const THEME_ICONS: [Theme, typeof Sun][] = [
  ['light', Sun],
  ['dark', Moon],
  ['system', Monitor],
];

function UserMenu() {
  const { user, workspace, operator: isOperator } = useMe();
  const [theme, setTheme] = useTheme();
  const navigate = useNavigate();
  const goToLogin = () => navigate({ to: '/login', search: {} });
  return (
    <Menu
      title={
        <>
          <span className="block truncate font-medium">{user.name}</span>
          <span className="block truncate text-sm text-muted">{user.email}</span>
          <span className="block text-sm text-muted">{texts.roles[workspace.role]}</span>
        </>
      }
      trigger={(attributes) => (
        <IconButton {...attributes} label={texts.nav.account}>
          <CircleUser aria-hidden />
        </IconButton>
      )}
      groups={[
        THEME_ICONS.map(([name, Icon]) => ({
          label: texts.theme[name],
          icon: <Icon aria-hidden />,
          checked: theme === name,
          onSelect: () => setTheme(name),
        })),
        [
          {
            label: texts.nav.account,
            icon: <Settings aria-hidden />,
            onSelect: () => void navigate({ to: '/account' }),
          },
          {
            label: texts.nav.notifications,
            icon: <Bell aria-hidden />,
            onSelect: () => void navigate({ to: '/settings/notifications' }),
          },
          ...(isOperator
            ? [
                {
                  label: texts.nav.operator,
                  icon: <BadgeCheck aria-hidden />,
                  onSelect: () => void navigate({ to: '/operator' }),
                },
              ]
            : []),
          { label: texts.nav.docs, icon: <ExternalLink aria-hidden />, onSelect: () => window.open('/docs', '_blank') },
          {
            label: texts.nav.signOut,
            icon: <LogOut aria-hidden />,
            onSelect: () => void signOutDevice().then(() => signOut(goToLogin)),
          },
        ],
      ]}
    />
  );
}
