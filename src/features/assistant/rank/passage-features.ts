// What speaks for a passage that the business has written.
import { must } from '../../../kernel/must.ts';
import { wasTold } from '../search-hit.ts';
import type { Candidate, RankingInput } from './candidates.ts';
import { type Grouped, log, type Shared } from './values.ts';

export function ofPassage({ focus, slots, before }: RankingInput, shared: Shared, candidate: Candidate): Grouped {
  const hit = must(candidate.hit, 'a passage');
  const { near, answers, about, common, titled } = must(candidate.signal, 'the signal of a passage');
  const { cues, alone, inContext, best, isShort } = shared;
  const { kind } = hit.passage.source;
  const text = `${hit.passage.source.title} ${hit.passage.text}`.toLowerCase();
  const asked = Object.values(slots.words).flat(2);
  const told = wasTold(hit, before.told);
  const values = {
    '': 1,
    near: near,
    'near squared': near * near,
    answers: answers,
    'answers squared': answers * answers,
    'answers, short': isShort && answers,
    'answers best': answers === best.answers,
    'answers best of all': answers === best.any,
    'answers behind': best.any - answers,
    'likely in context': log(inContext.get('faq') ?? 0),
    asks: shared.asks,
    starts: shared.starts,
    'starts, answers': shared.starts * answers,
    chats: shared.chats,
    about: about,
    common: common,
    titled: titled,
    'common, near': common * near,
    'is nearest': near === best.near,
    behind: best.near - near,
    likely: log(alone.get('faq') ?? 0),
    against: shared.against,
    'against, near': shared.against * near,
    'against, common': shared.against * common,
    question: cues.question,
    rule: cues.rule,
    moves: cues.moves || cues.cancels,
    orders: cues.orders,
    price: cues.price,
    'price, told': cues.price && /[$£€]|\d/.test(text),
    'price, untold': cues.price && !/[$£€]|\d/.test(text),
    'price, named': cues.price && shared.hasThing,
    'price, rule': cues.price && (cues.rule || cues.moves || cues.cancels),
    hours: cues.hours,
    when: shared.hasWhen,
    'when, short': shared.hasWhen && isShort,
    thing: shared.hasThing,
    'thing, told': asked.some(({ said }) => text.includes(said.toLowerCase())),
    'focus, told': isShort && focus.slice(0, 2).some(({ name }) => text.includes(name.toLowerCase())),
    health: shared.isHealth,
    lists: cues.lists,
    'lists, named': cues.lists && asked.length > 0,
    budget: shared.hasBudget,
    told: told,
    'told, short': told && isShort,
    'told, back': told && (cues.pointsBack || cues.elliptic),
    'told, price': told && cues.price && !shared.hasThing,
    'told, starts': told && shared.starts,
    'told, asks': told && shared.asks,
    'told, named': told && shared.hasThing,
    'after passage': shared.afterPassage && !told,
    'after passage, starts': shared.afterPassage && !told && shared.starts,
  };
  return [
    ['passage', values],
    ['passage', { [kind]: 1 }],
  ];
}
