// Values that are meaningful to the service but cannot be derived from a schema or an earlier response.
import { createPng, JPEG } from '../images.ts';
import { ORIGIN } from '../visitor.ts';

export const PASSWORD = 'Correct-horse-9';

const toBase64 = (text: string) => Buffer.from(text).toString('base64');

export const EXAMPLE_VALUES: Record<string, unknown[]> = {
  message: [
    'Table for 4 tomorrow at 7:30?',
    'I am Dana Fox, 212 555 0147',
    'yes',
    'Actually make it 8, and we are three',
    'What are your opening hours?',
    'I would like to cancel my booking',
    'Do you sell purple elephants by the dozen?',
    'Is the fish soup free of nuts?',
    'Where is my order 1001?',
    'I need to talk to a person',
    'Can I get a haircut on Friday?',
    '¿Tienen mesa para dos?',
    'I have chest pain and cannot breathe',
  ],
  question: ['Do you sell purple elephants by the dozen?', 'Is there parking?'],
  text: ['Hello there', 'We open at nine.', '# Prices\n\nA cut is 30 dollars.'],
  name: ['Dana Fox', 'Ada Lovelace', 'O’Neill-Ñandú', '王小明'],
  phone: ['+12125550147', '(212) 555-0148', '+442071838750'],
  csv: ['name,phone\nDana Fox,+12125550147', 'name,email\nAda,ada@example.com\nBad,x'],
  email: ['dana@example.com', 'ada@example.com'],
  dateOfBirth: ['1980-02-03', '2012-02-29'],
  startsAt: [
    '2026-11-17T13:00',
    '2026-11-18T10:30',
    '2026-11-19T18:00:00-05:00',
    '2026-11-20T20:15',
    '2026-12-24T12:00',
  ],
  from: ['2026-11-16', '2026-11-01', '2026-11-16T09:00:00-05:00'],
  to: ['2026-12-01', '2026-11-18', '2026-11-17T00:00:00Z'],
  after: ['09:00', '12:30'],
  before: ['17:00', '22:00'],
  active_before: ['2026-11-17T00:00:00Z'],
  since: ['2026-11-15T00:00:00Z', '2026-11-16T00:00:00Z'],
  tz: ['Europe/Berlin', 'America/New_York', 'Asia/Kathmandu'],
  timezone: ['Europe/Berlin', 'America/New_York'],
  locale: ['en-US', 'es-MX', 'de', 'ar'],
  country: ['US', 'DE'],
  currency: ['USD', 'EUR', 'JPY'],
  url: ['https://hooks.example.com/in', 'https://www.example.com/'],
  origin: [ORIGIN],
  domain: ['desk.bella-vista.example', 'chat.bella-vista.example'],
  period: [new Date().toISOString().slice(0, 7)],
  baseUrl: ['https://llm.example.com/v1'],
  apiKey: ['sk-not-a-real-key-0123456789'],
  file: [{ name: 'prices.txt', base64: toBase64('A cut is 30 dollars.') }],
  image: [createPng().toString('base64'), JPEG.toString('base64'), toBase64('<svg/>')],
  base64: [toBase64('A cut is 30 dollars.'), toBase64('<h1>Prices</h1>'), toBase64('%PDF-1.7 broken')],
  medication: ['Lisinopril 10 mg', 'Oxycodone'],
  customer: [
    { name: 'Dana Fox', phone: '+12125550147' },
    { name: 'Ada Lovelace', email: 'ada@example.com' },
  ],
  patient: [{ name: 'Dana Fox', dateOfBirth: '1980-02-03', phone: '+12125550147' }],
  pharmacy: [{ name: 'Corner', phone: '+12125550122' }],
  avoid: ['milk,peanut', 'gluten'],
  option: ['size:M'],
  partySize: [2, 4],
  days: [3, 7],
  limit: [1, 5, 100],
  code: ['K7P4QX'],
  tag: ['vip'],
};

/** Field names that refer to the same kind of value. */
export const NAME_ALIASES: Record<string, string> = {
  // Refers to the request log, because `requests` are the requests of customers.
  requestId: 'request-log',
  slot: 'startsAt',
  assignee: 'user',
  actor: 'user',
  subject: 'user',
  visitor: 'token',
};
