import { describe, expect, it } from 'vitest';
import { isAutomatic } from './automatic.ts';
import { interpretEmail, removeSubjectPrefixes } from './interpret-email.ts';
import { toParsedEmail } from './mail.ts';

const OWN_ADDRESSES = ['desk@bella.example'];
const emailWith = (headers: Record<string, string>, text = 'Do you have a table?', envelopeFrom?: string) =>
  toParsedEmail({
    headers: Object.entries({ From: 'Ana Ruiz <ana@example.com>', 'Message-ID': '<1@example.com>', ...headers }),
    text,
    html: '',
    attachments: [],
    envelopeFrom,
  });
const messageFrom = (headers: Record<string, string>, text?: string) =>
  interpretEmail(emailWith(headers, text), OWN_ADDRESSES).messages[0];

describe('an automatic email', () => {
  it.each([
    [{ 'Auto-Submitted': 'auto-replied' }],
    [{ 'Auto-Submitted': 'auto-generated; owner-email="a@b"' }],
    [{ Precedence: 'bulk' }],
    [{ Precedence: 'list' }],
    [{ Precedence: 'auto_reply' }],
    [{ 'X-Auto-Response-Suppress': 'DR, RN, NRN, OOF, AutoReply' }],
    [{ 'X-Auto-Response-Suppress': 'All' }],
    [{ 'List-Id': '<news.shop.example>' }],
    [{ 'List-Unsubscribe': '<https://shop.example/u>' }],
    [{ 'X-Autoreply': 'yes' }],
    [{ 'Content-Type': 'multipart/report; report-type=delivery-status; boundary=x' }],
    [{ From: 'MAILER-DAEMON@mx.example' }],
    [{ From: 'Mail Delivery <postmaster@mx.example>' }],
    [{ From: 'no-reply@shop.example' }],
    [{ From: 'noreply-dmarc@google.example' }],
    [{ From: 'do_not_reply@shop.example' }],
    [{ From: 'orders+noreply@shop.example' }],
    [{ From: 'bounces+123=x@lists.example' }],
    [{ From: '' }],
    [{ Subject: 'Automatic reply: Table' }],
    [{ Subject: 'Out of Office Re: Table' }],
    [{ Subject: 'Automatische Antwort: Tisch' }],
    [{ Subject: 'Réponse automatique : table' }],
    [{ Subject: 'Undeliverable: Table' }],
    [{ Subject: 'Mail delivery failed: returning message to sender' }],
  ])('is recognized by %j', (headers: Record<string, string>) => {
    expect(isAutomatic(emailWith(headers))).toBe(true);
    expect(interpretEmail(emailWith(headers), OWN_ADDRESSES).messages).toEqual([]);
  });

  it('is recognized by an empty envelope sender', () => {
    expect(isAutomatic(emailWith({}, 'x', ''))).toBe(true);
    expect(isAutomatic(emailWith({}, 'x', 'ana@example.com'))).toBe(false);
  });

  it.each([
    [{ 'Auto-Submitted': 'no' }],
    [{ 'X-Auto-Response-Suppress': 'RN' }],
    [{ From: 'reply@shop.example' }],
    [{ From: 'noreen@example.com' }],
    [{ From: 'Norbert <nobody.special@example.com>' }],
    [{ From: 'Website <no-reply@bella.example>', 'Reply-To': 'ana@example.com' }],
    [{ Subject: 'Office party for 20 people' }],
    [{ Subject: 'Re: delivery of the cake' }],
  ])('is not assumed because of %j', (headers: Record<string, string>) =>
    expect(isAutomatic(emailWith(headers))).toBe(false),
  );
});

describe('a customer’s email', () => {
  it('becomes a message of its thread', () => {
    expect(messageFrom({ References: '<a@x> <b@x>', 'In-Reply-To': '<b@x>', Subject: 'Re: Table' })).toEqual({
      id: '<1@example.com>',
      address: 'ana@example.com',
      threadKey: '<a@x> ana@example.com',
      repliedToProviderIds: ['<a@x>', '<b@x>'],
      answeredMessageIds: [],
      text: 'Do you have a table?',
      customer: { name: 'Ana Ruiz', email: 'ana@example.com' },
      context: {
        subject: 'Re: Table',
        inReplyTo: '<1@example.com>',
        references: ['<a@x>', '<b@x>', '<1@example.com>'],
      },
    });
  });

  it('keeps the original with the quoted text for the team', () => {
    const text = 'Yes.\n\nOn 3 Nov 2025, at 10:12, Bella wrote:\n> Shall I book it?';
    expect(messageFrom({ 'In-Reply-To': '<b@x>' }, text)).toMatchObject({ text: 'Yes.', original: text });
  });

  it('sent by a form on the website is answered to the customer', () => {
    expect(messageFrom({ From: 'Site <no-reply@bella.example>', 'Reply-To': 'Ana <ANA@example.com>' })).toMatchObject({
      address: 'ana@example.com',
      customer: { name: 'Ana', email: 'ana@example.com' },
    });
  });

  it('is ignored if the business sent it', () => {
    expect(messageFrom({ From: 'Bella <Desk@Bella.example>' })).toBeUndefined();
    expect(messageFrom({ 'Reply-To': 'desk@bella.example' })).toBeUndefined();
  });

  it.each([
    ['Table for 4 on Friday at 7?', '', 'Table for 4 on Friday at 7?'],
    ['Table for 4 on Friday at 7?', 'Is that possible?', 'Table for 4 on Friday at 7?\n\nIs that possible?'],
    ['A question', 'Do you have parking?', 'Do you have parking?'],
    ['Do you have parking', 'Hi, do you have parking? Thanks', 'Hi, do you have parking? Thanks'],
    [
      'Fwd: Party',
      '---------- Forwarded message ---------\nFrom: Eve <eve@x.example>\nDate: Mon\nSubject: Party\nTo: a@x.example\n\nFor 20 people?',
      'For 20 people?',
    ],
    ['Re: Table for 4 on Friday at 7?', 'Yes', 'Yes'],
  ])('with the subject %j and the text %j becomes the message %j', (Subject, text, expected) => {
    expect(messageFrom({ Subject, ...(Subject.startsWith('Re:') ? { 'In-Reply-To': '<b@x>' } : {}) }, text)?.text).toBe(
      expected,
    );
  });

  it('is only a status update if it reports a failed delivery', () => {
    const report = toParsedEmail({
      headers: [['From', 'mailer-daemon@mx.example']],
      text: '',
      html: '',
      attachments: [],
      deliveryReport: 'Action: failed\nMessage-ID: <msg_1@bella.example>',
    });
    expect(interpretEmail(report, OWN_ADDRESSES)).toEqual({
      messages: [],
      updates: [
        {
          providerMessageId: '<msg_1@bella.example>',
          ownMessageId: 'msg_1',
          status: 'failed',
          error: 'The mail could not be delivered.',
        },
      ],
    });
  });
});

it.each([
  ['Re: RE: Fwd: Table', 'Table'],
  ['AW: WG: Tisch', 'Tisch'],
  ['Re[2]: Table', 'Table'],
  ['回复：订位', '订位'],
  ['Ready: when?', 'Ready: when?'],
])('the subject %j is %j without prefixes', (subject, subjectWithoutPrefixes) =>
  expect(removeSubjectPrefixes(subject)).toBe(subjectWithoutPrefixes),
);
