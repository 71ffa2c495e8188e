import { describe, expect, it } from 'vitest';
import { findDialogueAct } from './dialogue-acts.ts';
import { findBareYesOrNo } from './plain-answers.ts';

describe('a plain answer in another language', () => {
  it.each([
    ['Sí, por favor', 'yes'],
    ['¡Claro que sí!', 'yes'],
    ['oui parfait', 'yes'],
    ['Oui, s’il vous plaît.', 'yes'],
    ['Ja, gerne!', 'yes'],
    ['Sim, pode reservar', 'yes'],
    ['Sì, grazie', 'yes'],
    ['Ja, dat klopt', 'yes'],
    ['Tak, poproszę', 'yes'],
    ['好的，谢谢！', 'yes'],
    ['はい、お願いします。', 'yes'],
    ['نعم، من فضلك', 'yes'],
    ['हाँ', 'yes'],
    ['No, gracias', 'no'],
    ['Non merci', 'no'],
    ['Nein, danke', 'no'],
    ['Não, obrigada', 'no'],
    ['nee', 'no'],
    ['Nie, dziękuję', 'no'],
    ['不用了', 'no'],
    ['いいえ、違います', 'no'],
    ['لا شكراً', 'no'],
    ['जी नहीं', 'no'],
  ])('%s is %s', (text, act) => {
    expect(findDialogueAct(text)).toEqual({ act, rest: '' });
  });

  it.each(['oui mais à 20h', 'sí, pero mañana', 'nein, lieber um acht', '好的，但是八点', 'Dale', 'Jo', 'Ji', '', '…'])(
    'is not found in a longer or unrelated message: %s',
    (text) => {
      expect(findBareYesOrNo(text)).toBeUndefined();
    },
  );
});
