/** Collects the digits that a caller presses: `#` or a pause completes them, and `*` starts over. There may be none left then. */
export function createKeypad(pauseMs: number, onDigits: (digits: string) => void) {
  let digits = '';
  let timer: NodeJS.Timeout | undefined;
  const complete = () => {
    clearTimeout(timer);
    const pressedDigits = digits;
    digits = '';
    onDigits(pressedDigits);
  };
  return {
    press(key: string): void {
      clearTimeout(timer);
      if (/\d/.test(key)) digits += key;
      else if (key === '*') digits = '';
      timer = setTimeout(complete, key === '#' ? 0 : pauseMs);
    },
    /** What was pressed so far does not count, because the caller has spoken or hung up. */
    clear(): void {
      clearTimeout(timer);
      digits = '';
    },
  };
}
