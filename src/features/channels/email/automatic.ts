// Recognizes emails that no person wrote. Answering them annoys, and two programs could answer each other endlessly.
import type { ParsedEmail } from './mail.ts';

/** The part before the @ of addresses that nobody reads, or that programs write from. */
const AUTOMATIC_SENDER_PATTERN =
  /^(?:(?:mailer|mail)-?daemon|postmaster|(?:do[._-]?)?(?:not?|never)[._-]?(?:reply|respond|antwort|responder|repondre|response)(?:[._+-].*)?|.*[._+-]no-?reply|noreply.*|no-reply.*|bounces?(?:[._+=-].*)?|.*[._-]bounces?(?:\+.*)?|notifications?|notify|alerts?|auto-?(?:reply|responder|confirm|mailer)|ne-?pas-?repondre|nicht-?antworten|niet-?beantwoorden|non-?rispondere|nao-?responda)$/i;

/** Headers that only programs and lists set. Some are automatic with any value, and some with certain ones. */
const AUTOMATIC_HEADERS: [name: string, value: RegExp][] = [
  ['auto-submitted', /^(?!\s*no\s*(?:;|$))/i],
  ['precedence', /^\s*(?:bulk|list|junk|auto_?-?reply)/i],
  ['x-precedence', /^\s*(?:bulk|list|junk|auto_?-?reply)/i],
  ['x-auto-response-suppress', /\b(?:all|autoreply|oof|dr)\b/i],
  ['list-id', /./],
  ['list-unsubscribe', /./],
  ['list-post', /./],
  ['feedback-id', /./],
  ['x-autoreply', /^(?!\s*no\b)/i],
  ['x-autorespond', /./],
  ['x-autoresponder', /./],
  ['x-auto-reply', /./],
  ['x-auto-replied', /./],
  ['x-mail-autoreply', /./],
  ['x-failed-recipients', /./],
  ['x-loop', /./],
  ['x-mailer-daemon', /./],
  ['content-type', /multipart\/report|delivery-status|disposition-notification/i],
];

/** How the subjects of absence notices and failure reports begin, for programs that set none of the headers. */
const AUTOMATIC_SUBJECT_PATTERN = new RegExp(
  `^\\s*(?:${[
    ...['out of (?:the )?office', 'automatic reply', 'auto(?:matic)?[ -]?(?:reply|response)', 'autoreply', 'auto:'],
    ...[
      'automatische antwort',
      'abwesen(?:d|heit)',
      'réponse automatique',
      'absence du bureau',
      'respuesta automática',
    ],
    ...[
      'fuera de la oficina',
      'risposta automatica',
      'fuori sede',
      'automatisch antwoord',
      'afwezig',
      'resposta automática',
    ],
    ...[
      'odpowiedź automatyczna',
      'autoodpowiedź',
      'automatiskt svar',
      'autosvar',
      'автоответ',
      '自動(?:応答|返信|回覆)',
      '自动(?:回复|答复)',
    ],
    ...[
      '(?:mail )?(?:delivery|undeliver)(?:y|able|ed|ing)?.{0,12}(?:fail|error|status|subsystem)',
      'undeliver(?:ed|able)',
    ],
    ...['returned mail', 'failure notice', 'unzustellbar', 'non remis', 'read: ', 'gelesen: '],
  ].join('|')})`,
  'iu',
);

export function isAutomatic({ headers, from, replyTo, subject, envelopeFrom }: ParsedEmail): boolean {
  if (!from) return true;
  if (envelopeFrom === '') return true;
  if (AUTOMATIC_HEADERS.some(([name, pattern]) => headers.has(name) && pattern.test(headers.get(name) ?? '')))
    return true;
  // A form on a website writes from an address that nobody reads, and names the customer as the one to reply to.
  return isAutomaticSender((replyTo ?? from).address) || AUTOMATIC_SUBJECT_PATTERN.test(subject);
}

const isAutomaticSender = (address: string): boolean =>
  AUTOMATIC_SENDER_PATTERN.test(address.slice(0, address.lastIndexOf('@')));
