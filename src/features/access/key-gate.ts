import type { FastifyReply, FastifyRequest } from 'fastify';
import { allowOrigin } from '../../kernel/http/cors.ts';
import type { Gate, InWorkspace, Visitor } from '../../kernel/http/route.ts';
import { Problem } from '../../kernel/problem.ts';
import { createThrottle, networkOf, tooMany } from '../../kernel/rate-limit.ts';
import type { ApiKeyCache, KnownKey } from '../keys/api-key-cache.ts';
import type { Scope } from '../keys/scopes.ts';
import { limitHeaders } from '../plans/headers.ts';
import type { Limiter, LimitStatus } from '../plans/limiter.ts';
import { type Limits, limitsOf, monthAround } from '../plans/plans.ts';
import type { QuotaWatch } from '../plans/quota-watch.ts';
import type { WidgetLimits } from './widget-limits.ts';

const UNCOUNTED = new Set([401, 403, 429]);

export type KeyGateOptions = {
  apiKeys: ApiKeyCache;
  limiter: Limiter;
  quotaWatch: QuotaWatch;
  widgetLimits: WidgetLimits;
  /** The visitor whose token this is, or what is wrong with it. */
  readVisitor(token: string, place: { keyId: string; origin: string }): Promise<Visitor | Problem>;
  /** Who of the team asks, where a session comes in place of a key. Their calls are no calls of the plan. */
  member(request: FastifyRequest, scope: Scope): Promise<InWorkspace | undefined>;
};

/** What pages may do with a publishable key. A session or a stream is no call of the plan: every page view has one. */
type WidgetUse = 'message' | 'session' | 'stream' | 'other';
export type KeyGate = (scope: Scope, options?: { widget?: WidgetUse }) => Gate<InWorkspace>;

/** Makes gates for routes that ask for a key, or for somebody of the team: `key('conversations:read')`. */
export function createKeyGates(options: KeyGateOptions): KeyGate {
  const { apiKeys, limiter, quotaWatch, widgetLimits, readVisitor, member } = options;
  const throttle = createThrottle();

  /** Nobody where the page has not begun a session, as in a chat of one's own making. */
  async function visitorOf({ headers }: FastifyRequest, keyId: string, origin: string | undefined) {
    const token = headers['x-frontdesk-visitor'];
    return token === undefined || !origin ? undefined : readVisitor(String(token), { keyId, origin });
  }

  /** A visitor alone, those at one address, and all of a key's have each their share. */
  function checkShare(use: WidgetUse, { id, workspace }: KnownKey, request: FastifyRequest, visitor?: Visitor) {
    const { message, session } = widgetLimits;
    const address = networkOf(request.ip);
    switch (use) {
      case 'message':
        return (
          (visitor && throttle(`message of ${visitor.id}`, message.visitor)) ??
          throttle(`message from ${address}`, message.address)
        );
      case 'session':
        return (
          throttle(`session from ${address}`, session.address) ??
          throttle(`session of ${id}`, limitsOf(workspace).burst)
        );
      case 'stream':
        return throttle(`stream of ${id}`, limitsOf(workspace).burst);
      case 'other':
        return undefined;
    }
  }

  return function key(scope, { widget } = {}) {
    async function enter(request: FastifyRequest, reply: FastifyReply) {
      const own = request.headers.authorization === undefined ? await member(request, scope) : undefined;
      if (own) return own;
      const known = await apiKeys.authenticate(request);
      const { publishable, workspace } = known;
      const origin = publishable ? allowedOrigin(known, request) : undefined;
      if (origin) allowOrigin(reply, request.headers.origin ?? origin);
      apiKeys.refuseIfEnded(known);
      apiKeys.touch(known);
      let refusal = checkOrigin(known, request, origin) ?? checkScope(known, scope, widget !== undefined);
      const found = refusal || widget === 'session' ? undefined : await visitorOf(request, known.id, origin);
      const visitor = found instanceof Problem ? undefined : found;
      if (found instanceof Problem) refusal = found;
      if (publishable && widget) refusal ??= checkShare(widget, known, request, visitor);
      const limits = limitsOf(workspace);
      const isFree = publishable && (widget === 'session' || widget === 'stream');
      const standing = await (refusal || isFree ? limiter.look : limiter.take)(workspace.id, limits);
      reply.headers(limitHeaders(limits, standing, new Date()));
      if (refusal) throw refusal;
      const network = networkOf(request.ip);
      const actor = { kind: 'key' as const, id: known.id, publishable, scopes: known.scopes, origin, visitor, network };
      if (isFree) return { workspace, actor };
      if (!standing.granted) throw refuse(limits, standing, () => quotaWatch.exceeded(workspace, limits, standing));
      quotaWatch.counted(workspace, limits, standing);
      return {
        workspace,
        actor,
        settle: async (status: number) => {
          if (!UNCOUNTED.has(status) && status < 500) return;
          const after = await limiter.giveBack(workspace.id, limits).catch(() => undefined);
          if (after) reply.headers(limitHeaders(limits, after, new Date()));
        },
      };
    }
    return { enter, security: 'key', needs: scope, widget: widget !== undefined };
  };
}

/** Publishable keys live in web pages, so they open only what the widget needs and only from the pages named. */
function checkOrigin({ publishable }: KnownKey, { headers }: FastifyRequest, origin?: string): Problem | undefined {
  if (!publishable || origin) return undefined;
  const which = headers.origin ? 'This origin' : 'A request without an Origin header';
  return new Problem(
    'origin_not_allowed',
    `${which} is not allowed for this publishable key. Add the page’s origin to the key, or use a secret key on a server.`,
  );
}

/** Browsers leave the origin out where a page of this very service reads, and say so in a way that no page can. */
function allowedOrigin({ origins }: KnownKey, { headers, host }: FastifyRequest): string | undefined {
  const { origin, 'sec-fetch-site': site } = headers;
  if (origin) return origins.find((allowed) => allowed === origin.toLowerCase());
  return site === 'same-origin' ? origins.find((allowed) => new URL(allowed).host === host.toLowerCase()) : undefined;
}

function checkScope(known: KnownKey, scope: Scope, widget: boolean): Problem | undefined {
  if (known.publishable && !widget) {
    return new Problem(
      'insufficient_scope',
      'A publishable key can only chat and read back its own conversation. Use a secret key on a server.',
    );
  }
  return lackOf(scope, known.scopes);
}

/** Where a call needs more than its route: without a list of scopes a key has them all. */
export function lackOf(scope: string, scopes: ReadonlySet<string> | undefined): Problem | undefined {
  return scopes && !scopes.has(scope)
    ? new Problem('insufficient_scope', `This key lacks the scope ${scope}.`)
    : undefined;
}

function refuse(limits: Limits, standing: LimitStatus, onQuota: () => void): Problem {
  if (limits.month !== null && standing.monthUsed >= limits.month) {
    onQuota();
    const { resetsAt } = monthAround(new Date());
    return new Problem(
      'quota_exceeded',
      `You’ve used all ${limits.month} calls this month. The count resets on ${resetsAt.toISOString().slice(0, 10)}, or switch to a larger plan.`,
      {
        limit: limits.month,
        used: standing.monthUsed,
        resetsAt: resetsAt.toISOString(),
        headers: { 'Retry-After': String(Math.ceil((resetsAt.getTime() - Date.now()) / 1000)) },
      },
    );
  }
  return tooMany(standing.windowResetsInMs / 1000, `More than ${limits.burst} calls in a minute`);
}
