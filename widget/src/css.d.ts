declare module '*.css' {
  export const css: string;
}
/** Put in by the build. */
declare const CHAT_FILE: string;
/** Those of the folder, and what their files' names end with. */
declare const LANGUAGES: readonly string[];
declare const TEXTS_HASH: string;
