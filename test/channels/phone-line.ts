// A restaurant with a phone number, and callers.

import type { AppOptions } from '../../src/app-options.ts';
import type { Config } from '../../src/kernel/config.ts';
import { createEveryDayHours, expectStatus } from '../business.ts';
import { call } from '../harness.ts';
import { createCaller } from './caller.ts';
import { startProvider } from './provider.ts';
import { startRestaurant } from './restaurant.ts';

const ACCOUNT_SID = `AC${'a1'.repeat(16)}`;
export const AUTH_TOKEN = 'the-auth-token-of-the-account';
export const BUSINESS_NUMBER = '+12125550100';
/** Where calls are transferred to. */
export const TEAM_NUMBER = '+12125550111';
const NUMBERS_PATH = `/2010-04-01/Accounts/${ACCOUNT_SID}/IncomingPhoneNumbers`;
export const NUMBER_PATH = `${NUMBERS_PATH}/PN1.json`;
export const CALLS_PATH = `/2010-04-01/Accounts/${ACCOUNT_SID}/Calls.json`;
/** Pauses are short, and the voice is fast, so that no test waits. */
const FAST_TIMING = { openTimeoutMs: 10_000, maxSilenceMs: 60_000, keypadPauseMs: 50, charactersPerSecond: 100_000 };

export type PhoneLine = Awaited<ReturnType<typeof openPhoneLine>>;

/** Twilio's API finds every number, but only one of them can take calls. */
const startTwilio = () =>
  startProvider(({ path }) => {
    if (path === CALLS_PATH) return { status: 201, body: { sid: 'CA1' } };
    if (!path.startsWith(`${NUMBERS_PATH}.json`)) return { body: {} };
    const number = new URL(path, 'http://twilio').searchParams.get('PhoneNumber');
    const twilioNumber = { sid: 'PN1', phone_number: number, capabilities: { voice: number === BUSINESS_NUMBER } };
    return { body: { incoming_phone_numbers: [twilioNumber] } };
  });

export async function openPhoneLine(options: Partial<AppOptions> = {}, overrides: Partial<Config> = {}) {
  const twilio = await startTwilio();
  const settings = {
    accountSid: ACCOUNT_SID,
    authToken: AUTH_TOKEN,
    number: BUSINESS_NUMBER,
    transferTo: TEAM_NUMBER,
    apiUrl: twilio.url,
  };
  const restaurant = await startRestaurant({ liveTiming: FAST_TIMING, ...options }, overrides);
  const { cookie, service } = restaurant;
  const hours = createEveryDayHours(['11:00', '23:00']);
  expectStatus(200, await call(service, 'PUT', '/api/v1/config', { cookie, body: { hours, closures: [] } }));
  const connection: { id: string; webhookUrl: string; address: string } = expectStatus(
    201,
    await restaurant.connect('phone', settings),
  ).json;
  let callCount = 0;
  return {
    twilio,
    settings,
    restaurant,
    connection,
    createCaller: (from?: string, webhookUrl = connection.webhookUrl) => {
      callCount += 1;
      return createCaller({
        serviceUrl: service.url,
        authToken: AUTH_TOKEN,
        webhookUrl,
        to: BUSINESS_NUMBER,
        callSid: `CA${callCount}`,
        from: from ?? `+1212555${String(2_000 + callCount)}`,
      });
    },
    buildSessionUrl: (attempt = 1) => `${connection.webhookUrl}?event=session&attempt=${attempt}`,
    /** What the inbox shows beside the messages. */
    readInboxDetails: async (from: string) => {
      const { id } = await restaurant.findConversationWith(from);
      return (await call(service, 'GET', `/api/inbox/conversations/${id}`, { cookie })).json;
    },
  };
}
