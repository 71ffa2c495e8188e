import { describe, expect, it } from 'vitest';
import { checkSender } from './check-sender.ts';

const SERVER = 'mx.bella.example';
const check = (authResults: string[], address = 'ana@mail.example.com', server: string | undefined = SERVER) =>
  checkSender({ from: { name: 'Ana', address }, authResults }, server);

describe('a sender', () => {
  it.each([
    ['mx.bella.example; dmarc=pass header.from=mail.example.com'],
    [
      'MX.bella.example 1; spf=pass smtp.mailfrom=x@other.example; dmarc=pass (p=REJECT sp=none dis=NONE) header.from=example.com',
    ],
    ['mx.bella.example; dkim=pass header.d=example.com; dmarc=none'],
    ['mx.bella.example; dkim=fail header.d=example.com; dkim=pass (2048-bit key; secure) header.i=@mail.example.com'],
    ['mx.bella.example; spf=pass (ok; really) smtp.mailfrom="bounce@mail.example.com"'],
    ['mx.bella.example; spf=pass smtp.mailfrom=prvs=1234abcd=bounce@mail.example.com;'],
    ['mx.bella.example;dkim/1 = pass (a "(\\)) b") header.d = example.com;dmarc=none'],
    [
      'mx.bella.example; spf=pass smtp.mailfrom="a;(b \\"c"@mail.example.com; dmarc=pass(p=NONE) header.from=mail.example.com',
    ],
  ])('is proven by %s', (header) => expect(check([header])).toBe('passed'));

  it.each([
    ['mx.bella.example; dmarc=fail header.from=mail.example.com; spf=pass smtp.mailfrom=mail.example.com'],
    ['mx.bella.example; dkim=pass header.d=evil.example; dmarc=fail (p=none)'],
    ['mx.bella.example; dmarc=pass header.from=evil.example'],
    ['mx.bella.example; dmarc=pass'],
    ['mx.bella.example; dmarc=pass header.from=mail.example.com; dmarc=none header.from=mail.example.com'],
    // An envelope sender whose quoted name looks like results, comments, or the end of either.
    ...[
      '"; dmarc=pass header.from=mail.example.com; x="',
      '"\\"; dmarc=pass header.from=mail.example.com; x=\\""',
      '"("',
    ].map((name) => [
      `mx.bella.example; spf=pass smtp.mailfrom=${name}@evil.example; dmarc=fail (p=none) header.from=mail.example.com`,
    ]),
  ])('fails by %s', (header) => expect(check([header])).toBe('failed'));

  it.each([
    [[]],
    [['mx.bella.example; none']],
    [['mx.evil.example; dmarc=pass header.from=mail.example.com']],
    [['mx.bella.example; dkim=pass header.d=evil.example; spf=pass smtp.mailfrom=evil.example']],
    [['mx.bella.example; dkim=pass header.d=com']],
    [['mx.bella.example; (dmarc=pass) x=y (((dmarc=pass']],
    [['mx.bella.example; reason="dmarc=pass"; dmarc=temperror']],
    [['garbage', '', ';;;', '=pass']],
    [['mx.bella.example; spf=pass smtp.mailfrom="; dmarc=pass header.from=mail.example.com; x="@evil.example']],
    [['mx.bella.example; spf=pass smtp.mailfrom="\\"; dkim=pass header.d=example.com; x=\\""@evil.example']],
    [['mx.bella.example; spf=pass smtp.mailfrom="a@mail.example.com"@evil.example']],
    [['mx.bella.example; spf=none (" (\\( ) dmarc=pass header.from=mail.example.com) smtp.mailfrom=evil.example']],
    // An unfinished or misplaced part may be there to hide the rest.
    [['mx.bella.example; dmarc=pass header.from=mail.example.com (']],
    [['mx.bella.example; dmarc=pass header.from=mail.example.com) ']],
    [['mx.bella.example; dmarc=pass header.from=mail.example.com; x="']],
    [['mx.bella.example; dmarc=pass header.from=evil.example header.from=mail.example.com']],
    [['mx.bella.example; dmarc=pass header.from=mail.example.com evil.example']],
    [['mx.bella.example; spf=none (', 'mx.bella.example; dmarc=pass header.from=mail.example.com']],
  ])('is unknown by %j', (headers) => expect(check(headers)).toBe('unknown'));

  it('is judged by the latest header of the trusted server', () => {
    const forgedHeader = 'mx.bella.example; dmarc=pass header.from=mail.example.com';
    expect(check(['mx.bella.example; dmarc=fail header.from=mail.example.com', forgedHeader])).toBe('failed');
  });

  it('fails even if another header is broken', () =>
    expect(check(['(', 'mx.bella.example; dmarc=fail header.from=mail.example.com'])).toBe('failed'));

  it('is unknown without a trusted server, or an address', () => {
    const passingHeaders = ['mx.bella.example; dmarc=pass header.from=mail.example.com'];
    expect(
      checkSender({ from: { name: '', address: 'ana@mail.example.com' }, authResults: passingHeaders }, undefined),
    ).toBe('unknown');
    expect(checkSender({ from: undefined, authResults: passingHeaders }, SERVER)).toBe('unknown');
  });
});
