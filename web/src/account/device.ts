import { texts } from './texts.ts';

/** The order matters: most browsers also contain "Chrome" and "Safari", and Android also contains "Linux". */
const BROWSERS = ['Edg', 'OPR', 'Firefox', 'Chrome', 'Safari'];
const OPERATING_SYSTEMS = ['iPhone', 'iPad', 'Android', 'Windows', 'Mac OS', 'Linux'];

/** A short device name from a user agent: "Firefox, Windows". */
export function formatDeviceName(userAgent: string | null | undefined): string {
  if (!userAgent) return texts.account.unknown;
  const [browser, system] = [BROWSERS, OPERATING_SYSTEMS].map((names) =>
    names.find((name) => userAgent.includes(name)),
  );
  const displayNames: Record<string, string> = { Edg: 'Edge', OPR: 'Opera', 'Mac OS': 'macOS' };
  const names = [browser, system].flatMap((name) => (name ? [displayNames[name] ?? name] : []));
  return names.join(', ') || userAgent.slice(0, 60);
}
