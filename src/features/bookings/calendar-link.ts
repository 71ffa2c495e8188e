import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Keyring } from '../../kernel/crypto.ts';
import type { Gate, WorkspacePrincipal } from '../../kernel/http/route.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Booking } from '../../scheduling/store.ts';
import { findLinkBase } from '../brand/domains.ts';

const LINK_VALIDITY_MS = 30 * 86_400_000;

/** Signed links to a booking's calendar file, because a customer who opens one on a phone has no API key. */
export function createCalendarLinks(keyring: Keyring, publicUrl: string) {
  const secret = keyring.derive('calendar links');
  const sign = (workspaceId: string, bookingId: string, until: string) =>
    createHmac('sha256', secret).update(`${workspaceId} ${bookingId} ${until}`).digest('base64url');

  return {
    /** What links of the workspace begin with. */
    findLinkBase: (ctx: Parameters<typeof findLinkBase>[0]): Promise<string> => findLinkBase(ctx, publicUrl),
    createUrl({ workspace_id, id, ends_at }: Booking, linkBase = publicUrl): string {
      const until = Math.floor((Math.max(ends_at.getTime(), Date.now()) + LINK_VALIDITY_MS) / 1000).toString(36);
      const token = [workspace_id, until, sign(workspace_id, id, until)].join('.');
      return `${linkBase}/api/v1/bookings/${id}/calendar.ics?token=${token}`;
    },
    /** The workspace of the booking if the token is valid and has not expired. */
    findWorkspaceId(bookingId: string, token: string): string | undefined {
      const [workspaceId = '', until = '', signature = ''] = token.split('.');
      const expected = Buffer.from(sign(workspaceId, bookingId, until));
      const actual = Buffer.from(signature);
      const isSigned = actual.length === expected.length && timingSafeEqual(actual, expected);
      return isSigned && Number.parseInt(until, 36) * 1000 > Date.now() ? workspaceId : undefined;
    },
  };
}

export type CalendarLinks = ReturnType<typeof createCalendarLinks>;

/** The caller of a request with a signed link of a workspace instead of a key. */
export const createLinkPrincipal = (workspaceId: string, actorId: string): WorkspacePrincipal => ({
  workspace: { id: workspaceId, liveId: workspaceId, mode: 'live', name: '', plan: 'starter', timezone: 'UTC' },
  actor: { kind: 'key', id: actorId, publishable: true },
});

/** Accepts a calendar link's token; without a token the given gate decides. */
export function allowCalendarLink(gate: Gate<WorkspacePrincipal>, links: CalendarLinks): Gate<WorkspacePrincipal> {
  return {
    ...gate,
    async authorize(request: FastifyRequest, reply) {
      const { token } = request.query as { token?: unknown };
      if (token === undefined) return gate.authorize(request, reply);
      const workspaceId = links.findWorkspaceId((request.params as { id: string }).id, String(token));
      if (!workspaceId)
        throw new Problem('not_found', 'This link is not complete, or has expired. Ask the business for the booking.');
      return createLinkPrincipal(workspaceId, 'calendar link');
    },
  };
}
