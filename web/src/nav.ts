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

type NavEntry = { to: string; label: string; icon: LucideIcon; role: Role };

/** The navigation menu, with the minimum role for each page. */
export const NAV: NavEntry[] = [
  { to: '/', label: texts.nav.home, icon: House, role: 'read-only' },
  { to: '/inbox', label: texts.nav.inbox, icon: Inbox, role: 'read-only' },
  { to: '/bookings', label: texts.nav.bookings, icon: CalendarDays, role: 'read-only' },
  { to: '/requests', label: texts.nav.requests, icon: ClipboardList, role: 'read-only' },
  { to: '/customers', label: texts.nav.customers, icon: Contact, role: 'read-only' },
  { to: '/reports', label: texts.nav.reports, icon: ChartColumn, role: 'read-only' },
  { to: '/business', label: texts.nav.business, icon: Store, role: 'read-only' },
  { to: '/knowledge', label: texts.nav.knowledge, icon: BookOpen, role: 'read-only' },
  { to: '/assistant', label: texts.nav.assistant, icon: Bot, role: 'agent' },
  { to: '/channels', label: texts.nav.channels, icon: MessagesSquare, role: 'agent' },
  { to: '/developers', label: texts.nav.developers, icon: CodeXml, role: 'admin' },
  { to: '/team', label: texts.nav.team, icon: UsersRound, role: 'read-only' },
  { to: '/settings', label: texts.nav.settings, icon: ShieldCheck, role: 'admin' },
];

/** Subpages that more or fewer members can open than the page itself. */
const SUBPAGE_ROLES: Record<string, Role> = {
  '/settings/notifications': 'read-only',
  '/business/import': 'admin',
};

/** The minimum role of a page is that of its menu entry; subpages inherit it. */
export const minimumRoleFor = (pathname: string): Role =>
  SUBPAGE_ROLES[pathname] ??
  NAV.findLast(({ to }) => pathname === to || pathname.startsWith(`${to}/`))?.role ??
  (pathname.startsWith('/setup') ? 'admin' : 'read-only');
