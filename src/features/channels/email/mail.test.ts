import { describe, expect, it } from 'vitest';
import { chooseCaseCount } from '../../../../test/rotation.ts';
import { parseEmail } from './mail.ts';

const parse = (headerText: string, body: string | Buffer = '') =>
  parseEmail(Buffer.concat([Buffer.from(`${headerText.trim().replaceAll('\n', '\r\n')}\r\n\r\n`), Buffer.from(body)]));
const HEADERS = 'From: Ana Ruiz <ana@example.com>\nTo: desk@bella.example\nSubject: Table\nMessage-ID: <1@example.com>';

describe('an email', () => {
  it('has its headers, text and ids', async () => {
    const parsed = await parse(
      `${HEADERS}\nReferences: <a@x> <b@x>\nIn-Reply-To: <b@x>\nReply-To: "Eve" <eve@example.com>`,
      'Hello',
    );
    expect(parsed).toMatchObject({
      id: '<1@example.com>',
      from: { name: 'Ana Ruiz', address: 'ana@example.com' },
      replyTo: { name: 'Eve', address: 'eve@example.com' },
      subject: 'Table',
      references: ['<a@x>', '<b@x>'],
    });
    expect(parsed.text.trim()).toBe('Hello');
  });

  it.each([
    ['windows-1252', 'caf\xe9 \x80 20', 'café € 20'],
    ['iso-8859-1', 'M\xfcller', 'Müller'],
    ['iso-8859-2', '\xa3\xf3d\xbc', 'Łódź'],
    ['iso-8859-15', '20 \xa4', '20 €'],
    ['koi8-r', '\xf0\xd2\xc9\xd7\xc5\xd4', 'Привет'],
    ['windows-1251', '\xcf\xf0\xe8\xe2\xe5\xf2', 'Привет'],
    ['gb18030', '\xc4\xe3\xba\xc3', '你好'],
    ['gb2312', '\xc4\xe3\xba\xc3', '你好'],
    ['big5', '\xa7\x41\xa6\x6e', '你好'],
    ['shift_jis', '\x82\xb1\x82\xf1\x82\xc9\x82\xbf\x82\xcd', 'こんにちは'],
    ['iso-2022-jp', '\x1b$B$3$s$K$A$O\x1b(B', 'こんにちは'],
    ['euc-kr', '\xbe\xc8\xb3\xe7', '안녕'],
  ])('is decoded from %s', async (charset, bytes, text) => {
    const parsed = await parse(
      `${HEADERS}\nContent-Type: text/plain; charset=${charset}\nContent-Transfer-Encoding: 8bit`,
      Buffer.from(bytes, 'latin1'),
    );
    expect(parsed.text.trim()).toBe(text);
  });

  it('has the encoded words of its headers decoded', async () => {
    const { subject, from } = await parse(
      'From: =?iso-8859-1?Q?J=F6rg?= <j@example.com>\nSubject: =?utf-8?B?8J+Ylg==?= =?koi8-r?B?8NLJ18XU?=',
    );
    expect([subject, from?.name]).toEqual(['😖Привет', 'Jörg']);
  });

  it('lists its attachments', async () => {
    const parsed = await parse(
      `${HEADERS}\nContent-Type: multipart/mixed; boundary=b`,
      [
        ...['--b', 'Content-Type: text/plain', '', 'See the plan.'],
        ...['--b', 'Content-Type: application/pdf; name="plan.pdf"', 'Content-Transfer-Encoding: base64'],
        ...['Content-Disposition: attachment; filename="plan.pdf"', '', Buffer.alloc(300).toString('base64'), '--b--'],
      ].join('\r\n'),
    );
    expect(parsed.attachments).toEqual([{ name: 'plan.pdf', type: 'application/pdf', bytes: 300 }]);
  });

  it('without an ID gets one computed from its content', async () => {
    const headers = 'From: ana@example.com\nSubject: Table';
    const [firstEmail, sameEmail, otherEmail] = await Promise.all([
      parse(headers, 'a'),
      parse(headers, 'a'),
      parse(headers, 'b'),
    ]);
    expect(firstEmail?.id).toBe(sameEmail?.id);
    expect(firstEmail?.id).not.toBe(otherEmail?.id);
  });

  it('that reports a failure names the email that was not delivered', async () => {
    const parsed = await parse(
      'From: MAILER-DAEMON@mx.example\nSubject: Undelivered\nContent-Type: multipart/report; report-type=delivery-status; boundary=b',
      [
        ...['--b', 'Content-Type: text/plain', '', 'Sorry.'],
        ...['--b', 'Content-Type: message/delivery-status', '', 'Reporting-MTA: dns; mx.example', ''],
        ...['Final-Recipient: rfc822; ana@example.com', 'Action: failed', 'Status: 5.1.1'],
        ...[
          '--b',
          'Content-Type: text/rfc822-headers',
          '',
          'Message-ID: <msg_1@bella.example>',
          'Subject: x',
          '--b--',
          '',
        ],
      ].join('\r\n'),
    );
    expect(parsed.undeliveredIds).toEqual(['<msg_1@bella.example>']);
  });
});

describe('a broken email', () => {
  const BROKEN_EMAILS: [string, string | Buffer][] = [
    ['nothing', ''],
    ['no headers', 'just text'],
    [
      'no end of a part',
      `${HEADERS}\nContent-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain\n\nhi`,
    ],
    ['no boundary', `${HEADERS}\nContent-Type: multipart/mixed\n\nhi`],
    ['an unknown charset', `${HEADERS}\nContent-Type: text/plain; charset=x-martian\n\nhi`],
    ['utf-7', `${HEADERS}\nContent-Type: text/plain; charset=utf-7\n\nHi +AOk- +2D3eAA-`],
    ['wrong base64', `${HEADERS}\nContent-Type: text/plain\nContent-Transfer-Encoding: base64\n\n@@@@=====`],
    ['wrong quoted-printable', `${HEADERS}\nContent-Transfer-Encoding: quoted-printable\n\n=ZZ=\n=`],
    ['an unknown encoding', `${HEADERS}\nContent-Transfer-Encoding: x-uue\n\nbegin 644`],
    ['wrong words', 'From: =?x-no?Q?=ZZ?= <\nSubject: =?utf-8?B?====?=\n\nhi'],
    ['nul bytes', Buffer.from(`${HEADERS}\n\nhi\0there\ud800`)],
    ['random bytes', Buffer.from(Array.from({ length: 5_000 }, (_, n) => (n * 7_919) % 256))],
    [
      'parts in parts',
      `${HEADERS}\n${Array.from({ length: 300 }, (_, n) => `Content-Type: multipart/mixed; boundary=b${n}\n\n--b${n}\n`).join('')}`,
    ],
    ['endless headers', `${'X-Header: x\n'.repeat(500_000)}\n\nhi`],
    ['a header without end', `Subject: ${'x'.repeat(3_000_000)}`],
  ];
  it.each(BROKEN_EMAILS)('with %s is read as far as it can be', async (_, raw) => {
    const { id, text } = await parseEmail(Buffer.from(raw));
    expect(id).toMatch(/^<.+>$/);
    expect(text).not.toContain('\0');
  });
});

describe('a huge email', () => {
  it('of up to 25 MB is read', async () => {
    const bytes = chooseCaseCount(18_000_000);
    const data = Buffer.alloc(bytes, 7).toString('base64').replace(/.{76}/g, '$&\r\n');
    const body = `--b\r\nContent-Type: text/plain\r\n\r\nThe plan.\r\n--b\r\nContent-Type: image/png\r\nContent-Disposition: attachment; filename=a.png\r\nContent-Transfer-Encoding: base64\r\n\r\n${data}\r\n--b--\r\n`;
    const parsed = await parse(`${HEADERS}\nContent-Type: multipart/mixed; boundary=b`, body);
    expect(parsed.text.trim()).toBe('The plan.');
    expect(parsed.attachments).toEqual([{ name: 'a.png', type: 'image/png', bytes }]);
  });

  it('to ten thousand people keeps less than 50,000 characters of headers', async () => {
    const recipients = Array.from({ length: 10_000 }, (_, n) => `"Person ${n}" <person${n}@example.com>`).join(',\n ');
    const parsed = await parse(`From: ana@example.com\nTo: ${recipients}\nSubject: Table`, 'hi');
    expect(parsed.from?.address).toBe('ana@example.com');
    expect([...parsed.headers.values()].join('').length).toBeLessThan(50_000);
  });
});
