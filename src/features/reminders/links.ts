import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Vault } from '../../kernel/crypto.ts';

/**
 * Links that stand for a customer: whoever holds one may do what its page offers. They are stored nowhere; a signature
 * ties them to the workspace and to one booking, or to one address.
 */
export type Links = ReturnType<typeof createLinks>;

/** 24 characters of base64url. */
const SIGNATURE_BYTES = 18;

export function createLinks(vault: Vault, publicUrl: string) {
  const sign = (purpose: string, text: string) =>
    createHmac('sha256', vault.derive(purpose))
      .update(text)
      .digest()
      .subarray(0, SIGNATURE_BYTES)
      .toString('base64url');
  const write = (purpose: string, workspaceId: string, subject: string) => {
    const text = `${workspaceId}.${subject}`;
    return `${text}.${sign(purpose, text)}`;
  };
  const read = (purpose: string, token: string) => {
    const [, text, workspaceId, subject, signature] = /^((ws_[0-9a-z]+)\.([\w-]+))\.([\w-]{24})$/.exec(token) ?? [];
    const isOurs = text && timingSafeEqual(Buffer.from(signature!), Buffer.from(sign(purpose, text)));
    return isOurs ? { workspaceId: workspaceId!, subject: subject! } : undefined;
  };
  return {
    /** The page of one booking; `/cancel` and `/move` below it are its parts. */
    booking: (workspaceId: string, bookingId: string) =>
      `${publicUrl}/booking/${write('booking links', workspaceId, bookingId)}`,
    readBooking: (token: string) => read('booking links', token),
    unsubscribe: (workspaceId: string, address: Buffer) =>
      `${publicUrl}/unsubscribe/${write('unsubscribe links', workspaceId, address.toString('base64url'))}`,
    readUnsubscribe(token: string) {
      const found = read('unsubscribe links', token);
      return found && { workspaceId: found.workspaceId, address: Buffer.from(found.subject, 'base64url') };
    },
    /** What an address is known by where mails are refused. */
    hashAddress: (workspaceId: string, email: string) =>
      createHmac('sha256', vault.derive('addresses')).update(`${workspaceId} ${email.trim().toLowerCase()}`).digest(),
  };
}
