// What speaks for a passage that the business has written.
import { isTold } from '../hit.ts';
import type { Candidate, Scene } from './candidates.ts';
import { log, type Shared, type Values } from './values.ts';

export function ofPassage({ focus, slots, before }: Scene, shared: Shared, { hit, signal }: Candidate): Values {
  const { near, answers, about, common, titled } = signal!;
  const { cues, alone, inContext, best, isShort } = shared;
  const { kind } = hit!.passage.source;
  const text = `${hit!.passage.source.title} ${hit!.passage.text}`.toLowerCase();
  const asked = Object.values(slots.words).flat(2);
  const told = isTold(hit!, before.told);
  return {
    passage: 1,
    [`passage ${kind}`]: 1,
    'passage near': near,
    'passage near squared': near * near,
    'passage answers': answers,
    'passage answers squared': answers * answers,
    'passage answers, short': isShort && answers,
    'passage answers best': answers === best.answers,
    'passage answers best of all': answers === best.any,
    'passage answers behind': best.any - answers,
    'passage likely in context': log(inContext.get('faq') ?? 0),
    'passage asks': shared.asks,
    'passage starts': shared.starts,
    'passage starts, answers': shared.starts * answers,
    'passage chats': shared.chats,
    'passage about': about,
    'passage common': common,
    'passage titled': titled,
    'passage common, near': common * near,
    'passage is nearest': near === best.near,
    'passage behind': best.near - near,
    'passage likely': log(alone.get('faq') ?? 0),
    'passage against': shared.against,
    'passage against, near': shared.against * near,
    'passage against, common': shared.against * common,
    'passage question': cues.question,
    'passage rule': cues.rule,
    'passage moves': cues.moves || cues.cancels,
    'passage orders': cues.orders,
    'passage price': cues.price,
    'passage price, told': cues.price && /[$£€]|\d/.test(text),
    'passage price, untold': cues.price && !/[$£€]|\d/.test(text),
    'passage price, named': cues.price && shared.hasThing,
    'passage price, rule': cues.price && (cues.rule || cues.moves || cues.cancels),
    'passage hours': cues.hours,
    'passage when': shared.hasWhen,
    'passage when, short': shared.hasWhen && isShort,
    'passage thing': shared.hasThing,
    'passage thing, told': asked.some(({ said }) => text.includes(said.toLowerCase())),
    'passage focus, told': isShort && focus.slice(0, 2).some(({ name }) => text.includes(name.toLowerCase())),
    'passage health': shared.isHealth,
    'passage lists': cues.lists,
    'passage lists, named': cues.lists && asked.length > 0,
    'passage budget': shared.hasBudget,
    'passage told': told,
    'passage told, short': told && isShort,
    'passage told, back': told && (cues.pointsBack || cues.elliptic),
    'passage told, price': told && cues.price && !shared.hasThing,
    'passage told, starts': told && shared.starts,
    'passage told, asks': told && shared.asks,
    'passage told, named': told && shared.hasThing,
    'passage after passage': shared.afterPassage && !told,
    'passage after passage, starts': shared.afterPassage && !told && shared.starts,
  };
}
