// Streams a model's answer, including its tool calls.
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

// The AI SDK would write its warnings to the console.
globalThis.AI_SDK_LOG_WARNINGS = false;

const MAX_STEPS = 6;
const MAX_OUTPUT_TOKENS = 800;

export type ModelCall = {
  model: LanguageModel;
  instructions: SystemModelMessage[];
  messages: ModelMessage[];
  tools: ToolSet;
  temperature: number | undefined;
  signal: AbortSignal;
  /** Stops the model early once a tool call has determined the reply. */
  isFinished(): boolean;
  onText(delta: string): Promise<void>;
  onUsage(tokens: Tokens): void;
};

/** Throws the provider's error, whether the stream reports it as an error or as an abort. */
export async function runModel({ isFinished, onText, onUsage, signal, tools, ...options }: ModelCall): Promise<void> {
  const { stream } = streamText({
    ...options,
    tools,
    maxOutputTokens: MAX_OUTPUT_TOKENS,
    maxRetries: 0,
    abortSignal: signal,
    stopWhen: [stepCountIs(MAX_STEPS), isFinished],
    // Errors are also reported in the stream.
    onError: () => undefined,
  });
  let stepCount = 0;
  for await (const part of stream) {
    if (part.type === 'error') throw part.error;
    if (part.type === 'abort') throw signal.reason;
    if (part.type === 'start-step' && stepCount++ > 0) await onText(' ');
    if (part.type === 'text-delta') await onText(part.text);
    if (part.type === 'finish-step')
      onUsage({ inputTokens: part.usage.inputTokens ?? 0, outputTokens: part.usage.outputTokens ?? 0 });
  }
}

/** A wrong key or an unknown model would only fail again. */
export const isWorthRetrying = (error: unknown): boolean => !APICallError.isInstance(error) || error.isRetryable;
