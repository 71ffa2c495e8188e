// Emails that fit no layout, and emails that no person wrote.

type OddEmail = {
  name: string;
  body: string;
  expectedText: string;
  isHtml?: boolean;
  subject?: string;
  headers?: string[];
};

const QUOTE = 'On Mon, Nov 3, 2025 at 10:12 AM Bella Vista <desk@bella.example> wrote:\n> Shall I book it?';
const QUOTED_HEADER_BLOCK =
  'From: Bella Vista <desk@bella.example>\nSent: Monday, November 3, 2025 10:12 AM\nTo: Ana Ruiz\nSubject: Re: Hello';

export const ODD_EMAILS: OddEmail[] = [
  { name: 'one word', body: `Yes\n\n${QUOTE}`, expectedText: 'Yes' },
  { name: 'a number', body: `2\n\n${QUOTE}`, expectedText: '2' },
  { name: 'thanks only', body: `Thank you!\n\n${QUOTE}`, expectedText: 'Thank you!' },
  {
    name: 'thanks in the middle',
    body: `Thanks!\n\nOne more thing: is there parking?\n\nAna\n\n${QUOTE}`,
    expectedText: 'Thanks!\n\nOne more thing: is there parking?',
  },
  {
    name: 'regards in a sentence',
    body: `With regards to the table, could we sit outside?\n\n${QUOTE}`,
    expectedText: 'With regards to the table, could we sit outside?',
  },
  { name: 'an arrow', body: `Friday > Saturday please.\n\n${QUOTE}`, expectedText: 'Friday > Saturday please.' },
  {
    name: 'dashes in a list',
    body: `- two adults\n- one child\n\n${QUOTE}`,
    expectedText: '- two adults\n- one child',
  },
  {
    name: 'a form',
    body: 'Date: Friday\nFrom: 7 pm\nTo: 9 pm\nPeople: 4',
    expectedText: 'Date: Friday\nFrom: 7 pm\nTo: 9 pm\nPeople: 4',
  },
  {
    name: 'a ruler between paragraphs',
    body: 'We are four people.\n\n-----\n\nIs the terrace open in November, and may we bring the dog?',
    expectedText: 'We are four people.\n\n-----\n\nIs the terrace open in November, and may we bring the dog?',
  },
  {
    name: 'a postscript',
    body: `See you Friday.\n\nBest,\nAna\n\nPS: do you have parking?\n\n${QUOTE}`,
    expectedText: 'See you Friday.\n\nPS: do you have parking?',
  },
  {
    name: 'a disclaimer',
    body: `Yes please.\n\nRegards\nAna Ruiz\n\nCONFIDENTIALITY NOTICE: This message is intended only for the addressee. If you are not the addressee, please delete it.\n\n${QUOTED_HEADER_BLOCK}\n\nShall I book it?`,
    expectedText: 'Yes please.',
  },
  {
    name: 'a banner',
    body: `[EXTERNAL] This email originated from outside your organization. Do not click links.\n\nYes please.\n\n${QUOTED_HEADER_BLOCK}\n\nShall I book it?`,
    expectedText: 'Yes please.',
  },
  {
    name: 'printing',
    body: `Yes please.\n\nPlease consider the environment before printing this email.\n\n${QUOTE}`,
    expectedText: 'Yes please.',
  },
  { name: 'an antivirus', body: `Yes please.\n\nVirus-free.www.avast.com\n\n${QUOTE}`, expectedText: 'Yes please.' },
  {
    name: 'Yahoo on a phone',
    body: `Yes please.\n\nSent from Yahoo Mail on Android\n\n  On Mon, Nov 3, 2025 at 10:12 AM, Bella Vista<desk@bella.example> wrote:   Shall I book it?`,
    expectedText: 'Yes please.',
  },
  {
    name: 'Outlook’s advertisement',
    body: `Yes please.\n\nGet Outlook for iOS<https://aka.ms/o0ukef>\n________________________________\n${QUOTED_HEADER_BLOCK}\n\nShall I book it?`,
    expectedText: 'Yes please.',
  },
  {
    name: 'Samsung',
    body: `Yes please.\n\nSent from my Galaxy\n\n-------- Original message --------\nFrom: Bella Vista <desk@bella.example>\nDate: 11/3/25 10:12 (GMT-05:00)\nTo: ana@example.com\nSubject: Re: Hello\n\nShall I book it?`,
    expectedText: 'Yes please.',
  },
  {
    name: 'Proton',
    body: `Yes please.\n\nSent with Proton Mail secure email.\n\nOn Monday, November 3rd, 2025 at 10:12 AM, Bella Vista <desk@bella.example> wrote:\n\n> Shall I book it?`,
    expectedText: 'Yes please.',
  },
  {
    name: 'Zoho',
    body: 'Yes please.\n\n---- On Mon, 03 Nov 2025 10:12:05 -0500 Bella Vista <desk@bella.example> wrote ---\n\nShall I book it?',
    expectedText: 'Yes please.',
  },
  {
    name: 'GMX',
    body: 'Ja bitte.\n\nGesendet: Montag, 3. November 2025 um 10:12 Uhr\nVon: "Bella Vista" <desk@bella.example>\nAn: ana@example.com\nBetreff: Re: Hello\n\nSoll ich reservieren?',
    expectedText: 'Ja bitte.',
  },
  {
    name: 'old Outlook Express',
    body: 'Yes please.\n\n----- Original Message ----- \nFrom: "Bella Vista" <desk@bella.example>\nTo: <ana@example.com>\nSent: Monday, November 03, 2025 10:12 AM\nSubject: Hello\n\n> Shall I book it?',
    expectedText: 'Yes please.',
  },
  {
    name: 'Lotus Notes',
    body: 'Yes please.\n\n\nFrom:\tBella Vista <desk@bella.example>\nTo:\tAna Ruiz\nDate:\t03/11/2025 10:12\nSubject:\tHello\n\nShall I book it?',
    expectedText: 'Yes please.',
  },
  {
    name: 'Yandex',
    body: 'Да, спасибо за ответ.\n\n03.11.2025, 10:12, "Bella Vista" <desk@bella.example>:\n> Забронировать?',
    expectedText: 'Да, спасибо за ответ.',
  },
  {
    name: 'Mail.ru',
    body: 'Да, бронируйте.\n\nПонедельник, 3 ноября 2025, 10:12 +03:00 от Bella Vista <desk@bella.example>:\n\nЗабронировать?',
    expectedText: 'Да, бронируйте.',
  },
  {
    name: 'QQ',
    body: '好的。\n\n------------------ 原始邮件 ------------------\n发件人: "Bella Vista"<desk@bella.example>;\n发送时间: 2025年11月3日(星期一) 上午10:12\n收件人: "Ana"<ana@example.com>;\n主题: Re: Hello\n\n要预订吗？',
    expectedText: '好的。',
  },
  {
    name: 'Swedish',
    body: 'Ja tack.\n\nMvh\nAna\n\nDen mån 3 nov. 2025 kl 10:12 skrev Bella Vista <desk@bella.example>:\n\n> Ska jag boka?',
    expectedText: 'Ja tack.',
  },
  {
    name: 'a Czech attribution',
    body: 'Ano, prosím.\n\npo 3. 11. 2025 v 10:12 odesílatel Bella Vista <desk@bella.example> napsal:\n\n> Mám rezervovat?',
    expectedText: 'Ano, prosím.',
  },
  {
    name: 'an attribution in another language',
    body: 'Yes please.\n\nAm 03.11.2025 um 10:12 schrieb Bella Vista:\n> Shall I book it?',
    expectedText: 'Yes please.',
  },
  {
    name: 'a wrapped attribution',
    body: 'Yes please.\n\nOn Monday, November 3, 2025 at 10:12:05 AM EST, Bella Vista\nRestaurant and Bar\n<desk@bella.example> wrote:\n\n> Shall I book it?',
    expectedText: 'Yes please.',
  },
  {
    name: 'a narrow space in the time',
    body: 'Yes please.\n\nOn Mon, Nov 3, 2025 at 10:12\u202fAM Bella Vista <desk@bella.example> wrote:\n\n> Shall I book it?',
    expectedText: 'Yes please.',
  },
  {
    name: 'a help desk’s marker above which to reply',
    body: 'Yes please.\n\n##- Please type your reply above this line -##\n\nShall I book it?',
    expectedText: 'Yes please.',
  },
  {
    name: 'answers after each question',
    body: 'On 3 Nov 2025, at 10:12, Bella Vista wrote:\n\n> For how many?\nFour people.\n> Inside or outside?\nOutside, please.\n> Any allergies?\nNo nuts.',
    expectedText: 'Four people.\n\nOutside, please.\n\nNo nuts.',
  },
  {
    name: 'a list’s footer',
    body: `Yes please.\n\n${QUOTE}\n\n-- \nYou received this message because you are subscribed.\nTo unsubscribe, write to us.`,
    expectedText: 'Yes please.',
  },
  {
    name: 'a company’s long signature',
    body: `Yes please.\n\nKind regards,\n\nAna Ruiz\nHead of Events\n\nAcme Limited\n12 Main Street\nSpringfield 12345\nUnited States\n\nT: +1 212 555 0147\nM: +1 212 555 0148\nE: ana@acme.example\nW: www.acme.example\n\n${QUOTED_HEADER_BLOCK}\n\nShall I book it?`,
    expectedText: 'Yes please.',
  },
  {
    name: 'a name without a sign-off',
    body: `Could we come at 8?\n\nAna Ruiz\nAcme Ltd\n\n${QUOTE}`,
    expectedText: 'Could we come at 8?',
  },
  {
    name: 'somebody else’s name',
    body: `The table is for my mother:\n\nCarmen Ruiz\n\n${QUOTE}`,
    expectedText: 'The table is for my mother:\n\nCarmen Ruiz',
  },
  {
    name: 'HTML with nothing but a table',
    isHtml: true,
    body: '<table><tr><td>Could we come at 8?</td></tr></table>',
    expectedText: 'Could we come at 8?',
  },
  {
    name: 'HTML with a hidden preview',
    isHtml: true,
    body: '<div style="display:none">preview</div><p>Could we come at 8?</p>',
    expectedText: 'Could we come at 8?',
  },
  {
    name: 'HTML that is not closed',
    isHtml: true,
    body: '<div><p>Could we come at 8?<blockquote>Shall I book it?',
    expectedText: 'Could we come at 8?',
  },
  {
    name: 'HTML of Yahoo',
    isHtml: true,
    body: '<div class="ydp">Could we come at 8?</div><div id="yahoo_quoted_1" class="yahoo_quoted"><div>On Monday, November 3, 2025 at 10:12 AM, Bella Vista &lt;desk@bella.example&gt; wrote:</div><div>Shall I book it?</div></div>',
    expectedText: 'Could we come at 8?',
  },
  {
    name: 'a forward without a comment',
    subject: 'Fwd: Party',
    body: '---------- Forwarded message ---------\nFrom: Eve <eve@example.com>\nDate: Mon, Nov 3, 2025\nSubject: Party\nTo: ana@example.com\n\nDo they have room for 20?',
    expectedText: 'Do they have room for 20?',
  },
  { name: 'only a subject', subject: 'Do you have parking?', body: '\n', expectedText: 'Do you have parking?' },
];

type AutomaticEmail = { name: string; subject?: string; body?: string; headers?: string[] };

export const AUTOMATIC_EMAILS: AutomaticEmail[] = [
  {
    name: 'absence, Exchange',
    subject: 'Automatic reply: Hello',
    headers: ['Auto-Submitted: auto-generated', 'X-Auto-Response-Suppress: All'],
  },
  {
    name: 'absence, Gmail',
    subject: 'Out of office Re: Hello',
    headers: ['Auto-Submitted: auto-replied', 'Precedence: bulk'],
  },
  { name: 'absence, vacation', subject: 'Re: Hello', headers: ['Auto-Submitted: auto-replied (vacation)'] },
  { name: 'absence without headers, German', subject: 'Abwesenheitsnotiz: Hello' },
  { name: 'absence without headers, French', subject: 'Réponse automatique : Hello' },
  { name: 'absence without headers, Spanish', subject: 'Respuesta automática: Hello' },
  { name: 'absence without headers, Italian', subject: 'Risposta automatica: Hello' },
  { name: 'absence without headers, Dutch', subject: 'Automatisch antwoord: Hello' },
  { name: 'absence without headers, Portuguese', subject: 'Resposta automática: Hello' },
  { name: 'absence without headers, Polish', subject: 'Odpowiedź automatyczna: Hello' },
  { name: 'absence without headers, Japanese', subject: '自動応答: Hello' },
  { name: 'absence without headers, Chinese', subject: '自动回复: Hello' },
  {
    name: 'a newsletter',
    subject: 'Sale!',
    headers: ['List-Unsubscribe: <https://shop.example/u>', 'List-Id: <shop.example>'],
  },
  { name: 'a mailing list', headers: ['List-Id: <talk.example.com>', 'Precedence: list'] },
  { name: 'a receipt of a shop', headers: ['From: Shop <no-reply@shop.example>'] },
  {
    name: 'a bounce, Postfix',
    subject: 'Undelivered Mail Returned to Sender',
    headers: ['From: MAILER-DAEMON@mx.example.com', 'Return-Path: <>'],
  },
  {
    name: 'a bounce, Exchange',
    subject: 'Undeliverable: Hello',
    headers: ['From: postmaster@example.com', 'X-MS-Exchange-Message-Is-Ndr: 1'],
  },
  {
    name: 'a bounce, Gmail',
    subject: 'Delivery Status Notification (Failure)',
    headers: ['From: mailer-daemon@googlemail.com', 'X-Failed-Recipients: a@b.example'],
  },
  { name: 'a ticket system', headers: ['X-Auto-Response-Suppress: OOF, AutoReply', 'X-Autoreply: yes'] },
  {
    name: 'a calendar’s notice',
    headers: ['From: Calendar <calendar-notification-noreply@cal.example>', 'Auto-Submitted: auto-generated'],
  },
  { name: 'our own email', headers: ['From: Bella Vista <desk@bella.example>'] },
];
