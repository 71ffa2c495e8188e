import { texts as inboxTexts } from '../inbox/texts.ts';
import { makeReadable } from '../message-details/readable-names.ts';
import { texts } from './texts.ts';

/** The reason of an audit entry in words; empty for codes that only repeat the activity. */
export function describeAuditReason({ action, reason }: { action: string; reason: string }): string {
  if (action.startsWith('channel.')) return inboxTexts.channels[reason] ?? reason;
  const knownText = texts.audit.reasons[reason];
  if (knownText !== undefined) return knownText;
  if (/^to key_/.test(reason)) return '';
  return reason.split(' → ').map(makeReadable).join(' → ');
}
