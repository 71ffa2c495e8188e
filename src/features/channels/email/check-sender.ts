// Whether a mail comes from the sender that it names, as the mail server that took it found out (RFC 8601, RFC 7489).
import type { Mail } from './mail.ts';

export type SenderCheck = 'passed' | 'failed' | 'unknown';
type Result = { method: string; value: string; properties: Map<string, string> };

/** Only the results of the server that the business trusts count: anybody can write such a header. */
export function checkSender(
  { from, authResults }: Pick<Mail, 'from' | 'authResults'>,
  trustedServer: string | undefined,
): SenderCheck {
  const domain = domainOf(from?.address ?? '');
  if (!trustedServer || !domain) return 'unknown';
  const results = authResults
    .map(parseResults)
    .filter(({ server }) => server === trustedServer.trim().toLowerCase())
    .flatMap((header) => header.results);
  const dmarc = results.find(({ method }) => method === 'dmarc');
  if (dmarc?.value === 'pass')
    return isAligned(dmarc.properties.get('header.from') ?? domain, domain) ? 'passed' : 'failed';
  if (dmarc?.value === 'fail') return 'failed';
  // The domain has no policy: a signature of the domain, or its own mail server, proves as much.
  const isOfDomain = ({ method, value, properties }: Result) =>
    value === 'pass' &&
    ((method === 'dkim' &&
      isAligned(properties.get('header.d') ?? domainOf(properties.get('header.i') ?? ''), domain)) ||
      (method === 'spf' && isAligned(domainOf(properties.get('smtp.mailfrom') ?? ''), domain)));
  return results.some(isOfDomain) ? 'passed' : 'unknown';
}

/** The same domain, or one above that of the sender. */
const isAligned = (proven: string, domain: string): boolean =>
  proven.includes('.') && (proven === domain || domain.endsWith(`.${proven}`));

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase();

/** `mx.example.com 1; dmarc=pass (p=none) header.from=example.org; spf=…` */
function parseResults(header: string): { server: string; results: Result[] } {
  const [first = '', ...parts] = withoutComments(header).split(';');
  const [server = ''] = first.trim().toLowerCase().split(/\s+/);
  return { server, results: parts.flatMap(parseResult) };
}

function parseResult(part: string): Result[] {
  const pairs = [...part.matchAll(/([\w.-]+)\s*=\s*("[^"]*"|[^\s"]+)/g)].map(
    ([, name = '', value = '']) => [name.toLowerCase(), value.replaceAll('"', '').toLowerCase()] as const,
  );
  const [result, ...properties] = pairs;
  return result ? [{ method: result[0], value: result[1], properties: new Map(properties) }] : [];
}

/** Comments can be nested, and hold anything. */
function withoutComments(text: string): string {
  let depth = 0;
  let rest = '';
  for (const character of text) {
    if (character === '(') depth++;
    else if (character === ')') depth = Math.max(0, depth - 1);
    else if (depth === 0) rest += character;
  }
  return rest;
}
