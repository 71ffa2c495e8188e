import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Keyring } from '../../kernel/crypto.ts';

/** Whose calendar it is, and which of its links. */
export type FeedLink = { workspaceId: string; resourceId: string; linkNumber: number };

/** Private links that calendar apps read without a key. They work until they are reset. */
export function createFeedLinks(keyring: Keyring) {
  const secret = keyring.derive('calendar feeds');
  const encode = ({ workspaceId, resourceId, linkNumber }: FeedLink) =>
    [workspaceId, Buffer.from(resourceId).toString('base64url'), linkNumber.toString(36)].join('.');
  const sign = (link: string) => createHmac('sha256', secret).update(link).digest('base64url');
  return {
    tokenOf(feed: FeedLink): string {
      const link = encode(feed);
      return `${link}.${sign(link)}`;
    },
    /** Undefined if the signature is not ours. */
    parse(token: string): FeedLink | undefined {
      const [workspaceId = '', resource = '', number = '', signature = ''] = token.split('.');
      const expected = Buffer.from(sign([workspaceId, resource, number].join('.')));
      const actual = Buffer.from(signature);
      if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return undefined;
      const resourceId = Buffer.from(resource, 'base64url').toString();
      return { workspaceId, resourceId, linkNumber: Number.parseInt(number, 36) };
    },
  };
}

export type FeedLinks = ReturnType<typeof createFeedLinks>;
