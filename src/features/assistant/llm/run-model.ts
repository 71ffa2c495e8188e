// Talks with a model until it has said what it has to say.
import {
  APICallError,
  type LanguageModel,
  type ModelMessage,
  type SystemModelMessage,
  stepCountIs,
  streamText,
  type ToolSet,
} from 'ai';
import type { Tokens } from './prices.ts';

// It would write to the console.
globalThis.AI_SDK_LOG_WARNINGS = false;

const MOST_STEPS = 6;
const MOST_OUTPUT = 800;

export type ModelCall = {
  model: LanguageModel;
  instructions: SystemModelMessage[];
  messages: ModelMessage[];
  tools: ToolSet;
  temperature: number | undefined;
  signal: AbortSignal;
  /** Nothing more is to be asked of it. */
  isSettled(): boolean;
  hear(delta: string): Promise<void>;
  used(tokens: Tokens): void;
};

/** Fails as the provider fails, whichever way that is told. */
export async function runModel({ isSettled, hear, used, signal, tools, ...asked }: ModelCall): Promise<void> {
  const { stream } = streamText({
    ...asked,
    tools,
    maxOutputTokens: MOST_OUTPUT,
    maxRetries: 0,
    abortSignal: signal,
    stopWhen: [stepCountIs(MOST_STEPS), isSettled],
    // Told in the stream, too.
    onError: () => undefined,
  });
  let steps = 0;
  for await (const part of stream) {
    if (part.type === 'error') throw part.error;
    if (part.type === 'abort') throw signal.reason;
    if (part.type === 'start-step' && steps++ > 0) await hear(' ');
    if (part.type === 'text-delta') await hear(part.text);
    if (part.type === 'finish-step')
      used({ inputTokens: part.usage.inputTokens ?? 0, outputTokens: part.usage.outputTokens ?? 0 });
  }
}

/** A wrong key or a model that is not there will be so the next time. */
export const isWorthRetrying = (error: unknown): boolean => !APICallError.isInstance(error) || error.isRetryable;
