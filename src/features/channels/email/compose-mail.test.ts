import { describe, expect, it } from 'vitest';
import type { OutgoingMessage } from '../channel.ts';
import { composeEmail } from './compose-mail.ts';

const CONNECTION = { businessName: 'Bella Vista', settings: { address: 'desk@bella.example' }, secrets: {} };
const compose = (message: Partial<OutgoingMessage> = {}, sender = 'desk@bella.example', connection: object = {}) =>
  composeEmail(
    {
      id: 'msg_1',
      address: 'ana@example.com',
      text: 'We open at 9.',
      suggestions: [],
      author: 'assistant',
      context: { subject: 'AW: Table', inReplyTo: '<1@x>', references: ['<0@x>', '<1@x>'] },
      signature: ['Bella Vista', '12 Main Street', '+1 212 555 0147'],
      ...message,
    },
    { ...CONNECTION, ...connection },
    sender,
  );

describe('a reply by email', () => {
  it('answers the customer’s email in the name of the business', () => {
    expect(compose()).toMatchObject({
      from: { name: 'Bella Vista', address: 'desk@bella.example' },
      to: { address: 'ana@example.com' },
      subject: 'Re: Table',
      messageId: '<msg_1@bella.example>',
      inReplyTo: '<1@x>',
      references: ['<0@x>', '<1@x>'],
      text: 'We open at 9.\n\n-- \nBella Vista\n12 Main Street\n+1 212 555 0147\n',
      headers: { 'Auto-Submitted': 'auto-replied' },
    });
  });

  it('is not marked as automatic if a person wrote it', () => expect(compose({ author: 'team' }).headers).toEqual({}));

  it('names the business as the reply address if it is sent from another one', () => {
    expect(compose({}, 'desk@operator.example')).toMatchObject({
      from: { address: 'desk@operator.example' },
      replyTo: { address: 'desk@bella.example' },
      messageId: '<msg_1@bella.example>',
    });
    expect(compose()).not.toHaveProperty('replyTo');
  });

  it('lists the suggestions with numbers', () => {
    expect(compose({ text: 'Shall I book it?', suggestions: ['Yes please', 'No'] }).text).toMatch(
      /^Shall I book it\?\n\n1\. Yes please\n2\. No\n\n-- \n/,
    );
  });

  it('has simple HTML in which the text is escaped', () => {
    const { html } = compose({ text: 'One <b>&\ntwo.\n\nSee https://bella.example/menu?a=1&b=2. Bye' });
    expect(html).toContain('<p>One &lt;b&gt;&amp;<br>two.</p>');
    expect(html).toContain(
      '<a href="https://bella.example/menu?a=1&amp;b=2">https://bella.example/menu?a=1&amp;b=2</a>. Bye',
    );
  });

  it('has the name of the business as its subject outside a thread', () => {
    const { subject, inReplyTo } = compose({ context: {} });
    expect([subject, inReplyTo]).toEqual(['Bella Vista', undefined]);
  });

  it('removes line breaks from the subject', () =>
    expect(compose({ context: { subject: 'Hi\r\nBcc: eve@example.com', inReplyTo: '<1@x>' } }).subject).toBe(
      'Re: Hi Bcc: eve@example.com',
    ));

  it('is signed if the connection has a key', () => {
    const settings = { address: 'desk@bella.example', dkimDomain: 'bella.example', dkimSelector: 's1' };
    expect(compose({}, undefined, { settings, secrets: { dkimKey: 'pem' } }).dkim).toEqual({
      domainName: 'bella.example',
      keySelector: 's1',
      privateKey: 'pem',
    });
    expect(compose()).not.toHaveProperty('dkim');
  });
});
