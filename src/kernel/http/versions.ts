import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../problem.ts';
import type { Deprecation } from './route.ts';

export const VERSION_HEADER = 'Api-Version';
/** The newest first. A version is the day of the release that broke with the one before (docs/versions.md). */
const SUPPORTED_VERSIONS = ['2026-11-18'] as const;
export const [CURRENT_VERSION] = SUPPORTED_VERSIONS;

/** A request may name the version that its client was written for. The answer names the one that it follows. */
export function chooseVersion({ headers }: FastifyRequest, reply: FastifyReply): void {
  const requested = headers['api-version'];
  if (requested === undefined) return;
  const version = SUPPORTED_VERSIONS.find((supported) => supported === requested);
  if (version) return void reply.header(VERSION_HEADER, version);
  const detail = `must be ${SUPPORTED_VERSIONS.join(' or ')}`;
  throw new Problem('invalid_request', `${VERSION_HEADER} ${detail}.`, {
    errors: [{ pointer: '/api-version', detail }],
  });
}

/** RFC 9745 and RFC 8594. */
export function announceDeprecation(reply: FastifyReply, { since, sunset, successor }: Deprecation, url: string): void {
  reply.header('Deprecation', `@${Date.parse(since) / 1000}`);
  if (sunset) reply.header('Sunset', new Date(sunset).toUTCString());
  if (successor) addLink(reply, `<${url}${successor}>; rel="successor-version"`);
}

export function addLink(reply: FastifyReply, links: string): void {
  const present = reply.getHeader('Link');
  reply.header('Link', present === undefined ? links : `${present}, ${links}`);
}
