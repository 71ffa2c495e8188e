import { describe, expect, it } from 'vitest';
import { addScheme, findContactError } from './contact-errors.ts';

const phone = { type: 'string', title: 'Phone number' };
const website = { type: 'string', title: 'Web address' };
const email = { type: 'string', format: 'email' };

describe('contact details', () => {
  it.each([
    [phone, '(212) 555-0134'],
    [phone, '+44 20 7946 0018'],
    [phone, ''],
    [website, 'www.bella.com'],
    [website, 'https://bella.com/menu'],
    [email, 'hi@bella.com'],
  ])('with schema %j may be %j', (schema, text) => {
    expect(findContactError(schema, text)).toBeUndefined();
  });

  it.each([
    [phone, 'abc'],
    [phone, '12'],
    [phone, 'call Ann on 212 555 0134'],
    [website, 'bella'],
    [website, 'not a website'],
    [email, 'hi@bella'],
    [email, 'bella.com'],
  ])('with schema %j may not be %j', (schema, text) => {
    expect(findContactError(schema, text)).toBeTypeOf('string');
  });

  it('get a scheme if they are web addresses', () => {
    expect(['bella.com', 'http://bella.com', ''].map(addScheme)).toEqual(['https://bella.com', 'http://bella.com', '']);
  });
});
