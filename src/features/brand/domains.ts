// The domain of a business for its pages and links, proven by a TXT record in its DNS.
import { randomBytes } from 'node:crypto';
import { Resolver } from 'node:dns/promises';
import type { Selectable } from 'kysely';
import type { Database, Db } from '../../kernel/database/database.ts';
import { hasFeature } from '../plans/plans.ts';
import { type Brand, findWhiteLabelBrand } from './brand.ts';

type DomainTable = {
  workspace_id: string;
  domain: string;
  token: string;
  verified_at: Date | null;
  checked_at: Date | null;
  created_at: Date;
};
declare module '../../kernel/database/database.ts' {
  interface Tables {
    brand_domains: DomainTable;
  }
}
export type DomainRow = Selectable<DomainTable>;

const DNS_TIMEOUT_MS = 3_000;
const DNS_TRIES = 2;
/** The record does not exist, as opposed to a name server that does not answer. */
const MISSING_RECORD_CODES = new Set(['ENOTFOUND', 'ENODATA']);

/** Whether the TXT record was found. `unknown`: the name servers did not answer. */
type DomainCheckResult = 'found' | 'absent' | 'unknown';
export type CheckDomain = (row: Pick<DomainRow, 'domain' | 'token'>) => Promise<DomainCheckResult>;

export const createVerificationRecord = ({ domain, token }: Pick<DomainRow, 'domain' | 'token'>) => ({
  type: 'TXT' as const,
  name: `_desk-verification.${domain}`,
  value: `desk-verification=${token}`,
});

export const createVerificationToken = (): string => randomBytes(16).toString('hex');

export function createDomainCheck(dnsServers: string[] | undefined): CheckDomain {
  const resolver = new Resolver({ timeout: DNS_TIMEOUT_MS, tries: DNS_TRIES });
  if (dnsServers) resolver.setServers(dnsServers);
  return async (row) => {
    const { name, value } = createVerificationRecord(row);
    try {
      // A long record comes in parts.
      return (await resolver.resolveTxt(name)).some((parts) => parts.join('') === value) ? 'found' : 'absent';
    } catch (error) {
      return MISSING_RECORD_CODES.has((error as NodeJS.ErrnoException).code ?? '') ? 'absent' : 'unknown';
    }
  };
}

/** The host name as DNS has it. Undefined if it cannot be a domain of one's own. */
export function normalizeDomain(text: string, publicUrl: string): string | undefined {
  const url = `https://${text.trim()}`;
  if (!URL.canParse(url)) return undefined;
  const { hostname, href } = new URL(url);
  const isDomainName =
    href === `https://${hostname}/` && /^(?=.{1,253}$)([a-z0-9-]{1,63}\.)+[a-z][a-z0-9-]+$/.test(hostname);
  return isDomainName && hostname !== new URL(publicUrl).hostname ? hostname : undefined;
}

export const readDomain = (db: Db): Promise<DomainRow | undefined> =>
  db.selectFrom('brand_domains').selectAll().executeTakeFirst();

/** The base URL of links: on the business's own domain once it is proven. */
export async function findLinkBase(
  { db, workspace }: { db: Db; workspace: { plan: string; mode: 'live' | 'test' } },
  publicUrl: string,
): Promise<string> {
  if (!hasFeature(workspace, 'whiteLabel')) return publicUrl;
  const row = await readDomain(db);
  return row?.verified_at ? createDomainUrl(publicUrl, row.domain) : publicUrl;
}

/** With the protocol and port of the service, behind the same proxy. */
function createDomainUrl(publicUrl: string, domain: string): string {
  const url = new URL(publicUrl);
  url.hostname = domain;
  return url.href.replace(/\/$/, '');
}

export type HostBrand = Brand & { workspaceId: string; linkBase: string };
type BrandOfDomainRow = {
  workspace_id: string;
  plan: string;
  name: string;
  brand: Parameters<typeof findWhiteLabelBrand>[1];
};

/** The host name of a request in lower case, without the trailing dot that DNS allows. */
const normalizeHostname = (hostname: string): string => hostname.toLowerCase().replace(/\.$/, '');

/** Addresses and names without a dot, such as `localhost`, never come from the public DNS. */
const isInternalName = (domain: string): boolean => !domain.includes('.') || /^[\d.]+$|:/.test(domain);

/**
 * Whether requests to this name are meant for the service. Without a public name of its own it answers to any. A business's
 * domain is known even without its proof or plan, because links in earlier emails go there.
 */
export function createKnownHostCheck(database: Database, publicUrl: string, hostNames: string[]) {
  const ownHost = new URL(publicUrl).hostname;
  const knownHosts = new Set([ownHost, ...hostNames]);
  return async function isKnownHost(hostname: string): Promise<boolean> {
    const domain = normalizeHostname(hostname);
    if (isInternalName(ownHost) || isInternalName(domain) || knownHosts.has(domain)) return true;
    const [row] = await database.statement<{ known: boolean }>('select is_brand_domain($1) as known', [domain]);
    return row?.known ?? false;
  };
}

/** Finds the business whose proven domain a request came to. Undefined on the service's own host. */
export function createHostBrandLookup(database: Database, publicUrl: string) {
  const ownHost = new URL(publicUrl).hostname;
  return async function findBrandByHost(hostname: string): Promise<HostBrand | undefined> {
    const domain = normalizeHostname(hostname);
    if (domain === ownHost || isInternalName(domain)) return undefined;
    const [row] = await database.statement<BrandOfDomainRow>('select * from brand_of_domain($1)', [domain]);
    if (!row || !hasFeature({ plan: row.plan, mode: 'live' }, 'whiteLabel')) return undefined;
    const brand = findWhiteLabelBrand({ plan: row.plan, mode: 'live' }, row.brand ?? undefined);
    const linkBase = createDomainUrl(publicUrl, domain);
    return { ...(brand ?? { name: row.name, senderName: row.name }), workspaceId: row.workspace_id, linkBase };
  };
}

export type FindBrandByHost = ReturnType<typeof createHostBrandLookup>;
