import type { FastifyReply, FastifyRequest } from 'fastify';
import { allowOrigin, OLD_VISITOR_HEADER, VISITOR_HEADER } from '../../kernel/http/cors.ts';
import type { Actor, Gate, Visitor, WorkspacePrincipal } from '../../kernel/http/route.ts';
import { Problem } from '../../kernel/problem.ts';
import { createThrottle, networkOf, tooManyRequests } from '../../kernel/rate-limit.ts';
import type { Role } from '../accounts/roles.ts';
import type { ApiKey, ApiKeyCache } from '../keys/api-key-cache.ts';
import type { Scope } from '../keys/scopes.ts';
import { createLimitHeaders } from '../plans/headers.ts';
import type { Limiter, LimitStatus } from '../plans/limiter.ts';
import { currentMonth, type Limits, limitsOf } from '../plans/plans.ts';
import type { QuotaWatch } from '../plans/quota-watch.ts';
import { findRoleScopeProblem } from './role-scopes.ts';
import type { WidgetLimits } from './widget-limits.ts';

const KEY_PROBLEMS = [
  'missing_api_key',
  'invalid_api_key',
  'revoked_api_key',
  'expired_api_key',
  'insufficient_scope',
  'rate_limited',
  'quota_exceeded',
] as const;
const WIDGET_PROBLEMS = ['origin_not_allowed', 'invalid_visitor', 'expired_visitor'] as const;
const UNCOUNTED_STATUSES = new Set([401, 403, 429]);

export type KeyGateDependencies = {
  apiKeyCache: ApiKeyCache;
  limiter: Limiter;
  quotaWatch: QuotaWatch;
  widgetLimits: WidgetLimits;
  /** Returns the token's visitor, or the problem with the token. */
  readVisitor(token: string, context: { keyId: string; origin: string }): Promise<Visitor | Problem>;
  /** Finds the team member of a request with a session instead of a key. Such calls do not count towards the plan. */
  authorizeMember(request: FastifyRequest, scope: Scope): Promise<WorkspacePrincipal | undefined>;
};

/** What a publishable key is used for. Sessions and streams do not count towards the plan, because every page view has one. */
type WidgetUse = 'message' | 'session' | 'stream' | 'other';
type KeyGateOptions = {
  /** Websites may call the route with a publishable key, and it counts towards the limits of this use. Otherwise they are refused. */
  allowPublishableKeyFor?: WidgetUse;
  /** The route still gets calls above a limit, within a small allowance, so that it can answer somebody in danger. */
  answersEmergencies?: boolean;
};
export type KeyGate = (scope: Scope, options?: KeyGateOptions) => Gate<WorkspacePrincipal>;

/** Creates gates for routes that need an API key or a team member's session: `keyGate('conversations:read')`. */
export function createKeyGates(options: KeyGateDependencies): KeyGate {
  const { apiKeyCache, limiter, quotaWatch, widgetLimits, readVisitor, authorizeMember } = options;
  const throttle = createThrottle();

  /** Undefined if the page has no widget session, for example with a custom chat interface. */
  async function findVisitor({ headers }: FastifyRequest, keyId: string, origin: string | undefined) {
    const token = headers[VISITOR_HEADER] ?? headers[OLD_VISITOR_HEADER];
    return token === undefined || !origin ? undefined : readVisitor(String(token), { keyId, origin });
  }

  /** Limits each visitor, each IP address and each key separately. */
  function countWidgetUse(use: WidgetUse, { id, workspace }: ApiKey, request: FastifyRequest, visitor?: Visitor) {
    const { messagesPerMinute, sessionsPerMinute } = widgetLimits;
    const address = networkOf(request.ip);
    switch (use) {
      case 'message':
        return (
          (visitor && throttle(`message of ${visitor.id}`, messagesPerMinute.visitor)) ??
          throttle(`message from ${address}`, messagesPerMinute.address)
        );
      case 'session':
        return (
          throttle(`session from ${address}`, sessionsPerMinute.address) ??
          throttle(`session of ${id}`, limitsOf(workspace).burstPerMinute)
        );
      case 'stream':
        return throttle(`stream of ${id}`, limitsOf(workspace).burstPerMinute);
      case 'other':
        return undefined;
    }
  }

  /** Lets a call above a limit through if its message may still be read for an emergency. Throws otherwise. */
  function admitForEmergency(
    exceededLimit: Problem,
    { workspace, actor }: WorkspacePrincipal,
    answersEmergencies: boolean,
  ): WorkspacePrincipal {
    const visitor = actor.kind === 'key' ? actor.visitor : undefined;
    const network = actor.kind === 'key' && actor.publishable ? actor.network : undefined;
    const { emergencyMessagesPerMinute } = widgetLimits;
    if (!answersEmergencies) throw exceededLimit;
    const emergencyProblem =
      (visitor && throttle(`emergency of ${visitor.id}`, emergencyMessagesPerMinute.visitor)) ??
      (network && throttle(`emergency from ${network}`, emergencyMessagesPerMinute.address)) ??
      throttle(`emergency at ${workspace.id}`, emergencyMessagesPerMinute.workspace);
    if (emergencyProblem) throw exceededLimit;
    return { workspace, actor, exceededLimit };
  }

  return function keyGate(scope, { allowPublishableKeyFor, answersEmergencies = false } = {}) {
    async function authorize(request: FastifyRequest, reply: FastifyReply) {
      const memberPrincipal =
        request.headers.authorization === undefined ? await authorizeMember(request, scope) : undefined;
      if (memberPrincipal) return memberPrincipal;
      const apiKey = await apiKeyCache.authenticate(request);
      const { publishable, workspace } = apiKey;
      const origin = publishable ? findAllowedOrigin(apiKey, request) : undefined;
      if (origin) allowOrigin(reply, request.headers.origin ?? origin);
      apiKeyCache.rejectIfRevokedOrExpired(apiKey);
      apiKeyCache.recordUse(apiKey);
      let refusal =
        findOriginProblem(apiKey, request, origin) ??
        findKeyScopeProblem(apiKey, scope, allowPublishableKeyFor !== undefined);
      const visitorOrProblem =
        refusal || allowPublishableKeyFor === 'session' ? undefined : await findVisitor(request, apiKey.id, origin);
      const visitor = visitorOrProblem instanceof Problem ? undefined : visitorOrProblem;
      if (visitorOrProblem instanceof Problem) refusal = visitorOrProblem;
      const isForbidden = refusal !== undefined;
      if (publishable && allowPublishableKeyFor)
        refusal ??= countWidgetUse(allowPublishableKeyFor, apiKey, request, visitor);
      const limits = limitsOf(workspace);
      const isUncounted = publishable && (allowPublishableKeyFor === 'session' || allowPublishableKeyFor === 'stream');
      const limitStatus = await (refusal || isUncounted ? limiter.peek : limiter.take)(workspace.id, limits);
      reply.headers(createLimitHeaders(limits, limitStatus, new Date()));
      if (refusal && isForbidden) throw refusal;
      const network = networkOf(request.ip);
      const actor = {
        kind: 'key' as const,
        id: apiKey.id,
        publishable,
        scopes: apiKey.scopes,
        origin,
        visitor,
        network,
      };
      if (!refusal && isUncounted) return { workspace, actor };
      if (!refusal && !limitStatus.isGranted)
        refusal = createLimitProblem(limits, limitStatus, () =>
          quotaWatch.onQuotaExceeded(workspace, limits, limitStatus),
        );
      if (refusal) return admitForEmergency(refusal, { workspace, actor }, answersEmergencies);
      quotaWatch.onCallCounted(workspace, limits, limitStatus);
      return {
        workspace,
        actor,
        beforeResponse: async (status: number) => {
          if (!UNCOUNTED_STATUSES.has(status) && status < 500) return;
          const limitStatusAfter = await limiter.giveBack(workspace.id, limits).catch(() => undefined);
          if (limitStatusAfter) reply.headers(createLimitHeaders(limits, limitStatusAfter, new Date()));
        },
      };
    }
    const problems = allowPublishableKeyFor ? [...KEY_PROBLEMS, ...WIDGET_PROBLEMS] : KEY_PROBLEMS;
    return {
      authorize,
      security: 'key',
      documentedRequirement: scope,
      requireScope,
      allowsWidget: allowPublishableKeyFor !== undefined,
      problems,
    };
  };
}

/** Checks a scope that only a part of the response needs, such as the objects that `expand` adds. */
function requireScope(actor: Actor, scope: string): void {
  const refusal =
    actor.kind === 'key'
      ? findKeyScopeProblem(actor, scope as Scope, false)
      : findRoleScopeProblem(actor.role as Role, scope as Scope);
  if (refusal) throw refusal;
}

/** Publishable keys are visible in web pages, so they only work from the origins listed for them. */
function findOriginProblem({ publishable }: ApiKey, { headers }: FastifyRequest, origin?: string): Problem | undefined {
  if (!publishable || origin) return undefined;
  const subject = headers.origin ? 'This origin' : 'A request without an Origin header';
  return new Problem(
    'origin_not_allowed',
    `${subject} is not allowed for this publishable key. Add the page’s origin to the key, or use a secret key on a server.`,
  );
}

/** Browsers omit Origin on same-origin GETs, but send Sec-Fetch-Site, which pages cannot forge. */
function findAllowedOrigin({ origins }: ApiKey, { headers, host }: FastifyRequest): string | undefined {
  const { origin, 'sec-fetch-site': fetchSite } = headers;
  if (origin) return origins.find((allowed) => allowed === origin.toLowerCase());
  return fetchSite === 'same-origin'
    ? origins.find((allowed) => new URL(allowed).host === host.toLowerCase())
    : undefined;
}

function findKeyScopeProblem(
  apiKey: Pick<ApiKey, 'publishable'> & Partial<Pick<ApiKey, 'scopes'>>,
  scope: Scope,
  isForWidget: boolean,
): Problem | undefined {
  if (apiKey.publishable && !isForWidget) {
    return new Problem(
      'insufficient_scope',
      'A publishable key can only chat and read back its own conversation. Use a secret key on a server.',
    );
  }
  return findMissingScopeProblem(scope, apiKey.scopes);
}

/** Returns a problem if the scope is missing. A key without a list has all scopes. */
export function findMissingScopeProblem(scope: string, scopes: ReadonlySet<string> | undefined): Problem | undefined {
  return scopes && !scopes.has(scope)
    ? new Problem('insufficient_scope', `This key lacks the scope ${scope}.`)
    : undefined;
}

function createLimitProblem(limits: Limits, limitStatus: LimitStatus, onQuotaExceeded: () => void): Problem {
  if (limits.callsPerMonth !== null && limitStatus.monthUsed >= limits.callsPerMonth) {
    onQuotaExceeded();
    const { resetsAt } = currentMonth(new Date());
    return new Problem(
      'quota_exceeded',
      `You’ve used all ${limits.callsPerMonth} calls this month. The count resets on ${resetsAt.toISOString().slice(0, 10)}, or switch to a larger plan.`,
      {
        limit: limits.callsPerMonth,
        used: limitStatus.monthUsed,
        resetsAt: resetsAt.toISOString(),
        headers: { 'Retry-After': String(Math.ceil((resetsAt.getTime() - Date.now()) / 1000)) },
      },
    );
  }
  return tooManyRequests(limitStatus.windowResetsInMs / 1000, `More than ${limits.burstPerMinute} calls in a minute`);
}
