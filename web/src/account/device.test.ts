import { expect, it } from 'vitest';
import { formatDeviceName } from './device.ts';
import { texts } from './texts.ts';

it.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:130.0) Gecko/20100101 Firefox/130.0', 'Firefox, Windows'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 14_0) AppleWebKit/605.1.15 Version/17.0 Safari/605.1.15', 'Safari, macOS'],
  ['Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36', 'Chrome, Android'],
  ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/126.0 Safari/537.36 Edg/126.0', 'Edge, Windows'],
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/126.0 Safari/537.36 OPR/112.0', 'Opera, Linux'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Version/17.0 Mobile Safari/604.1', 'Safari, iPhone'],
  ['curl/8.5.0', 'curl/8.5.0'],
])('%s is named %s', (agent, expected) => {
  expect(formatDeviceName(agent)).toBe(expected);
});

it('a device without a user agent is unknown, and an unrecognized user agent is shortened', () => {
  expect(formatDeviceName(null)).toBe(texts.account.unknown);
  expect(formatDeviceName('x'.repeat(200))).toHaveLength(60);
});
