import { texts } from './texts.ts';

/** The model's name, if a model answered. Engines are `embedded` or, for example, `openai:gpt-4.1-mini`. */
export const getModelName = (engine: string | undefined): string | undefined =>
  engine && !(engine in texts.engines) ? engine.replace(/^\w+:/, '') : undefined;

const getEngineKind = (engine: string | undefined): string => (engine && (texts.engines[engine] ?? texts.model)) || '';

/** Which engine answered and why: "Language model · nothing simpler fit". */
export const describeEngine = (engine: string | undefined, reason: string | undefined): string =>
  [getEngineKind(engine), texts.reasons[reason ?? '']].filter(Boolean).join(' · ');
