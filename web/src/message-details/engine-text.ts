import { texts } from './texts.ts';

/** The model's name, if a model answered. Engines are `embedded` or, for example, `openai:gpt-4.1-mini`. */
export const modelName = (engine: string | undefined): string | undefined =>
  engine && !(engine in texts.engines) ? engine.replace(/^\w+:/, '') : undefined;

const engineKind = (engine: string | undefined): string => (engine && (texts.engines[engine] ?? texts.model)) || '';

/** Which engine answered and why: "Language model · nothing simpler fit". */
export const engineText = (engine: string | undefined, reason: string | undefined): string =>
  [engineKind(engine), texts.reasons[reason ?? '']].filter(Boolean).join(' · ');
