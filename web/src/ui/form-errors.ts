import { ApiError } from '../api.ts';

/** The message of an error that concerns no single field. */
export const getFormError = (error: Error | null | undefined): string | undefined =>
  error && !(error instanceof ApiError && error.errors.length) ? error.message : undefined;

/** The API's error message for one field of a form. */
export const findFieldError = (error: Error | null | undefined, pointer: string): string | undefined =>
  error instanceof ApiError ? error.errors.find((fieldIssue) => fieldIssue.pointer === pointer)?.detail : undefined;
