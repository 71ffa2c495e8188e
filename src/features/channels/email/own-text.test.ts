import { describe, expect, it } from 'vitest';
import { separateQuotedText } from './own-text.ts';

const ownTextOf = (text: string, senderName?: string) => separateQuotedText(text, senderName).ownText;
const QUOTED_TEXT = 'Your table is free at 7 pm.\nShall I book it?';

describe('the line above a quoted text', () => {
  it.each([
    ['English, Gmail', 'On Mon, Nov 3, 2025 at 10:12 AM Bella Vista <desk@bella.example> wrote:'],
    ['English, Apple', 'On 3 Nov 2025, at 10:12, Bella Vista wrote:'],
    ['English, wrapped', 'On Mon, Nov 3, 2025 at 10:12 AM Bella Vista\n<desk@bella.example> wrote:'],
    [
      'English, wrapped twice',
      'On Monday, November 3, 2025 at 10:12:05 AM EST,\nBella Vista Restaurant\n<desk@bella.example> wrote:',
    ],
    ['Zoho', '---- On Mon, 03 Nov 2025 10:12:05 -0500 Bella Vista <desk@bella.example> wrote ---'],
    ['German', 'Am Mo., 3. Nov. 2025 um 10:12 Uhr schrieb Bella Vista <desk@bella.example>:'],
    ['German, Thunderbird', 'Am 03.11.2025 um 10:12 schrieb Bella Vista:'],
    ['French', 'Le lun. 3 nov. 2025 à 10:12, Bella Vista <desk@bella.example> a écrit :'],
    ['Spanish', 'El lun, 3 nov 2025 a las 10:12, Bella Vista (<desk@bella.example>) escribió:'],
    ['Italian', 'Il giorno lun 3 nov 2025 alle ore 10:12 Bella Vista <desk@bella.example> ha scritto:'],
    ['Italian, Apple', 'Il giorno 3 nov 2025, alle ore 10:12, Bella Vista ha scritto:'],
    ['Dutch', 'Op ma 3 nov 2025 om 10:12 schreef Bella Vista <desk@bella.example>:'],
    ['Portuguese', 'Em seg., 3 de nov. de 2025 às 10:12, Bella Vista <desk@bella.example> escreveu:'],
    ['Polish', 'pon., 3 lis 2025 o 10:12 Bella Vista <desk@bella.example> napisał(a):'],
    ['Polish, Thunderbird', 'W dniu 3.11.2025 o 10:12, Bella Vista pisze:\n> x'],
    ['Japanese', '2025年11月3日(月) 10:12 Bella Vista <desk@bella.example>:'],
    ['Japanese, Apple', '2025/11/03 10:12、Bella Vista <desk@bella.example>のメール:'],
    ['Chinese', 'Bella Vista <desk@bella.example> 于2025年11月3日周一 10:12写道：'],
    ['Chinese, Apple', '在 2025年11月3日，10:12，Bella Vista <desk@bella.example> 写道：'],
    ['Russian', 'пн, 3 нояб. 2025 г. в 10:12, Bella Vista <desk@bella.example>:'],
    ['Swedish', 'Den mån 3 nov. 2025 kl 10:12 skrev Bella Vista <desk@bella.example>:'],
    ['Turkish', 'Bella Vista <desk@bella.example>, 3 Kas 2025 Pzt, 10:12 tarihinde şunu yazdı:'],
    ['Korean', '2025년 11월 3일 (월) 오전 10:12, Bella Vista <desk@bella.example>님이 작성:'],
  ])('%s', (_, attribution) => {
    const quotedLines = QUOTED_TEXT.replaceAll(/^/gm, '> ');
    expect(ownTextOf(`Yes, that works.\n\n${attribution}\n\n${quotedLines}\n`)).toBe('Yes, that works.');
    if (!attribution.includes('\n> '))
      expect(ownTextOf(`Yes, that works.\n\n${attribution}\n\n${QUOTED_TEXT}`)).toBe('Yes, that works.');
  });

  it('may be in a language that is not known, above marked lines', () => {
    expect(ownTextOf('Dobře.\n\nV pondělí 3. 11. 2025 řekla Bella Vista:\n> Máme volno.')).toBe('Dobře.');
  });

  it.each([
    'We could come on these dates:\n\n- 3 November\n- 4 November',
    'She wrote:\nplease call me back.',
    'I have one question:\nis there parking at 10:30?',
    'On Friday at 7:30 we would like two tables:\none for the children.',
  ])('is not any line with a colon: %j', (text) => expect(ownTextOf(text)).toBe(text));
});

describe('the headers of another email', () => {
  it.each([
    [
      'Outlook, English',
      'From: Bella Vista <desk@bella.example>\nSent: Monday, November 3, 2025 10:12 AM\nTo: Ana Ruiz\nSubject: Re: Table',
    ],
    [
      'Outlook with a ruler',
      '________________________________\nFrom: Bella Vista <desk@bella.example>\nSent: Monday, November 3, 2025 10:12 AM\nTo: Ana Ruiz\nSubject: Re: Table',
    ],
    [
      'Outlook, old',
      '-----Original Message-----\nFrom: Bella Vista [mailto:desk@bella.example]\nSent: Monday\nTo: Ana\nSubject: RE: Table',
    ],
    ['bold', '*From:* Bella Vista <desk@bella.example>\n*Sent:* Monday\n*To:* Ana\n*Subject:* Re: Table'],
    [
      'Samsung',
      '-------- Original message --------\nFrom: Bella Vista <desk@bella.example>\nDate: 11/3/25 10:12 AM (GMT-05:00)\nTo: ana@example.com\nSubject: Re: Table',
    ],
    [
      'Gmail, forwarded',
      '---------- Forwarded message ---------\nFrom: Bella Vista <desk@bella.example>\nDate: Mon, Nov 3, 2025 at 10:12 AM\nSubject: Table\nTo: <ana@example.com>',
    ],
    [
      'Apple, forwarded',
      'Begin forwarded message:\n\nFrom: Bella Vista <desk@bella.example>\nSubject: Table\nDate: November 3, 2025\nTo: ana@example.com',
    ],
    [
      'German',
      'Von: Bella Vista <desk@bella.example>\nGesendet: Montag, 3. November 2025 10:12\nAn: Ana Ruiz\nBetreff: AW: Tisch',
    ],
    [
      'GMX',
      'Gesendet: Montag, 3. November 2025 um 10:12 Uhr\nVon: "Bella Vista" <desk@bella.example>\nAn: ana@example.com\nBetreff: Tisch',
    ],
    [
      'French',
      'De : Bella Vista <desk@bella.example>\nEnvoyé : lundi 3 novembre 2025 10:12\nÀ : Ana Ruiz\nObjet : RE: Table',
    ],
    [
      'Spanish',
      'De: Bella Vista <desk@bella.example>\nEnviado el: lunes, 3 de noviembre de 2025 10:12\nPara: Ana Ruiz\nAsunto: RE: Mesa',
    ],
    [
      'Italian',
      'Da: Bella Vista <desk@bella.example>\nInviato: lunedì 3 novembre 2025 10:12\nA: Ana Ruiz\nOggetto: R: Tavolo',
    ],
    [
      'Dutch',
      'Van: Bella Vista <desk@bella.example>\nVerzonden: maandag 3 november 2025 10:12\nAan: Ana Ruiz\nOnderwerp: RE: Tafel',
    ],
    [
      'Portuguese',
      'De: Bella Vista <desk@bella.example>\nEnviada em: segunda-feira, 3 de novembro de 2025 10:12\nPara: Ana Ruiz\nAssunto: RES: Mesa',
    ],
    [
      'Polish',
      'Od: Bella Vista <desk@bella.example>\nWysłano: poniedziałek, 3 listopada 2025 10:12\nDo: Ana Ruiz\nTemat: ODP: Stolik',
    ],
    [
      'Japanese',
      '差出人: Bella Vista <desk@bella.example>\n送信日時: 2025年11月3日 10:12\n宛先: Ana Ruiz\n件名: Re: 予約',
    ],
    [
      'Chinese',
      '发件人: Bella Vista <desk@bella.example>\n发送时间: 2025年11月3日 10:12\n收件人: Ana\n主题: 回复: 订位',
    ],
    [
      'QQ',
      '------------------ 原始邮件 ------------------\n发件人: "Bella Vista"<desk@bella.example>;\n发送时间: 2025年11月3日(星期一) 10:12\n收件人: "Ana";\n主题: Re: 订位',
    ],
    ['Russian', 'От: Bella Vista <desk@bella.example>\nОтправлено: 3 ноября 2025 г. 10:12\nКому: Ana\nТема: RE: Стол'],
  ])('%s', (_, headers) =>
    expect(ownTextOf(`Yes, that works.\n\n${headers}\n\n${QUOTED_TEXT}`)).toBe('Yes, that works.'),
  );

  it('are not the fields of a form', () => {
    const form = 'Date: Friday 7 November\nFrom: 7 pm\nTo: 9 pm\nPeople: 4';
    expect(ownTextOf(form)).toBe(form);
  });
});

describe('an answer', () => {
  it('may be below the quoted text', () => {
    expect(ownTextOf('On 3 Nov 2025, at 10:12, Bella Vista wrote:\n> Shall I book it?\n\nYes please.')).toBe(
      'Yes please.',
    );
  });

  it('may be between the quoted lines', () => {
    const email =
      'On 3 Nov 2025, at 10:12, Bella wrote:\n> For how many?\n\nFour people.\n\n> Inside or outside?\n\nOutside.\n\nThanks\nAna';
    expect(ownTextOf(email)).toBe('Four people.\n\nOutside.');
  });

  it('does not include the rest of a quoted line that was wrapped', () => {
    const quotedLines =
      '> We have a table for four people free on the terrace on Friday the seventh of\nnovember and one\n> inside.';
    expect(ownTextOf(`The terrace please.\n\n${quotedLines}`)).toBe('The terrace please.');
  });

  it('is empty if only another email is forwarded, whose text is kept separately', () => {
    const email =
      '---------- Forwarded message ---------\nFrom: Eve <eve@example.com>\nDate: Mon\nSubject: Hi\nTo: a@example.com\n\nDo you have a table?';
    expect(separateQuotedText(email)).toEqual({ ownText: '', quotedText: 'Do you have a table?' });
  });
});

describe('a signature', () => {
  it.each([
    ['after the delimiter', '-- \nAna Ruiz\nAcme Ltd.\n+1 212 555 0147'],
    ['after the delimiter without its space', '--\nAna'],
    ['after a sign-off', 'Best regards,\nAna Ruiz'],
    [
      'with contact details',
      'Kind regards\n\nAna Ruiz | Head of Sales\nAcme Ltd, 12 Main Street, Springfield\nT +1 212 555 0147 | www.acme.example',
    ],
    ['on one line', 'Thanks, Ana'],
    ['in German', 'Mit freundlichen Grüßen\nAna Ruiz'],
    ['in German, short', 'VG Ana'],
    ['in French', 'Bien cordialement,\nAna Ruiz'],
    ['in Spanish', 'Muchas gracias y un saludo,\nAna'],
    ['in Italian', 'Cordiali saluti\nAna Ruiz'],
    ['in Dutch', 'Met vriendelijke groet,\nAna Ruiz'],
    ['in Portuguese', 'Atenciosamente,\nAna'],
    ['in Polish', 'Z poważaniem\nAna Ruiz'],
    ['in Japanese', 'よろしくお願いいたします。\n田中'],
    ['in Chinese', '谢谢！\n王伟'],
    ['of a phone', 'Sent from my iPhone'],
    ['of an Android phone', 'Get Outlook for Android<https://aka.ms/x>'],
    ['of a German phone', 'Von meinem iPhone gesendet'],
    ['of a French phone', 'Envoyé de mon iPhone'],
    ['of a Spanish phone', 'Enviado desde mi iPhone'],
    ['of an Italian phone', 'Inviato da iPhone'],
    ['of a Dutch phone', 'Verstuurd vanaf mijn iPhone'],
    ['of a Portuguese phone', 'Enviado do meu iPhone'],
    ['of a Polish phone', 'Wysłane z iPhone’a'],
    ['of a Japanese phone', 'iPhoneから送信'],
    ['of a Chinese phone', '发自我的iPhone'],
    [
      'with a disclaimer',
      'Regards\nAna\n\nThis e-mail and any attachments are confidential and intended solely for the addressee. If you received it in error, delete it.',
    ],
    ['with a ruler', '___________\nAna Ruiz\nAcme'],
  ])('%s is left out', (_, signature) => {
    expect(ownTextOf(`Could we come at 8 instead?\n\n${signature}`, 'Ana Ruiz')).toBe('Could we come at 8 instead?');
  });

  it('can be the name alone', () => {
    expect(ownTextOf('Could we come at 8 instead?\n\nAna', 'Ana Ruiz')).toBe('Could we come at 8 instead?');
    expect(ownTextOf('Could we come at 8 instead?\nana ruiz\nAcme Ltd', 'Ana Ruiz')).toBe(
      'Could we come at 8 instead?',
    );
  });

  it.each([
    'Thanks!\n\nAlso, do you have parking?',
    'Thanks for the quick answer. We would like to come at 8.',
    'Best would be Friday.\nIs that possible?',
    'Please put the table under this name:\nMaria Lopez',
  ])('does not begin at thanks in the middle: %j', (text) => expect(ownTextOf(text, 'Ana Ruiz')).toBe(text));

  it('leaves thanks as the whole text', () => {
    expect(ownTextOf('Thank you so much!\n\nAna\n\n> See you on Friday.', 'Ana Ruiz')).toBe('Thank you so much!');
  });

  it('may be followed by a postscript', () => {
    expect(ownTextOf('A table for 4 please.\n\nThanks\nAna\n\nP.S. Do you have parking?')).toBe(
      'A table for 4 please.\n\nP.S. Do you have parking?',
    );
  });
});

describe('lines', () => {
  it('that a mail program has wrapped are joined', () => {
    const text =
      'I would like to book a table for two people on the terrace for next\nFriday evening at 7 pm, if you still have one.\n\nDo you have parking?';
    expect(ownTextOf(text)).toBe(text.replace('next\n', 'next '));
  });

  it('of a list stay apart', () => {
    const text =
      '- a table for four people on the terrace with a view of the harbor\n- parking for two cars and a place where the bicycles can be left';
    expect(ownTextOf(text)).toBe(text);
  });

  it('of a banner about external email are left out', () => {
    expect(ownTextOf('CAUTION: This email originated from outside of the organization.\n\nA table please.')).toBe(
      'A table please.',
    );
  });

  it('in very long or odd emails take a bounded time', () => {
    for (const line of [
      'Thanks\n',
      '> > > x\n',
      'From: a@b.example\n',
      'On 3 Nov 2025 at 10:12\n',
      `${'- '.repeat(90_000)}\n`,
      `${'wrote '.repeat(20_000)}:\n`,
    ])
      expect(ownTextOf(line.repeat(Math.ceil(200_000 / line.length))).length).toBeLessThanOrEqual(100_000);
  });
});
