// One call: what the caller says is a turn of the conversation, and what the assistant replies is spoken.
import type { Business } from '../../../capability/document.ts';
import { findDialogueAct } from '../../../nlu/entities/dialogue-acts.ts';
import type { LiveCall, LiveReply, LiveSession } from '../channel.ts';
import { createKeypad } from './keypad.ts';
import { type EndReason, endFrame, type RelayMessage, readRelayMessage } from './relay-protocol.ts';
import { createSpeaker, heardCharacters, type Utterance } from './speaker.ts';
import { normalizeSpoken } from './spoken-input.ts';
import { offeredRest, toSpeech } from './spoken-reply.ts';
import { formatterOf, handoffMessageOf, transferNumber } from './transfer.ts';

/** Twilio introduces the call at once. */
const SETUP_MS = 10_000;
/** After so many turns in a row that failed, the caller gets a person. */
const MAX_FAILURES = 2;
/** Nobody says more before the first answer. */
const MAX_WAITING_TURNS = 10;

/** A reply that is being said, or was said last. */
type SpokenReply = {
  utterance: Utterance;
  reply?: LiveReply;
  heardUntil?: string;
  /** What it says first, because it was not heard before. */
  repeated?: string;
  /** Stored: how much of it was heard. Until then, nothing counts as heard. */
  isRecorded?: boolean;
};

export function startCall(call: LiveCall): LiveSession {
  const { business, timing, log } = call;
  const format = formatterOf(business);
  const canTransfer = transferNumber(call.connection.settings, business) !== undefined;
  const handoffMessage = handoffMessageOf(format, canTransfer, call.phone !== undefined);
  const speaker = createSpeaker(call.send, format, timing.charactersPerSecond);
  const keypad = createKeypad(timing.keypadMs, handleInput);
  const timers: { silence?: NodeJS.Timeout; end?: NodeJS.Timeout; setup?: NodeJS.Timeout } = {};
  let state: 'new' | 'open' | 'over' = 'new';
  /** The call ends for this reason as soon as everything is said. */
  let ending: EndReason | undefined;
  let waitingTurns = 0;
  let lastTurn = Promise.resolve();
  let latest: SpokenReply | undefined;
  /** What was done for the caller, but not heard by them. */
  let unheard: string | undefined;
  let failures = 0;
  let wasAskedIfThere = false;

  timers.setup = setTimeout(() => call.close(), SETUP_MS);

  const speak = (text: string) => {
    recordFullyHeard();
    latest = { utterance: speaker.begin() };
    speaker.finish(latest.utterance, text);
  };

  function waitForCaller(): void {
    clearTimeout(timers.silence);
    if (state === 'open' && !ending) timers.silence = setTimeout(onSilence, speaker.remainingMs() + timing.silenceMs);
  }

  function onSilence(): void {
    if (wasAskedIfThere) {
      speak(format.text('I can’t hear you, so I’m going to hang up. Please call back anytime. Goodbye.'));
      endAfterSpeech('silence');
    } else {
      wasAskedIfThere = true;
      speak(format.text('Are you still there?'));
      waitForCaller();
    }
  }

  function endAfterSpeech(reason: EndReason): void {
    ending = reason;
    clearTimeout(timers.silence);
    timers.end = setTimeout(() => end(reason), speaker.remainingMs());
  }

  function end(reason: EndReason): void {
    recordFullyHeard();
    stop();
    call.send(endFrame(reason));
  }

  function stop(): void {
    state = 'over';
    keypad.clear();
    for (const timer of Object.values(timers)) clearTimeout(timer);
  }

  /** The caller has said or pressed something. Replies to what they said before are not said any further. */
  function handleInput(text: string): void {
    if (state !== 'open' || ending === 'transfer' || ending === 'failed') return;
    const rest = latest && isPlainYes(text) ? offeredRest(latest.utterance, format) : '';
    if (waitingTurns >= MAX_WAITING_TURNS) call.close();
    else if (rest) sayRest(rest);
    else if (text) startTurn(text);
    else waitForCaller();
  }

  function onCallerInput(): void {
    clearTimeout(timers.silence);
    clearTimeout(timers.end);
    ending = undefined;
    wasAskedIfThere = false;
  }

  /** The caller wants to hear more of a long reply. */
  function sayRest(rest: string): void {
    onCallerInput();
    speaker.becomesQuiet();
    speak(rest);
    waitForCaller();
  }

  function startTurn(text: string): void {
    onCallerInput();
    if (latest && !latest.utterance.isFinished) latest.utterance.isStopped = true;
    recordFullyHeard();
    speaker.becomesQuiet();
    const current: SpokenReply = { utterance: speaker.begin() };
    latest = current;
    waitingTurns += 1;
    lastTurn = lastTurn.then(() => answer(current, text));
  }

  async function answer(current: SpokenReply, text: string): Promise<void> {
    try {
      const onText = (soFar: string) => {
        repeatUnheard(current);
        speaker.update(current.utterance, soFar);
      };
      const reply = await call.answer(text, { handoffMessage, onText });
      failures = 0;
      if (reply) finish(current, reply);
      else waitForCaller();
    } catch (error) {
      log.warn({ err: error }, 'a caller could not be answered');
      failures += 1;
      if (latest !== current || state !== 'open') return;
      if (failures >= MAX_FAILURES) return endAfterSpeech('failed');
      speak(format.text('Sorry, something went wrong. Could you say that again?'));
      waitForCaller();
    } finally {
      waitingTurns -= 1;
    }
  }

  function finish(current: SpokenReply, reply: LiveReply): void {
    const { utterance } = current;
    current.reply = reply;
    const isTransfer = reply.status === 'handoff' && canTransfer;
    utterance.canInterrupt = !isTransfer && reply.intent !== 'safety.emergency';
    const text = reply.reply || (isTransfer ? handoffMessage : format.text('I’ve added that for the team.'));
    repeatUnheard(current);
    speaker.finish(
      utterance,
      text,
      reply.sources.map(({ title }) => title),
    );
    if (utterance.isStopped || state === 'over') recordPartlyHeard(current);
    if (latest !== current || state !== 'open') return;
    if (isTransfer) endAfterSpeech('transfer');
    else if (reply.intent === 'general.goodbye') endAfterSpeech('goodbye');
    else waitForCaller();
  }

  function repeatUnheard(current: SpokenReply): void {
    if (!unheard || current.utterance.isStopped) return;
    speaker.sayFirst(current.utterance, unheard);
    current.repeated = unheard;
    unheard = undefined;
  }

  /** The voice has said the latest reply to its end, and nobody interrupted it. */
  function recordFullyHeard(): void {
    if (!latest?.reply || latest.isRecorded || latest.utterance.isStopped) return;
    latest.isRecorded = true;
    call.recordHeard(latest.reply.id, 'all');
  }

  /** Stores how much of a cut reply was heard. What was done for the caller is said again before the next reply. */
  function recordPartlyHeard(spoken: SpokenReply): void {
    const { utterance, reply, heardUntil = '', repeated = '' } = spoken;
    const heard = heardCharacters(utterance, heardUntil);
    const isCut = reply !== undefined && heard < reply.reply.length;
    spoken.isRecorded = true;
    if (reply) call.recordHeard(reply.id, isCut ? heard : 'all');
    const important = isCut ? importantPart(reply) : '';
    const missed = [heard === 0 ? repeated : '', heard < important.length ? important : ''].filter(Boolean).join(' ');
    if (missed) unheard = missed;
  }

  const importantPart = ({ reply, receipts }: Pick<LiveReply, 'reply' | 'receipts'>): string => {
    if (receipts.length === 0) return '';
    const sentences = toSpeech(reply, format);
    const ends = receipts.map(({ code }) => (code ? reply.indexOf(code) + code.length : 0));
    return reply.slice(0, sentences.find(({ end: sentenceEnd }) => sentenceEnd >= Math.max(...ends))?.end ?? 0);
  };

  function onInterrupt(spoken: string): void {
    clearTimeout(timers.silence);
    speaker.becomesQuiet();
    if (latest && latest.utterance.sentences.length > 0) {
      latest.utterance.isStopped = true;
      latest.heardUntil = spoken;
      if (latest.utterance.isFinished) recordPartlyHeard(latest);
    }
    waitForCaller();
  }

  function onInfo(name: string, value: string): void {
    if (name === 'clientSpeaking' && value === 'on') clearTimeout(timers.silence);
    else if (name === 'clientSpeaking' && latest?.utterance.isFinished !== false) waitForCaller();
    if (name !== 'agentSpeaking' || value !== 'off' || latest?.utterance.isFinished === false) return;
    recordFullyHeard();
    speaker.becomesQuiet();
    if (ending) end(ending);
    else waitForCaller();
  }

  function onSetup(): void {
    clearTimeout(timers.setup);
    state = 'open';
    speaker.startsSaying(greetingOf(business));
    unheard = call.unheard
      .map((reply) => ({ important: importantPart(reply), heard: reply.heardCharacters }))
      .flatMap(({ important, heard }) => (heard < important.length ? [important] : []))
      .join(' ');
    if (unheard) {
      latest = { utterance: speaker.begin() };
      repeatUnheard(latest);
      speaker.finish(latest.utterance, '');
    }
    waitForCaller();
  }

  /** The connection is over, perhaps in the middle of a reply. */
  function onClose(): void {
    if (state === 'open' && latest && speaker.remainingMs() > 0) {
      latest.heardUntil = speaker.spokenPartOf(latest.utterance);
      latest.utterance.isStopped = true;
      if (latest.utterance.isFinished) recordPartlyHeard(latest);
    } else if (state === 'open') recordFullyHeard();
    stop();
  }

  function handle(message: Exclude<RelayMessage, { type: 'setup' }>): void {
    switch (message.type) {
      case 'prompt':
        keypad.clear();
        clearTimeout(timers.silence);
        if (message.last) handleInput(normalizeSpoken(message.voicePrompt, business.locale).trim());
        break;
      case 'dtmf':
        clearTimeout(timers.silence);
        keypad.press(message.digit);
        break;
      case 'interrupt':
        onInterrupt(message.utteranceUntilInterrupt);
        break;
      case 'info':
        onInfo(message.name, message.value);
        break;
      case 'error':
        log.warn('the provider of calls reports an error');
    }
  }

  return {
    receive(data) {
      const message = readRelayMessage(data);
      const isSetup = message?.type === 'setup';
      // The first message introduces this call, and no other does.
      if (!message || isSetup !== (state === 'new') || (isSetup && message.callSid !== call.id)) call.close();
      else if (message.type === 'setup') onSetup();
      else handle(message);
    },
    end: onClose,
  };
}

function isPlainYes(text: string): boolean {
  const { act, rest } = findDialogueAct(text) ?? {};
  return act === 'yes' && rest === '';
}

/** Said when a call is answered, in the language of the business. */
export function greetingOf(business: Business): string {
  const format = formatterOf(business);
  return format.text('Thanks for calling {business}. I’m the AI assistant. How can I help?', {
    business: business.name,
  });
}
