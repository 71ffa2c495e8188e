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
/** Longer ones are safe, whatever they are made of. */
const MAX_GUESSABLE_LENGTH = 20;
/** The runs over and over, in both directions. */
const LONG_RUNS = KEY_RUNS.flatMap((run) => [run, Array.from(run).reverse().join('')]).map((run) =>
  run.repeat(1 + Math.ceil(MAX_GUESSABLE_LENGTH / run.length)),
);
/** More digits and signs around a common word make it hard to guess after all. */
const MAX_DECORATION = 6;
const MIN_NAME_LENGTH = 3;

/** Why a password would be guessed at once, or undefined. */
export function passwordWeakness(password: string, email = ''): string | undefined {
  const text = password.toLowerCase();
  const address = email.toLowerCase();
  if (Array.from(text).length > MAX_GUESSABLE_LENGTH && text !== address) return undefined;
  const word = text.replace(/^\P{L}+|\P{L}+$/gu, '');
  const variants = text.length - word.length <= MAX_DECORATION ? [text, word] : [text];
  const isRepeated = /^(.{1,3})\1+$/u.test(text);
  if (variants.some((each) => COMMON_PASSWORDS.has(each)) || isRepeated || LONG_RUNS.some((run) => run.includes(text)))
    return 'is too easy to guess. Try three random words';
  const [name = ''] = address.split('@');
  if (name.length >= MIN_NAME_LENGTH && variants.some((each) => each === name || each === address))
    return 'can’t be your email address. Try three random words';
  return undefined;
}
