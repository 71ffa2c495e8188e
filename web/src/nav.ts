import {
  BookOpen,
  Bot,
  CalendarDays,
  ChartColumn,
  ClipboardList,
  CodeXml,
  Contact,
  House,
  Inbox,
  type LucideIcon,
  MessagesSquare,
  ShieldCheck,
  Store,
  UsersRound,
} from 'lucide-react';
import type { Role } from './me.ts';
import { texts } from './texts.ts';

type NavEntry = { to: string; label: string; icon: LucideIcon; minimumRole: Role };

/** The navigation menu, with the minimum role for each page. */
export const NAV_ENTRIES: NavEntry[] = [
  { to: '/', label: texts.nav.home, icon: House, minimumRole: 'read-only' },
  { to: '/inbox', label: texts.nav.inbox, icon: Inbox, minimumRole: 'read-only' },
  { to: '/bookings', label: texts.nav.bookings, icon: CalendarDays, minimumRole: 'read-only' },
  { to: '/requests', label: texts.nav.requests, icon: ClipboardList, minimumRole: 'read-only' },
  { to: '/customers', label: texts.nav.customers, icon: Contact, minimumRole: 'read-only' },
  { to: '/reports', label: texts.nav.reports, icon: ChartColumn, minimumRole: 'read-only' },
  { to: '/business', label: texts.nav.business, icon: Store, minimumRole: 'read-only' },
  { to: '/knowledge', label: texts.nav.knowledge, icon: BookOpen, minimumRole: 'read-only' },
  { to: '/assistant', label: texts.nav.assistant, icon: Bot, minimumRole: 'agent' },
  { to: '/channels', label: texts.nav.channels, icon: MessagesSquare, minimumRole: 'agent' },
  { to: '/developers', label: texts.nav.developers, icon: CodeXml, minimumRole: 'admin' },
  { to: '/team', label: texts.nav.team, icon: UsersRound, minimumRole: 'read-only' },
  { to: '/settings', label: texts.nav.settings, icon: ShieldCheck, minimumRole: 'admin' },
];

/** Subpages whose minimum role differs from that of their page. */
const SUBPAGE_MINIMUM_ROLES: Record<string, Role> = {
  '/settings/notifications': 'read-only',
  '/business/import': 'admin',
};

/** The minimum role of a page is that of its menu entry; subpages inherit it. */
export const findMinimumRole = (pathname: string): Role =>
  SUBPAGE_MINIMUM_ROLES[pathname] ??
  NAV_ENTRIES.findLast(({ to }) => pathname === to || pathname.startsWith(`${to}/`))?.minimumRole ??
  (pathname.startsWith('/setup') ? 'admin' : 'read-only');
