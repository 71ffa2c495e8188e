// One call: what the caller says is a turn of the conversation, and what the assistant replies is spoken.
import type { Business } from '../../../capability/document.ts';
import { findDialogueAct } from '../../../nlu/entities/dialogue-acts.ts';
import type { LiveCall, LiveReply, LiveSession } from '../channel.ts';
import { createKeypad } from './keypad.ts';
import { createEndFrame, type EndReason, type RelayMessage, readRelayMessage } from './relay-protocol.ts';
import { countHeardCharacters, createSpeaker, type Utterance } from './speaker.ts';
import { normalizeSpoken } from './spoken-input.ts';
import { findOfferedRest, toSpeech } from './spoken-reply.ts';
import { composeHandoffMessage, createVoiceFormatter, findTransferNumber } from './transfer.ts';

/** Twilio introduces the call at once. */
const SETUP_TIMEOUT_MS = 10_000;
/** After so many turns in a row that failed, the caller gets a person. */
const MAX_FAILED_TURNS = 2;
/** Nobody says more before the first answer. */
const MAX_WAITING_TURNS = 10;

/** A reply that is being said, or was said last. */
type SpokenReply = {
  utterance: Utterance;
  reply?: LiveReply;
  heardText?: string;
  /** What it says first, because it was not heard before. */
  repeatedText?: string;
  /** Stored: how much of it was heard. Until then, nothing counts as heard. */
  isRecorded?: boolean;
};

export function startCall(call: LiveCall): LiveSession {
  const { business, timing, log } = call;
  const format = createVoiceFormatter(business);
  const canTransfer = findTransferNumber(call.connection.settings, business) !== undefined;
  const handoffMessage = composeHandoffMessage(format, canTransfer, call.phone !== undefined);
  const speaker = createSpeaker(call.send, format, timing.charactersPerSecond);
  const keypad = createKeypad(timing.keypadPauseMs, handleInput);
  const timers: { silence?: NodeJS.Timeout; end?: NodeJS.Timeout; setup?: NodeJS.Timeout } = {};
  let state: 'new' | 'open' | 'over' = 'new';
  /** The call ends for this reason as soon as everything is said. */
  let endReason: EndReason | undefined;
  let waitingTurns = 0;
  let lastTurn = Promise.resolve();
  let latestReply: SpokenReply | undefined;
  /** What was done for the caller, but not heard by them. */
  let unheardText: string | undefined;
  let failedTurns = 0;
  let wasAskedIfPresent = false;

  timers.setup = setTimeout(() => call.close(), SETUP_TIMEOUT_MS);

  const speak = (text: string) => {
    recordFullyHeard();
    latestReply = { utterance: speaker.begin() };
    speaker.finish(latestReply.utterance, text);
  };

  function waitForCaller(): void {
    clearTimeout(timers.silence);
    if (state === 'open' && !endReason)
      timers.silence = setTimeout(onSilence, speaker.countRemainingMs() + timing.maxSilenceMs);
  }

  function onSilence(): void {
    if (wasAskedIfPresent) {
      speak(format.text('I can’t hear you, so I’m going to hang up. Please call back anytime. Goodbye.'));
      endAfterSpeech('silence');
    } else {
      wasAskedIfPresent = true;
      speak(format.text('Are you still there?'));
      waitForCaller();
    }
  }

  function endAfterSpeech(reason: EndReason): void {
    endReason = reason;
    clearTimeout(timers.silence);
    timers.end = setTimeout(() => end(reason), speaker.countRemainingMs());
  }

  function end(reason: EndReason): void {
    recordFullyHeard();
    stop();
    call.send(createEndFrame(reason));
  }

  function stop(): void {
    state = 'over';
    keypad.clear();
    for (const timer of Object.values(timers)) clearTimeout(timer);
  }

  /** The caller has said or pressed something. Replies to what they said before are not said any further. */
  function handleInput(text: string): void {
    if (state !== 'open' || endReason === 'transfer' || endReason === 'failed') return;
    const rest = latestReply && isPlainYes(text) ? findOfferedRest(latestReply.utterance, format) : '';
    if (waitingTurns >= MAX_WAITING_TURNS) call.close();
    else if (rest) sayRest(rest);
    else if (text) startTurn(text);
    else waitForCaller();
  }

  function onCallerInput(): void {
    clearTimeout(timers.silence);
    clearTimeout(timers.end);
    endReason = undefined;
    wasAskedIfPresent = false;
  }

  /** The caller wants to hear more of a long reply. */
  function sayRest(rest: string): void {
    onCallerInput();
    speaker.markQuiet();
    speak(rest);
    waitForCaller();
  }

  function startTurn(text: string): void {
    onCallerInput();
    if (latestReply && !latestReply.utterance.isFinished) latestReply.utterance.isStopped = true;
    recordFullyHeard();
    speaker.markQuiet();
    const spokenReply: SpokenReply = { utterance: speaker.begin() };
    latestReply = spokenReply;
    waitingTurns += 1;
    lastTurn = lastTurn.then(() => answer(spokenReply, text));
  }

  async function answer(spokenReply: SpokenReply, text: string): Promise<void> {
    try {
      const onText = (textSoFar: string) => {
        repeatUnheard(spokenReply);
        speaker.update(spokenReply.utterance, textSoFar);
      };
      const reply = await call.answer(text, { handoffMessage, onText });
      failedTurns = 0;
      if (reply) finishReply(spokenReply, reply);
      else waitForCaller();
    } catch (error) {
      log.warn({ err: error }, 'a caller could not be answered');
      failedTurns += 1;
      if (latestReply !== spokenReply || state !== 'open') return;
      if (failedTurns >= MAX_FAILED_TURNS) return endAfterSpeech('failed');
      speak(format.text('Sorry, something went wrong. Could you say that again?'));
      waitForCaller();
    } finally {
      waitingTurns -= 1;
    }
  }

  function finishReply(spokenReply: SpokenReply, reply: LiveReply): void {
    const { utterance } = spokenReply;
    spokenReply.reply = reply;
    const isTransfer = reply.status === 'handoff' && canTransfer;
    utterance.canInterrupt = !isTransfer && reply.intent !== 'safety.emergency';
    const text = reply.reply || (isTransfer ? handoffMessage : format.text('I’ve added that for the team.'));
    repeatUnheard(spokenReply);
    speaker.finish(
      utterance,
      text,
      reply.sources.map(({ title }) => title),
    );
    if (utterance.isStopped || state === 'over') recordPartlyHeard(spokenReply);
    if (latestReply !== spokenReply || state !== 'open') return;
    if (isTransfer) endAfterSpeech('transfer');
    else if (reply.intent === 'general.goodbye') endAfterSpeech('goodbye');
    else waitForCaller();
  }

  function repeatUnheard(spokenReply: SpokenReply): void {
    if (!unheardText || spokenReply.utterance.isStopped) return;
    speaker.sayFirst(spokenReply.utterance, unheardText);
    spokenReply.repeatedText = unheardText;
    unheardText = undefined;
  }

  /** The voice has said the latest reply to its end, and nobody interrupted it. */
  function recordFullyHeard(): void {
    if (!latestReply?.reply || latestReply.isRecorded || latestReply.utterance.isStopped) return;
    latestReply.isRecorded = true;
    call.recordHeardLength(latestReply.reply.id, 'all');
  }

  /** Stores how much of a cut reply was heard. What was done for the caller is said again before the next reply. */
  function recordPartlyHeard(spokenReply: SpokenReply): void {
    const { utterance, reply, heardText = '', repeatedText = '' } = spokenReply;
    const heardLength = countHeardCharacters(utterance, heardText);
    const isCut = reply !== undefined && heardLength < reply.reply.length;
    spokenReply.isRecorded = true;
    if (reply) call.recordHeardLength(reply.id, isCut ? heardLength : 'all');
    const importantText = isCut ? findImportantPart(reply) : '';
    const missedText = [heardLength === 0 ? repeatedText : '', heardLength < importantText.length ? importantText : '']
      .filter(Boolean)
      .join(' ');
    if (missedText) unheardText = missedText;
  }

  const findImportantPart = ({ reply, receipts }: Pick<LiveReply, 'reply' | 'receipts'>): string => {
    if (receipts.length === 0) return '';
    const sentences = toSpeech(reply, format);
    const ends = receipts.map(({ code }) => (code ? reply.indexOf(code) + code.length : 0));
    return reply.slice(0, sentences.find(({ end: sentenceEnd }) => sentenceEnd >= Math.max(...ends))?.end ?? 0);
  };

  function onInterrupt(spokenText: string): void {
    clearTimeout(timers.silence);
    speaker.markQuiet();
    if (latestReply && latestReply.utterance.sentences.length > 0) {
      latestReply.utterance.isStopped = true;
      latestReply.heardText = spokenText;
      if (latestReply.utterance.isFinished) recordPartlyHeard(latestReply);
    }
    waitForCaller();
  }

  function onSpeakerInfo(name: string, value: string): void {
    if (name === 'clientSpeaking' && value === 'on') clearTimeout(timers.silence);
    else if (name === 'clientSpeaking' && latestReply?.utterance.isFinished !== false) waitForCaller();
    if (name !== 'agentSpeaking' || value !== 'off' || latestReply?.utterance.isFinished === false) return;
    recordFullyHeard();
    speaker.markQuiet();
    if (endReason) end(endReason);
    else waitForCaller();
  }

  function onSetup(): void {
    clearTimeout(timers.setup);
    state = 'open';
    speaker.markSpeaking(renderGreeting(business));
    unheardText = call.unheardReplies
      .map((reply) => ({ important: findImportantPart(reply), heard: reply.heardCharacters }))
      .flatMap(({ important, heard }) => (heard < important.length ? [important] : []))
      .join(' ');
    if (unheardText) {
      latestReply = { utterance: speaker.begin() };
      repeatUnheard(latestReply);
      speaker.finish(latestReply.utterance, '');
    }
    waitForCaller();
  }

  /** The connection is over, perhaps in the middle of a reply. */
  function onClose(): void {
    if (state === 'open' && latestReply && speaker.countRemainingMs() > 0) {
      latestReply.heardText = speaker.estimateSpokenPart(latestReply.utterance);
      latestReply.utterance.isStopped = true;
      if (latestReply.utterance.isFinished) recordPartlyHeard(latestReply);
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
        onSpeakerInfo(message.name, message.value);
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
export function renderGreeting(business: Business): string {
  const format = createVoiceFormatter(business);
  return format.text('Thanks for calling {business}. I’m the AI assistant. How can I help?', {
    business: business.name,
  });
}
