// The end of a letter that says nothing: sign-offs, names, contact details, and what mail programs add.

const SIGN_OFFS = [
  // English
  '(?:with )?(?:my )?(?:very )?(?:kind|best|warm|warmest|kindest|many)?,? ?regards',
  '(?:with )?(?:best|all good|good|warm) wishes|all the best|best|(?:yours )?(?:sincerely|faithfully|truly)(?: yours)?',
  'cheers|thanks?(?: you)?(?: again| so much| a lot| a million| very much| in advance| and (?:kind |best )?regards)*',
  'many thanks|thx|ty|take care|see you(?: soon| then| there)?|talk soon|speak soon|love|x{2,}|xo+|respectfully|cordially|br|rgds|have a (?:nice|great|good) (?:day|evening|weekend)',
  // German
  '(?:mit )?(?:freundlich|best|lieb|herzlich|schön|viel|sonnig)(?:e|en|em)? gr(?:ü|ue)(?:ß|ss)(?:e|en)?(?: aus .{2,30})?|gr(?:ü|ue)(?:ß|ss)e?|mfg|vg|lg',
  '(?:vielen|besten|herzlichen|lieben) dank(?: im voraus| vorab)?|danke(?: schön| sehr| im voraus| vorab)?|hochachtungsvoll|herzlichst|bis (?:bald|dann)|schönen (?:tag|abend)(?: noch)?',
  // French
  "(?:bien |très )?cordialement|(?:bien|très) à vous|(?:bien )?sincèrement|(?:un grand )?merci(?: beaucoup| d[’']avance| par avance| bien)?|(?:meilleures |sincères )?salutations(?: distinguées)?|bonne (?:journée|soirée)|à bientôt|bises|amicalement|cdlt|bien à (?:vous|toi)",
  // Spanish
  '(?:un )?(?:cordial |atento )?saludos?(?: cordial(?:es)?)?|atentamente|atte|(?:muchas |mil )?gracias(?: de antemano| por adelantado)?(?: y (?:un )?saludos?)?|un abrazo|abrazos?|hasta (?:luego|pronto)|cordialmente',
  // Italian
  '(?:cordiali|distinti|cari|tanti) saluti|saluti|(?:molte |tante )?grazie(?: mille| in anticipo)?(?: e (?:cordiali )?saluti)?|cordialmente|a presto|buona (?:giornata|serata)|un saluto',
  // Dutch
  '(?:met )?(?:vriendelijke|hartelijke) groet(?:en|jes)?|groet(?:en|jes)?|mvg|(?:alvast )?(?:hartelijk )?(?:bedankt|dank)(?: alvast)?|dank (?:je|u)(?: wel)?|tot (?:dan|snel|ziens)',
  // Portuguese
  '(?:com os )?(?:melhores |meus )?cumprimentos|atenciosamente|att|(?:muito )?obrigad[oa](?: desde já)?|abraços?|um abraço|até (?:logo|breve|já)|saudações',
  // Polish
  '(?:z |serdecznie )?(?:serdecznymi )?pozdrowieni(?:ami|a)|(?:serdecznie )?pozdrawiam(?: serdecznie)?|z poważaniem|(?:z góry )?dziękuj(?:ę|emy)(?: bardzo| z góry)?|dzięki',
  // Swedish, Danish, Norwegian
  '(?:med )?(?:vänliga|venlig|vennlig|bästa|bedste|beste|mange) h(?:ä|i)lsning(?:ar|er)?|hälsningar|hilsen|mvh|tack(?: på förhand)?|(?:mange )?takk?',
  // Russian, Turkish
  '(?:с (?:уважением|наилучшими пожеланиями))|(?:большое |заранее )?спасибо(?: большое| заранее)?|всего доброго|saygılarımla|teşekkürler|iyi günler',
  // Japanese, Chinese, Korean
  '(?:どうぞ|何卒|以上、?)?(?:宜|よろ)しくお(?:願|ねが)い(?:(?:いた|致)し(?:ます)?|します|申し上げます)|敬具|以上|(?:非常)?(?:谢谢|感谢|多谢|謝謝)(?:您|你|大家)?|此致(?:敬礼)?|敬礼|祝(?:好|商祺)|顺(?:祝|颂)商祺|감사합니다|고맙습니다',
].join('|');

const SIGN_OFF_PATTERN = new RegExp(`^(?:${SIGN_OFFS})[\\s,.!;:。！，、~^)♡❤🙂😊🙏-]*$`, 'iu');
/** "Thanks, Ana Ruiz" on one line. The name is as people write names, so "Thanks for the table" is not one. */
const SIGN_OFF_WITH_NAME_PATTERN = new RegExp(`^(?:${SIGN_OFFS})[\\s,.!–-]+(.{2,40})$`, 'iu');
const NAME_PATTERN =
  /^\p{Lu}[\p{L}.'’-]*(?: (?:(?:van|von|de|da|di|del|der|la|le|al|bin|y|e) ){0,2}\p{Lu}[\p{L}.'’-]*){0,3}[.!]?$/u;

function isSignOff(line: string): boolean {
  const text = line.trim().replace(/^[*_]+|[*_]+$/gu, '');
  if (text.length > 70) return false;
  if (SIGN_OFF_PATTERN.test(text)) return true;
  const [, name] = SIGN_OFF_WITH_NAME_PATTERN.exec(text) ?? [];
  return name !== undefined && NAME_PATTERN.test(name);
}

/** "Sent from my iPhone", and advertisements of mail programs. */
const SENT_FROM_PATTERN = new RegExp(
  [
    '^(?:-{1,3} ?)?(?:sent|posted) (?:from|via|with|using) .{2,60}$',
    '^get outlook for (?:ios|android|mac|windows).*$|^outlook (?:für|voor|para|per|pour|dla) (?:ios|android).*$',
    '^(?:télécharge[rz]|obt(?:e|é)n(?:er|ga|ha|ez)?|ottieni|haal|download|descarga[r]?|pobierz|hol(?:en)?(?: sie sich)?|baixe) outlook .*$',
    '^(?:von|mit) (?:meinem|unterwegs|der|dem|einem|outlook).{0,50}ges(?:e|a)nd(?:e)?t\\.?.{0,10}$|^gesendet (?:von|mit|über) .{2,60}$|^diese nachricht wurde von meinem .{2,80}$',
    '^envoyé (?:de(?:puis)?|à partir de|avec|via) .{2,60}$',
    '^envia(?:do|da) (?:desde|con|mediante|do|da|de|a partir|pelo|com|via) .{2,60}$',
    '^inviato (?:da|dal|con|tramite) .{2,60}$',
    '^(?:verzonden|verstuurd) (?:vanaf|met|via|van(?:uit)?) .{2,60}$',
    '^wysłan[eoa] (?:z|ze|za pomocą) .{2,60}$',
    '^(?:skickat|sendt|lähetetty) (?:från|fra|med) .{2,60}$|^отправлено (?:с|из) .{2,60}$|^odesláno z .{2,60}$',
    '^.{0,20}から送信.{0,5}$|^(?:发自|發自|从我的|從我的).{2,40}$|^.{2,30}에서 보냄$|^.{2,20}dan gönderildi$',
    '^virus-?(?:free|frei).{0,40}$|^sans virus.{0,40}$|^libre de virus.{0,40}$|^unlimited free .{2,60}$',
  ].join('|'),
  'iu',
);

const CONFIDENTIAL_PATTERN =
  /confidential|vertraulich|confidentiel|confidencial|riservat|vertrouwelijk|poufn|機密|保密/iu;
const MESSAGE_WORD_PATTERN =
  /e-?mail|message|communication|nachricht|courriel|correo|mensaje|messaggio|bericht|wiadomo|mensagem|attachment|notice|disclaimer|邮件|メール/iu;
const PRINTING_ADVICE_PATTERN =
  /(?:consider|think of|think about|denken sie an) (?:the environment|die umwelt|our planet) before|(?:avant d[’']|antes de |prima di |vor dem )(?:imprim|stampa|druck)/iu;

const isDisclaimer = (line: string): boolean =>
  PRINTING_ADVICE_PATTERN.test(line) ||
  (CONFIDENTIAL_PATTERN.test(line) && MESSAGE_WORD_PATTERN.test(line) && (line.length > 60 || isHeading(line)));

const isHeading = (line: string): boolean => /notice|disclaimer|hinweis|avis|aviso|avviso/iu.test(line);

/** What the recipient's server adds above an email from outside. */
export const isWarningBanner = (line: string): boolean =>
  /^\W*(?:caution|warning|external|achtung|attention|extern)\b.{0,200}(?:outside|external|originated|extern|extérieur)/iu.test(
    line,
  );

const POSTSCRIPT_PATTERN = /^\s*p\.?\s?s\.?\s?[:.,–-]?\s+\S/iu;

/** A sentence, and not a line of an address: a question, or several words with a full stop. */
function isProse(line: string): boolean {
  const text = line.trim();
  const words = text.split(/\s+/u).length;
  return /[?？¿]/u.test(text) || (words >= 6 && /[.!。！]$/u.test(text)) || words > 14;
}

const MAX_SIGNATURE_LINES = 14;
/** With blank lines and a postscript. */
const MAX_FOOTER_LINES = 60;

const looksLikeSignature = (lines: readonly string[]): boolean => {
  const filled = lines.filter((line) => line.trim());
  return filled.length <= MAX_SIGNATURE_LINES && !filled.some(isProse);
};

/**
 * The lines that somebody wrote, without the signature below them. What comes after a sign-off counts as a signature only
 * if it does not go on with sentences: "Thanks! By the way, do you have parking?" is all text.
 */
export function removeSignature(lines: readonly string[], senderName = ''): string[] {
  const body = removeFooters(lines);
  const start = findSignatureStart(body, senderName);
  if (start === undefined) return body;
  const postscriptIndex = body.findIndex((line, index) => index > start && POSTSCRIPT_PATTERN.test(line));
  const linesAbove = body.slice(0, start);
  const hasText = linesAbove.some((line) => line.trim());
  // An email that only says thanks is not empty.
  const ownLines = hasText ? linesAbove : body.slice(start, start + 1).filter((line) => isSignOff(line));
  return postscriptIndex < 0 ? ownLines : [...ownLines, '', ...removeFooters(body.slice(postscriptIndex))];
}

function findSignatureStart(lines: readonly string[], senderName: string): number | undefined {
  const names = collectNameForms(senderName);
  for (const [index, line] of lines.entries()) {
    const text = line.trim();
    if (/^[-—–]{2}$/u.test(text)) return index;
    if (lines.length - index > MAX_FOOTER_LINES) continue;
    const postscriptStart = lines.findIndex(
      (other, otherIndex) => otherIndex > index && POSTSCRIPT_PATTERN.test(other),
    );
    const rest = lines.slice(index + 1, postscriptStart < 0 ? undefined : postscriptStart);
    if (/^[-_=*~—–]{3,}$/u.test(text) && looksLikeSignature(rest)) return index;
    if (isSignOff(text) && looksLikeSignature(rest) && startsWithName(rest)) return index;
    if (names.has(normalizeName(text)) && index > 0 && looksLikeSignature(rest)) return index;
  }
  return undefined;
}

/** The first line below a sign-off is short, as names are. */
const startsWithName = (rest: readonly string[]): boolean => {
  const first = rest.find((line) => line.trim())?.trim();
  return first === undefined || (first.split(/\s+/u).length <= 6 && first.length <= 60) || isSignOff(first);
};

const normalizeName = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^\p{L}]+/gu, ' ')
    .trim();

function collectNameForms(senderName: string): Set<string> {
  const fullName = normalizeName(senderName);
  const [first = ''] = fullName.split(' ');
  const initials = fullName
    .split(' ')
    .map((part) => part[0] ?? '')
    .join('');
  return new Set([fullName, first, initials.length > 1 ? initials : ''].filter(Boolean));
}

/** Cuts what programs and companies add below, which may be longer than the email. */
function removeFooters(lines: readonly string[]): string[] {
  const disclaimerIndex = lines.findIndex((line) => isDisclaimer(line));
  const linesAbove = disclaimerIndex < 0 ? lines : lines.slice(0, disclaimerIndex);
  const sentFromIndex = linesAbove.findIndex((line) => line.length < 200 && SENT_FROM_PATTERN.test(line.trim()));
  if (sentFromIndex < 0) return [...linesAbove];
  const linesBelow = linesAbove.slice(sentFromIndex + 1);
  return [...linesAbove.slice(0, sentFromIndex), ...(looksLikeSignature(linesBelow) ? [] : removeFooters(linesBelow))];
}
