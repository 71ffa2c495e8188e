import { House, type LucideIcon } from 'lucide-react';
import type { Role } from './me.ts';
import { texts } from './texts.ts';

type Entry = { to: string; label: string; icon: LucideIcon; role: Role };

/** What stands in the menu, for whom. A page comes here when it is done. */
export const NAV: Entry[] = [{ to: '/', label: texts.nav.home, icon: House, role: 'read-only' }];
