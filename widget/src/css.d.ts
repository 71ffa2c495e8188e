declare module '*.css' {
  export const css: string;
}
/** Defined by the build. */
declare const CHAT_FILE: string;
/** The codes of the available languages, and the hash in their file names. */
declare const LANGUAGES: readonly string[];
declare const TEXTS_HASH: string;
