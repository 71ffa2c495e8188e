/** The probability required for actions that are hard to undo, such as handing off to a person. */
export const CONFIDENT = 0.6;
/** The probability required to treat a message as unrelated to the business, or as a question of its own. */
export const VERY_CONFIDENT = 0.8;
