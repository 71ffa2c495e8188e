import { texts } from './texts.ts';

/** In this order: most say that they are Chrome and Safari too, and Android is a Linux. */
const BROWSERS = ['Edg', 'OPR', 'Firefox', 'Chrome', 'Safari'];
const SYSTEMS = ['iPhone', 'iPad', 'Android', 'Windows', 'Mac OS', 'Linux'];

/** "Firefox, Windows" of what a browser says of itself. */
export function deviceOf(agent: string | null | undefined): string {
  if (!agent) return texts.account.unknown;
  const [browser, system] = [BROWSERS, SYSTEMS].map((all) => all.find((name) => agent.includes(name)));
  const names: Record<string, string> = { Edg: 'Edge', OPR: 'Opera', 'Mac OS': 'macOS' };
  const known = [browser, system].flatMap((name) => (name ? [names[name] ?? name] : []));
  return known.join(', ') || agent.slice(0, 60);
}
