// Remarks: what customers of salons, gyms and the like say about their allergies and conditions. They are kept in the
// customer's words and go into the notes of a booking.
import type { AnyIndustry } from '../../capability/industry.ts';
import { normalize } from '../../guardrails/normalize.ts';
import type { Risk } from '../../guardrails/risk.ts';
import { mentionsCondition } from '../../guardrails/suitability.ts';
import { isQuestion } from './clauses.ts';
import type { DialogueState } from './dialogue-state.ts';
import type { ParsedMessage } from './parsed-message.ts';
import type { Nlu } from './predict-intent.ts';
import { CONFIDENT } from './thresholds.ts';

const MAX_REMARKS = 4;
const MAX_REMARK_CHARS = 200;

/** The remarks after a message. Questions add none: "can I come if I'm pregnant?" is answered, but not noted. */
export async function updateRemarks(
  nlu: Pick<Nlu, 'assessRisk'>,
  industry: AnyIndustry | undefined,
  { remarks = [] }: DialogueState,
  { segments }: ParsedMessage,
  { allergyProbability }: Pick<Risk, 'allergyProbability'>,
): Promise<string[]> {
  const { treatsBodies, isHealthCare } = industry?.traits ?? {};
  // A practice has its own records, and asks for the reason of a visit.
  if (!treatsBodies || isHealthCare) return remarks;
  const statements = segments
    .flatMap(({ text }) => text.split(/[,;]\s+/))
    .filter((statement) => !isQuestion(statement))
    .map((statement) =>
      statement
        .trim()
        .replace(/[.!]+$/, '')
        .slice(0, MAX_REMARK_CHARS),
    );
  const risks =
    allergyProbability >= CONFIDENT ? await Promise.all(statements.map((statement) => nlu.assessRisk(statement))) : [];
  const newRemarks = statements.filter(
    (statement, index) =>
      mentionsCondition(normalize(statement)) || (risks[index]?.allergyProbability ?? 0) >= CONFIDENT,
  );
  return newRemarks.length > 0 ? [...new Set([...remarks, ...newRemarks])].slice(-MAX_REMARKS) : remarks;
}
