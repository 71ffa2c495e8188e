/** An error that the operator can fix. The message is one line that says what to do. */
export class OperatorError extends Error {}
