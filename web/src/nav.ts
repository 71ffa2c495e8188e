import {
  BookOpen,
  Bot,
  CalendarDays,
  ClipboardList,
  CodeXml,
  House,
  Inbox,
  type LucideIcon,
  ShieldCheck,
  Store,
  UsersRound,
} from 'lucide-react';
import type { Role } from './me.ts';
import { texts } from './texts.ts';

type Entry = { to: string; label: string; icon: LucideIcon; role: Role };

/** What stands in the menu, for whom. A page comes here when it is done. */
export const NAV: Entry[] = [
  { to: '/', label: texts.nav.home, icon: House, role: 'read-only' },
  { to: '/inbox', label: texts.nav.inbox, icon: Inbox, role: 'read-only' },
  { to: '/bookings', label: texts.nav.bookings, icon: CalendarDays, role: 'read-only' },
  { to: '/requests', label: texts.nav.requests, icon: ClipboardList, role: 'read-only' },
  { to: '/business', label: texts.nav.business, icon: Store, role: 'read-only' },
  { to: '/knowledge', label: texts.nav.knowledge, icon: BookOpen, role: 'read-only' },
  { to: '/assistant', label: texts.nav.assistant, icon: Bot, role: 'agent' },
  { to: '/developers', label: texts.nav.developers, icon: CodeXml, role: 'admin' },
  { to: '/team', label: texts.nav.team, icon: UsersRound, role: 'read-only' },
  { to: '/settings', label: texts.nav.settings, icon: ShieldCheck, role: 'admin' },
];

/** A page needs what its entry in the menu needs, and so does all that lies below it. */
export const leastRoleOf = (pathname: string): Role =>
  NAV.findLast(({ to }) => pathname === to || pathname.startsWith(`${to}/`))?.role ??
  (pathname.startsWith('/setup') ? 'admin' : 'read-only');
