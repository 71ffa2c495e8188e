// Where the email that somebody answers or forwards begins, as mail programs mark it in many languages.

const EMAIL_ADDRESS_PATTERN = /[^\s<>@"]+@[^\s<>@"]+\.[^\s<>@"]+/u;
const YEAR_OR_TIME_PATTERN = /\b(?:19|20)\d\d\b|\d{4}\s?[年년]|\d{1,2}[:.h]\d\d|\d{1,2}[./-]\d{1,2}[./-]\d{2,4}/u;

/** "wrote" in the line above a quoted text. */
const WROTE_PATTERN = new RegExp(
  [
    ...['wrote', 'writes', 'schrieb', 'hat geschrieben', 'geschrieben', 'a écrit', 'écrivait', 'escribió', 'escribio'],
    ...[
      'ha scritto',
      'ha escrit',
      'schreef',
      'escreveu',
      'pisze',
      'napisał(?:\\(a\\)|a)?',
      'napsal(?:\\(a\\)|a)?',
      'skrev',
    ],
    ...['kirjoitti', 'пишет', 'писала?', 'написала?', 'yazdı', 'írta', 'έγραψε', 'a scris', 'написа', 'napisal[ao]?'],
    ...['写道', '寫道', '写信', '작성', '썼습니다', '書きました', 'のメール', 'のメッセージ'],
  ].join('|'),
  'iu',
);

/** How the line above a quoted text begins: "On Friday", or a date. */
const ATTRIBUTION_START_PATTERN =
  /^(?:(?:On|Am|Den|Le|El|Il|In data|Op|Em|No dia|Na|A|Dne|W dniu|Dnia|În data de|În)\s|[在于於]\s?|\d{1,4}[./年년\s-]|\p{L}{2,12}\.?,?\s+\d)/iu;

/** "On 3 May 2025 at 10:12, Ana <ana@example.com> wrote:", in any of the languages. */
function isAttribution(text: string): boolean {
  if (text.length > 400 || !YEAR_OR_TIME_PATTERN.test(text)) return false;
  // Zoho writes it between dashes and without a colon.
  const isDashed = /^-{2,}.*-{2,}$/u.test(text);
  const inner = text.replace(/^[-*_\s]+|[-*_\s]+$/gu, '');
  if (!isDashed && !/[:：]$/u.test(inner)) return false;
  return EMAIL_ADDRESS_PATTERN.test(inner) || (WROTE_PATTERN.test(inner) && ATTRIBUTION_START_PATTERN.test(inner));
}

const MAX_ATTRIBUTION_LINES = 4;
const MIN_WRAPPED_CHARACTERS = 50;

/** Some programs put the quoted text on the same line. */
function isAttributionWithText(line: string): boolean {
  const [, attribution = ''] =
    /^(.{5,300}?<[^<>@\s]{1,100}@[^<>\s]{1,100}>.{0,30}?[:：])\s+\S/u.exec(line.slice(0, 600)) ?? [];
  return ATTRIBUTION_START_PATTERN.test(attribution) && isAttribution(attribution);
}

/** How many lines the attribution takes that begins at `start`, which mail programs wrap; 0 if none begins there. */
export function countAttributionLines(lines: readonly string[], start: number): number {
  const firstLine = lines[start]?.trim() ?? '';
  if (isAttribution(firstLine) || isAttributionWithText(firstLine)) return 1;
  const isWrapped = EMAIL_ADDRESS_PATTERN.test(firstLine) && firstLine.length >= MIN_WRAPPED_CHARACTERS;
  if (!isWrapped && !(ATTRIBUTION_START_PATTERN.test(firstLine) && /\d/u.test(firstLine))) return 0;
  let text = firstLine;
  for (let length = 2; length <= MAX_ATTRIBUTION_LINES; length++) {
    const nextLine = lines[start + length - 1]?.trim();
    if (!nextLine) return 0;
    text += ` ${nextLine}`;
    if (isAttribution(text)) return length;
  }
  return 0;
}

const HEADER_LABELS: Record<'from' | 'sent' | 'to' | 'copy' | 'subject', string[]> = {
  from: [
    ...['From', 'Von', 'De', 'Da', 'Van', 'Od', 'От', 'Från', 'Fra', 'Lähettäjä', 'Kimden', 'Feladó', 'Expéditeur'],
    ...[
      'Remitente',
      'Mittente',
      'Afzender',
      'Remetente',
      'Absender',
      '差出人',
      '送信者',
      '发件人',
      '發件人',
      '寄件者',
      '寄件人',
    ],
    ...['보낸 사람', '보낸사람', 'Reply-To', 'Antwort an'],
  ],
  sent: [
    ...['Sent', 'Date', 'Sent on', 'Gesendet', 'Gesendet am', 'Datum', 'Envoyé', 'Envoyé le', 'Enviado', 'Enviado el'],
    ...[
      'Enviada em',
      'Enviado em',
      'Enviada',
      'Fecha',
      'Inviato',
      'Inviato il',
      'Data',
      'Verzonden',
      'Wysłano',
      'Wysłane',
    ],
    ...['Отправлено', 'Дата', 'Skickat', 'Sendt', 'Dato', 'Lähetetty', 'Odesláno', 'Gönderildi', 'Tarih', 'Dátum'],
    ...[
      '送信日時',
      '日時',
      '日付',
      '发送时间',
      '发送日期',
      '时间',
      '日期',
      '傳送日期',
      '寄件日期',
      '보낸 날짜',
      '날짜',
    ],
  ],
  to: [
    ...['To', 'An', 'À', 'A', 'Para', 'Aan', 'Do', 'Кому', 'Till', 'Til', 'Vastaanottaja', 'Komu', 'Kime', 'Címzett'],
    ...['Destinataire', 'Destinatario', 'Pour', 'Empfänger', '宛先', '收件人', '收件者', '받는 사람', '받는사람'],
  ],
  copy: ['Cc', 'Kopie', 'Copie', 'Copia', 'DW', 'Копия', 'Kopia', 'Kopi', '抄送', '副本', '참조', 'Bcc'],
  subject: [
    ...['Subject', 'Betreff', 'Objet', 'Asunto', 'Oggetto', 'Onderwerp', 'Assunto', 'Temat', 'Тема', 'Ämne', 'Emne'],
    ...['Aihe', 'Předmět', 'Konu', 'Tárgy', 'Sujet', '件名', '主题', '主旨', '主題', '제목', '标题'],
  ],
};
type HeaderLabel = keyof typeof HEADER_LABELS;

const LABEL_BY_WORD = new Map(
  Object.entries(HEADER_LABELS).flatMap(([label, words]) =>
    words.map((word) => [word.toLowerCase(), label as HeaderLabel] as const),
  ),
);

const HEADER_LINE_PATTERN = /^[\s>]*[*_]{0,2}(\p{L}[\p{L} -]{0,20}?)\s*[*_]{0,2}\s*[:：]\s*[*_]{0,2}\s*(.*)$/u;

function parseHeaderLine(line: string): { label: HeaderLabel; value: string } | undefined {
  const [, word = '', value = ''] = HEADER_LINE_PATTERN.exec(line) ?? [];
  const label = LABEL_BY_WORD.get(word.toLowerCase());
  return label && { label, value };
}

const MAX_HEADER_LINES = 8;

/**
 * Whether the headers of another email begin here: sender, date, recipient and subject, one per line. A form such as
 * "Date: Friday, From: 7 pm, To: 9 pm" is not one, since it names no sender or subject.
 */
function isHeaderBlock(lines: readonly string[], start: number): boolean {
  if (!parseHeaderLine(lines[start] ?? '')) return false;
  const headers = new Map<HeaderLabel, string>();
  for (const line of lines.slice(start, start + MAX_HEADER_LINES)) {
    if (!line.trim()) break;
    const header = parseHeaderLine(line);
    if (header && !headers.has(header.label)) headers.set(header.label, header.value);
  }
  const sender = headers.get('from');
  if (sender === undefined) return false;
  const hasAddressOrSubject = EMAIL_ADDRESS_PATTERN.test(sender) || headers.has('subject');
  return hasAddressOrSubject && (headers.size >= 3 || (headers.size === 2 && EMAIL_ADDRESS_PATTERN.test(sender)));
}

/** "Original message" and "Forwarded message" between dashes, and the line above which some desks ask to reply. */
const DIVIDER_LINE_PATTERN = new RegExp(
  [
    /^\s*[-_=*–—]{2,}\s*(?:original|forwarded|weitergeleitet|ursprüngliche|urspr|reply|quoted|message d|message transféré|mensaje|mensagem|messaggio|oorspronkelijk|doorgestuurd|wiadomość|przekazana|treść|пересыл|исходное|元の|転送|原始|转发|轉寄|원본|전달).{0,40}[-_=*–—]{2,}\s*$/
      .source,
    /^\W*(?:please )?(?:type|write|enter) your reply above this line\W*$/.source,
    /^\W*reply above this line\W*$/.source,
  ].join('|'),
  'iu',
);

/** A line that announces the headers below it: a ruler, dashes around words, or words with a colon. */
const isAnnouncement = (line: string): boolean =>
  /^\s*[-_=*–—]{3,}.{0,60}$/u.test(line) ||
  (line.trim().length <= 60 && /[:：]\s*$/u.test(line) && !parseHeaderLine(line));

/** Where the headers of an email begin, with the line that announces them. Undefined if none begin at `start`. */
export function countHeaderBlockLines(lines: readonly string[], start: number): number | undefined {
  const first = lines[start] ?? '';
  if (isHeaderBlock(lines, start)) return countLinesUntilBlank(lines, start);
  if (!isAnnouncement(first)) return DIVIDER_LINE_PATTERN.test(first) ? 1 : undefined;
  let next = start + 1;
  while (next < lines.length && !lines[next]?.trim()) next++;
  if (next - start <= 3 && isHeaderBlock(lines, next)) return next - start + countLinesUntilBlank(lines, next);
  return DIVIDER_LINE_PATTERN.test(first) ? 1 : undefined;
}

function countLinesUntilBlank(lines: readonly string[], start: number): number {
  let end = start;
  while (end < lines.length && lines[end]?.trim() && end - start < 40) end++;
  return end - start;
}

export const isQuotedLine = (line: string): boolean => /^\s{0,3}(?:[>＞]|[A-Z]{1,3}> )/u.test(line);
