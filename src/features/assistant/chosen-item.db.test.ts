// The assistant names an item that it chose for the customer, in words that nobody takes for a booking.
import { beforeAll, expect, it } from 'vitest';
import { expectStatus, openBusiness } from '../../../test/business.ts';
import { findClaims } from '../../../test/chat/claims.ts';
import { type Service, startService } from '../../../test/harness.ts';

let service: Service;
beforeAll(async () => {
  service = await startService();
});

function openPractice(visitTypeNames: string[]) {
  const times = { durationMinutes: 30, bufferMinutes: 0 };
  const visitTypes = visitTypeNames.map((name, index) => ({ id: `visit_${index}`, name, newPatients: true, ...times }));
  const providers = [{ id: 'okafor', name: 'Dr. Ada Okafor', specialty: 'Family medicine' }];
  return openBusiness(service, 'medical', { medical: { visitTypes, providers, insurance: [], pharmacies: [] } });
}

const EXAM_NAMES = ['Eye exam for adults', 'Eye exam for seniors'];
const CONSULTATION_NAMES = ['GP consultation', 'Medication review', 'Asthma review'];

it.each([
  ['age', EXAM_NAMES, ['an eye exam on friday at 10am please, im 34'], 'Eye exam for adults'],
  [
    'what is usual',
    CONSULTATION_NAMES,
    ['I need to see someone on friday', 'friday at 10am please', 'Dana Fox'],
    'a GP consultation',
  ],
])('names the item that it chose by %s', async (_, visitTypeNames, messages, chosenItem) => {
  const practice = await openPractice(visitTypeNames);
  let response = { conversationId: undefined, reply: '' };
  for (const message of messages) {
    const body = { message, conversationId: response.conversationId };
    response = expectStatus(200, await practice.send('POST', '/chat', { body })).json;
  }
  expect(response.reply).toContain(`All right, ${chosenItem} then. Dr. Ada Okafor is available on Friday`);
  expect(findClaims(response.reply)).toEqual([]);
});
