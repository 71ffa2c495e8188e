import { texts } from './texts.ts';

/** The name of the model, where one answered: engines are told as `embedded` or `openai:gpt-4.1-mini`. */
export const modelOf = (engine: string | undefined): string | undefined =>
  engine && !(engine in texts.engines) ? engine.replace(/^\w+:/, '') : undefined;

const kindOf = (engine: string | undefined): string => (engine && (texts.engines[engine] ?? texts.model)) || '';

/** Who answered and why: "Language model · nothing simpler fit". */
export const answeredBy = (engine: string | undefined, reason: string | undefined): string =>
  [kindOf(engine), texts.reasons[reason ?? '']].filter(Boolean).join(' · ');
