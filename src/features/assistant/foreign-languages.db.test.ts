// Other languages without a language model: what the assistant understands, and what it offers otherwise.
import { beforeAll, describe, expect, it } from 'vitest';
import { openBusiness, type TestBusiness } from '../../../test/business.ts';
import { readFixtureConfig } from '../../../test/document.ts';
import { call, type Service, startService } from '../../../test/harness.ts';

let service: Service;
let business: TestBusiness;
beforeAll(async () => {
  service = await startService();
  business = await openBusiness(service, 'restaurant', readFixtureConfig('restaurant'));
});

async function lastResponseTo(...messages: string[]) {
  let response: Record<string, never> | undefined;
  for (const message of messages) {
    const body = { message, ...(response ? { conversationId: response.conversationId } : {}) };
    response = (await call(service, 'POST', '/api/chat', { key: business.key, body })).json;
  }
  return response!;
}

describe.each([
  ['es', '¿A qué hora abren el sábado por la noche?', '¿Cuál es su número de teléfono, por favor?'],
  ['fr', 'À quelle heure est-ce que vous ouvrez le samedi ?', 'Quel est votre numéro de téléphone, s’il vous plaît ?'],
  ['de', 'Bis wann habt ihr denn heute Abend geöffnet?', 'Wie lautet bitte Ihre Telefonnummer?'],
  ['pt', 'Vocês estão abertos no domingo à noite?', 'Qual é o número de telefone de vocês, por favor?'],
  ['it', 'A che ora aprite il sabato sera?', 'Qual è il vostro numero di telefono, per favore?'],
  ['nl', 'Tot hoe laat zijn jullie vanavond open?', 'Wat is jullie telefoonnummer alstublieft?'],
  ['pl', 'Do której godziny jesteście dzisiaj otwarci?', 'Jaki jest wasz numer telefonu, proszę?'],
  ['zh', '你们今天晚上几点关门？', '请问你们的电话号码是多少？'],
  ['ja', '今日は何時まで営業していますか？', '電話番号を教えてください。'],
  ['ar', 'إلى أي ساعة أنتم مفتوحون اليوم؟', 'ما هو رقم هاتفكم من فضلكم؟'],
  ['hi', 'आप आज रात कितने बजे तक खुले हैं?', 'आपका फ़ोन नंबर क्या है?'],
])('in %s', (_, hoursQuestion, contactQuestion) => {
  it('gives opening hours and contact details in that language', async () => {
    const hoursResponse = await lastResponseTo(hoursQuestion);
    expect(hoursResponse).toMatchObject({ intent: 'general.hours', status: 'open' });
    expect(hoursResponse.reply).not.toMatch(/we're|we are|closed/i);
    const contactResponse = await lastResponseTo(contactQuestion);
    expect(contactResponse).toMatchObject({ intent: 'general.contact', status: 'open' });
    expect(contactResponse.reply).toContain('555');
  });
});

it('offers a person for other requests, with a translated button that works', async () => {
  const request = 'Hola, quisiera reservar una mesa para cuatro personas el viernes a las nueve de la noche';
  const { reply, suggestions } = await lastResponseTo(request);
  expect(reply).toMatch(/persona/);
  const [personButton] = suggestions as unknown as string[];
  expect(personButton).not.toBe('Talk to a person');
  expect(await lastResponseTo(request, personButton!)).toMatchObject({
    status: 'handoff',
    reply: expect.stringMatching(/persona/),
  });
});
