import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Keyring } from '../../kernel/crypto.ts';

/** Whose calendar it is, and how often its link was reset. */
export type FeedLink = { workspaceId: string; resourceId: string; linkNumber: number };

/** Private links that calendar apps read without a key. They work until they are reset. */
export function createFeedLinks(keyring: Keyring) {
  const secret = keyring.derive('calendar feeds');
  const encodeLink = ({ workspaceId, resourceId, linkNumber }: FeedLink) =>
    [workspaceId, Buffer.from(resourceId).toString('base64url'), linkNumber.toString(36)].join('.');
  const sign = (link: string) => createHmac('sha256', secret).update(link).digest('base64url');
  return {
    createToken(feed: FeedLink): string {
      const link = encodeLink(feed);
      return `${link}.${sign(link)}`;
    },
    /** Undefined if the signature is not ours. */
    parse(token: string): FeedLink | undefined {
      const [workspaceId = '', encodedResource = '', encodedNumber = '', signature = ''] = token.split('.');
      const expected = Buffer.from(sign([workspaceId, encodedResource, encodedNumber].join('.')));
      const actual = Buffer.from(signature);
      if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return undefined;
      const resourceId = Buffer.from(encodedResource, 'base64url').toString();
      return { workspaceId, resourceId, linkNumber: Number.parseInt(encodedNumber, 36) };
    },
  };
}

export type FeedLinks = ReturnType<typeof createFeedLinks>;
