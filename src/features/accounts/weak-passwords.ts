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
const CHARACTER_SEQUENCES = [
  '0123456789',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'asdfghjkl',
  '1q2w3e4r5t6y7u8i9o0p',
  '1qaz2wsx3edc',
];
/** Longer passwords are safe, whatever they contain. */
const MAX_GUESSABLE_CHARACTERS = 20;
/** The runs repeated, in both directions. */
const REPEATED_SEQUENCES = CHARACTER_SEQUENCES.flatMap((sequence) => [
  sequence,
  Array.from(sequence).reverse().join(''),
]).map((run) => run.repeat(1 + Math.ceil(MAX_GUESSABLE_CHARACTERS / run.length)));
/** With more digits and signs around it, even a common word is hard to guess. */
const MAX_DECORATION_CHARACTERS = 6;
const MIN_LOCAL_PART_CHARACTERS = 3;

/** Why the password is easy to guess, or undefined if it is not. */
export function findPasswordWeakness(password: string, email = ''): string | undefined {
  const lowerPassword = password.toLowerCase();
  const lowerEmail = email.toLowerCase();
  if (Array.from(lowerPassword).length > MAX_GUESSABLE_CHARACTERS && lowerPassword !== lowerEmail) return undefined;
  const undecoratedPassword = lowerPassword.replace(/^\P{L}+|\P{L}+$/gu, '');
  const variants =
    lowerPassword.length - undecoratedPassword.length <= MAX_DECORATION_CHARACTERS
      ? [lowerPassword, undecoratedPassword]
      : [lowerPassword];
  const repeatsShortText = /^(.{1,3})\1+$/u.test(lowerPassword);
  if (
    variants.some((variant) => COMMON_PASSWORDS.has(variant)) ||
    repeatsShortText ||
    REPEATED_SEQUENCES.some((run) => run.includes(lowerPassword))
  )
    return 'is too easy to guess. Try three random words';
  const [localPart = ''] = lowerEmail.split('@');
  if (
    localPart.length >= MIN_LOCAL_PART_CHARACTERS &&
    variants.some((variant) => variant === localPart || variant === lowerEmail)
  )
    return 'can’t be your email address. Try three random words';
  return undefined;
}
