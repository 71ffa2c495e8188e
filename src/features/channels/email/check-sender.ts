// Whether an email comes from the sender that it names, as the mail server that took it found out (RFC 8601, RFC 7489).
import { type AuthResult, parseResults } from './authentication-results.ts';
import type { ParsedEmail } from './mail.ts';

export type SenderCheck = 'passed' | 'failed' | 'unknown';

/** Only the results of the server that the business trusts count: anybody can write such a header. */
export function checkSender(
  { from, authResults }: Pick<ParsedEmail, 'from' | 'authResults'>,
  trustedServer: string | undefined,
): SenderCheck {
  const domain = parseDomain(from?.address ?? '');
  if (!trustedServer || !domain) return 'unknown';
  const headers = authResults.map(parseResults);
  const results = headers
    .filter(({ server }) => server === trustedServer.trim().toLowerCase())
    .flatMap((header) => header.results);
  const check = checkDomain(results, domain);
  return check === 'passed' && !headers.every(({ isWellFormed }) => isWellFormed) ? 'unknown' : check;
}

function checkDomain(results: AuthResult[], domain: string): SenderCheck {
  const dmarcResults = results.filter(({ method }) => method === 'dmarc');
  const provesSender = ({ value, properties }: AuthResult) =>
    value === 'pass' && isAligned(properties.get('header.from') ?? '', domain);
  if (dmarcResults.some(({ value }) => value === 'pass')) return dmarcResults.every(provesSender) ? 'passed' : 'failed';
  if (dmarcResults.some(({ value }) => value === 'fail')) return 'failed';
  // The domain has no policy: a signature of the domain, or its own mail server, proves as much.
  const provesDomain = ({ method, value, properties }: AuthResult) =>
    value === 'pass' &&
    ((method === 'dkim' &&
      isAligned(properties.get('header.d') ?? parseDomain(properties.get('header.i') ?? ''), domain)) ||
      (method === 'spf' && isAligned(parseDomain(properties.get('smtp.mailfrom') ?? ''), domain)));
  return results.some(provesDomain) ? 'passed' : 'unknown';
}

/** The same domain, or one above that of the sender. */
const isAligned = (provenDomain: string, domain: string): boolean =>
  provenDomain.includes('.') && (provenDomain === domain || domain.endsWith(`.${provenDomain}`));

const parseDomain = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase();
