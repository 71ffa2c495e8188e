/** Something that the operator can put right. The message is one line that says what to do. */
export class OperatorError extends Error {}
