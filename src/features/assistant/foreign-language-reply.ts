import { formatterFor, inLanguage } from '../../capability/formatter.ts';
import type { Risk } from '../../guardrails/risk.ts';
import { isLanguage } from '../../messages/languages.ts';
import { findDialogueAct } from '../../nlu/entities/dialogue-acts.ts';
import { toEnglishButton } from './buttons.ts';
import { createEmptySlots, type DialogueState } from './dialogue-state.ts';
import { extractEntities } from './extract-entities.ts';
import { findHandoffOfferLanguage, renderForeignHandoff } from './fallback.ts';
import { type BusinessContext, readTone, renderDirectContact, renderGeneral } from './general.ts';
import { findEnglishOnlyNotice } from './languages.ts';
import { acknowledgeNo, TALK_TO_PERSON } from './phrases.ts';
import type { Nlu } from './predict-intent.ts';
import { BLANK_REPLY, type Reply } from './reply.ts';
import { VERY_CONFIDENT } from './thresholds.ts';

/**
 * Replies to a message in another language when no language model is available. Opening hours and contact details are
 * answered in that language; anything else gets an offer to talk to a person. Undefined if the language is not supported.
 */
export async function replyInForeignLanguage(
  nlu: Nlu,
  businessContext: BusinessContext,
  message: string,
  detectedLanguage: string,
  state: DialogueState,
  risk: Risk,
): Promise<{ reply: Reply; language: string } | undefined> {
  // A message too short for language detection, such as a name and a number, keeps the conversation's language: that of
  // our last offer of a person, if there was one.
  const offerLanguage = findHandoffOfferLanguage(state, businessContext);
  const language =
    detectedLanguage === 'und' ? (offerLanguage ?? state.language ?? detectedLanguage) : detectedLanguage;
  const notice = findEnglishOnlyNotice(language);
  if (!notice) return undefined;
  const localizedContext = { ...businessContext, business: inLanguage(businessContext.business, language) };
  const suggestions = [formatterFor(localizedContext.business).text(TALK_TO_PERSON)];
  const generalIntent = risk.wantsPerson || !isLanguage(language) ? undefined : await nlu.predictForeignIntent(message);
  if (generalIntent) {
    const part = renderGeneral(generalIntent, localizedContext, createEmptySlots(), '');
    return {
      reply: { ...BLANK_REPLY, ...part, intent: generalIntent, confidence: VERY_CONFIDENT, suggestions },
      language,
    };
  }
  const contact = isLanguage(language) ? renderDirectContact(localizedContext, state.before?.told) : '';
  const answer = offerLanguage ? answerToOffer(message, businessContext) : undefined;
  if (answer === 'no') {
    const text = acknowledgeNo(readTone(localizedContext), formatterFor(localizedContext.business));
    return { reply: { ...BLANK_REPLY, text, intent: 'general.thanks', suggestions }, language };
  }
  const wantsPerson =
    risk.wantsPerson || answer === 'yes' || toEnglishButton(message, localizedContext.business) === TALK_TO_PERSON;
  const handoff = wantsPerson ? renderForeignHandoff(language, businessContext) : undefined;
  if (handoff) {
    const text = `${handoff.text} ${contact}`.trim();
    return { reply: { ...BLANK_REPLY, status: 'handoff', text, intent: 'general.human' }, language };
  }
  const text = `${notice.replaceAll('{business}', businessContext.businessName)} ${contact}`.trim();
  return { reply: { ...BLANK_REPLY, text, suggestions }, language };
}

/** The answer to the offer of a person. Contact details are a yes. */
function answerToOffer(
  message: string,
  { business, industry, businessName, now }: BusinessContext,
): 'yes' | 'no' | undefined {
  const act = findDialogueAct(message)?.act;
  if (act === 'yes' || act === 'no') return act;
  const { phone, email } = extractEntities(message, { business, industry, businessName, now, requestedSlots: [] });
  return phone || email ? 'yes' : undefined;
}
