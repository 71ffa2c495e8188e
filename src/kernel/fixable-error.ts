/**
 * An error that the person who runs the service or the command line can fix. The message is one line that says what to do; it is
 * shown without a stack trace.
 */
export class FixableError extends Error {}
