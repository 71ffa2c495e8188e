import type { FastifyReply, FastifyRequest } from 'fastify';
import { allowOrigin } from '../../kernel/http/cors.ts';
import type { Gate, InWorkspace } from '../../kernel/http/route.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Keyring, KnownKey } from '../keys/keyring.ts';
import type { Scope } from '../keys/scopes.ts';
import { limitHeaders } from '../plans/headers.ts';
import type { Limiter, Standing } from '../plans/limiter.ts';
import { type Limits, limitsOf, monthAround } from '../plans/plans.ts';
import type { QuotaWatch } from '../plans/quota-watch.ts';

const UNCOUNTED = new Set([401, 403, 429]);

export type KeyGateOptions = { keyring: Keyring; limiter: Limiter; quotaWatch: QuotaWatch };

/** Makes gates for routes that ask for a key: `key('conversations:read')`. */
export function createKeyGates({ keyring, limiter, quotaWatch }: KeyGateOptions) {
  return function key(scope: Scope, { widget = false } = {}): Gate<InWorkspace> {
    async function enter(request: FastifyRequest, reply: FastifyReply) {
      const known = await keyring.authenticate(request);
      const originProblem = known.publishable ? checkOrigin(known, request, reply) : undefined;
      keyring.refuseIfEnded(known);
      keyring.touch(known);
      const refusal = originProblem ?? checkScope(known, scope, widget);
      const { workspace } = known;
      const limits = limitsOf(workspace);
      const standing = await (refusal ? limiter.look : limiter.take)(workspace.id, limits);
      reply.headers(limitHeaders(limits, standing, new Date()));
      if (refusal) throw refusal;
      if (!standing.granted) throw refuse(limits, standing, () => quotaWatch.exceeded(workspace, limits, standing));
      quotaWatch.counted(workspace, limits, standing);
      return {
        workspace,
        actor: { kind: 'key' as const, id: known.id, publishable: known.publishable },
        settle: async (status: number) => {
          if (!UNCOUNTED.has(status) && status < 500) return;
          const after = await limiter.giveBack(workspace.id, limits).catch(() => undefined);
          if (after) reply.headers(limitHeaders(limits, after, new Date()));
        },
      };
    }
    return { enter, security: 'key', needs: scope, widget };
  };
}

/** Publishable keys live in web pages, so they open only what the widget needs and only from the pages named. */
function checkOrigin(known: KnownKey, request: FastifyRequest, reply: FastifyReply): Problem | undefined {
  const { origin } = request.headers;
  if (!origin || !known.origins.includes(origin.toLowerCase())) {
    const which = origin ? 'This origin' : 'A request without an Origin header';
    return new Problem(
      'origin_not_allowed',
      `${which} is not allowed for this publishable key. Add the page’s origin to the key, or use a secret key on a server.`,
    );
  }
  allowOrigin(reply, origin);
  return undefined;
}

function checkScope(known: KnownKey, scope: Scope, widget: boolean): Problem | undefined {
  if (known.publishable && !widget) {
    return new Problem(
      'insufficient_scope',
      'A publishable key can only chat and read back its own conversation. Use a secret key on a server.',
    );
  }
  if (known.scopes && !known.scopes.has(scope)) {
    return new Problem('insufficient_scope', `This key lacks the scope ${scope}.`);
  }
  return undefined;
}

function refuse(limits: Limits, standing: Standing, onQuota: () => void): Problem {
  if (limits.month !== null && standing.monthUsed >= limits.month) {
    onQuota();
    const { resetsAt } = monthAround(new Date());
    return new Problem(
      'quota_exceeded',
      `All ${limits.month} calls of this month are used. The count starts anew on ${resetsAt.toISOString().slice(0, 10)}; a larger plan lifts it now.`,
      {
        limit: limits.month,
        used: standing.monthUsed,
        resetsAt: resetsAt.toISOString(),
        headers: { 'Retry-After': String(Math.ceil((resetsAt.getTime() - Date.now()) / 1000)) },
      },
    );
  }
  const seconds = Math.max(1, Math.ceil(standing.windowResetsInMs / 1000));
  return new Problem('rate_limited', `More than ${limits.burst} calls in a minute. Try again in ${seconds} s.`, {
    headers: { 'Retry-After': String(seconds) },
  });
}
