/** Passwords that attackers try first. Each also stands for its variants in capitals and with digits or signs around it. */
const COMMON_PASSWORDS = new Set(
  `password passw0rd p@ssword p@ssw0rd passwort passphrase qwerty qwertyui qwertyuiop qwertz qwertzui qwertzuiop azerty
  azertyuiop asdfasdf asdfghjk asdfghjkl zxcvbnm zxcvbnmm qazwsx qazwsxedc abcdefg abcdefgh abcdefghi abcabc iloveyou
  iloveu welcome letmein sunshine princess football baseball basketball superman batman spiderman pokemon starwars
  trustnoone trustno whatever computer internet samsung michael jennifer jordan charlie jessica ashley daniel dragon
  monkey master shadow freedom flower cheese summer winter spring autumn secret admin administrator changeme default
  guest login access mustang liverpool arsenal chelsea chocolate butterfly hello hellohello test testtest tester
  testing frontdesk`.split(/\s+/),
);
const KEY_RUNS = [
  '0123456789',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'asdfghjkl',
  '1q2w3e4r5t6y7u8i9o0p',
  '1qaz2wsx3edc',
];
/** Longer passwords are safe, whatever they contain. */
const MAX_GUESSABLE_LENGTH = 20;
/** The runs repeated, in both directions. */
const LONG_RUNS = KEY_RUNS.flatMap((run) => [run, Array.from(run).reverse().join('')]).map((run) =>
  run.repeat(1 + Math.ceil(MAX_GUESSABLE_LENGTH / run.length)),
);
/** With more digits and signs around it, even a common word is hard to guess. */
const MAX_DECORATION_LENGTH = 6;
const MIN_NAME_LENGTH = 3;

/** Why the password is easy to guess, or undefined if it is not. */
export function passwordWeakness(password: string, email = ''): string | undefined {
  const lowerPassword = password.toLowerCase();
  const lowerEmail = email.toLowerCase();
  if (Array.from(lowerPassword).length > MAX_GUESSABLE_LENGTH && lowerPassword !== lowerEmail) return undefined;
  const word = lowerPassword.replace(/^\P{L}+|\P{L}+$/gu, '');
  const variants =
    lowerPassword.length - word.length <= MAX_DECORATION_LENGTH ? [lowerPassword, word] : [lowerPassword];
  const isRepeated = /^(.{1,3})\1+$/u.test(lowerPassword);
  if (
    variants.some((variant) => COMMON_PASSWORDS.has(variant)) ||
    isRepeated ||
    LONG_RUNS.some((run) => run.includes(lowerPassword))
  )
    return 'is too easy to guess. Try three random words';
  const [localPart = ''] = lowerEmail.split('@');
  if (
    localPart.length >= MIN_NAME_LENGTH &&
    variants.some((variant) => variant === localPart || variant === lowerEmail)
  )
    return 'can’t be your email address. Try three random words';
  return undefined;
}
