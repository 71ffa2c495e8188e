declare module '*.css' {
  export const css: string;
}
/** Put in by the build. */
declare const CHAT_FILE: string;
