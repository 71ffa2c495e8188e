import { describe, expect, it } from 'vitest';
import { type Business, EMPTY_DOCUMENT } from '../../capability/document.ts';
import { parseCustomerFile } from './read-file.ts';

const business = {
  ...EMPTY_DOCUMENT,
  timezone: 'America/New_York',
} as Business;
const parse = (csv: string) => parseCustomerFile(csv, business);

describe('a customer file', () => {
  it('is read by the names of its columns, whatever the program that wrote it', () => {
    const input = { name: 'Dana Fox', phone: '+12125550188', email: 'dana@example.com' };
    for (const csv of [
      'name,phone,email\nDana Fox,(212) 555-0188,Dana@Example.com',
      'E-Mail Address;Mobile Phone;Full Name\nDANA@example.com;+1 212 555 0188;Dana Fox',
      '\uFEFFFirst Name\tLast name\tTel\tEmail\tShoe size\r\nDana\tFox\t212-555-0188\tdana@example.com\t39\r\n',
      `name,phone,email\n"Dana Fox","'+12125550188",dana@example.com`,
    ])
      expect(parse(csv), csv).toEqual([{ line: 2, input }]);
  });

  it('has tags, consents, language and notes of several lines', () => {
    const [firstCustomer] = parse(
      'name,email,tags,texts,marketing,language,notes\nDana,d@example.com,"VIP, regular",yes,No,ES,"a\nb"',
    );
    expect(firstCustomer).toEqual({
      line: 2,
      input: {
        name: 'Dana',
        email: 'd@example.com',
        tags: ['regular', 'vip'],
        language: 'es',
        notes: 'a\nb',
        consents: { texts: true, marketing: false },
      },
    });
  });

  it('reports what is wrong with a line, with its number', () => {
    const header = 'name,phone,email,language,texts,notes,dob';
    const lines = [
      'Ann,555,,,,"two\nlines",',
      ',2125550188,,,,,',
      'Ben,,,,,,',
      'Cy,,no at,,,,',
      'Di,,d@e.co,xx,,,',
      'Ed,,e@e.co,,maybe,,',
      'Flo,,f@e.co,,,,31.12.1980',
      'Gil,,g@e.co,,,,1980-12-31',
    ];
    expect(
      parse([header, ...lines].join('\n')).map((result) =>
        'error' in result ? [result.line, result.error] : result.line,
      ),
    ).toEqual([
      [2, '“555” is not a phone number.'],
      [4, 'The name is missing.'],
      [5, 'There is neither a phone nor an email.'],
      [6, '“no at” is not an email address.'],
      [7, '“xx” is not a language we support. Use one of en, es, fr, de, pt, it, nl, pl, zh, ja, ar, hi.'],
      [8, '“maybe” is neither yes nor no.'],
      [9, '“31.12.1980” is not a date of birth. Write it as 1980-02-28.'],
      10,
    ]);
  });

  it('needs a line that names the columns', () => {
    for (const csv of ['', 'Dana,2125550188', 'name\nDana', 'phone,email\n1,2'])
      expect(() => parse(csv), csv).toThrow('/csv needs a first line');
  });
});
