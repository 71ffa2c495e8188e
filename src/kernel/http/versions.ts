import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../problem.ts';
import type { Deprecation } from './route.ts';

export const VERSION_HEADER = 'Api-Version';
/** Newest first. A version is the date of the release that made a breaking change (docs/versions.md). */
const SUPPORTED_VERSIONS = ['2026-11-18'] as const;
export const [CURRENT_VERSION] = SUPPORTED_VERSIONS;

/** A request may name the version that its client was written for. The response names the one that it follows. */
export function chooseVersion({ headers }: FastifyRequest, reply: FastifyReply): void {
  const requestedVersion = headers['api-version'];
  if (requestedVersion === undefined) return;
  const version = SUPPORTED_VERSIONS.find((supported) => supported === requestedVersion);
  if (version) return void reply.header(VERSION_HEADER, version);
  const detail = `must be ${SUPPORTED_VERSIONS.join(' or ')}`;
  throw new Problem('invalid_request', `${VERSION_HEADER} ${detail}.`, {
    errors: [{ pointer: '/api-version', detail }],
  });
}

/** RFC 9745 and RFC 8594. */
export function announceDeprecation(
  reply: FastifyReply,
  { since, sunset, successor }: Deprecation,
  publicUrl: string,
): void {
  reply.header('Deprecation', `@${Date.parse(since) / 1000}`);
  if (sunset) reply.header('Sunset', new Date(sunset).toUTCString());
  if (successor) addLink(reply, `<${publicUrl}${successor}>; rel="successor-version"`);
}

export function addLink(reply: FastifyReply, links: string): void {
  const existingLinks = reply.getHeader('Link');
  reply.header('Link', existingLinks === undefined ? links : `${existingLinks}, ${links}`);
}
