// What people and their mail programs write in ten languages.

export type MailLanguage = {
  name: string;
  sender: string;
  /** What customers write: the expected text. */
  texts: string[];
  signOffs: string[];
  phoneSignature: string;
  /** Above quoted text: Gmail, Apple Mail or Thunderbird. */
  attributions: string[];
  /** Outlook's headers of the email below. */
  headers: string[];
  forwardLine: string;
  replyPrefix: string;
  quotedText: string;
};

const DESK = 'Bella Vista <desk@bella.example>';

export const LANGUAGES: MailLanguage[] = [
  {
    name: 'en',
    sender: 'Ana Ruiz',
    texts: [
      'Could we come at 8 instead?',
      'Hello,\n\nwe would like a table for four on Friday evening.\n\nIs there a high chair for the little one?',
      'Yes please, that works for us.',
      'Hi Rosa,\n\nthree questions:\n\n1. Do you have parking?\n2. Can we bring the dog?\n3. Is the terrace open in November?',
    ],
    signOffs: [
      'Best regards,\nAna Ruiz',
      'Many thanks\nAna',
      'Kind regards\n\nAna Ruiz\nSales Manager\nAcme Ltd | +1 212 555 0147',
    ],
    phoneSignature: 'Sent from my iPhone',
    attributions: [
      `On Mon, Nov 3, 2025 at 10:12 AM ${DESK} wrote:`,
      'On 3 Nov 2025, at 10:12, Bella Vista <desk@bella.example> wrote:',
      'On 03/11/2025 10:12, Bella Vista wrote:',
    ],
    headers: [
      `From: ${DESK}`,
      'Sent: Monday, November 3, 2025 10:12 AM',
      'To: Ana Ruiz <ana@example.com>',
      'Subject: Re: Table',
    ],
    forwardLine: '---------- Forwarded message ---------',
    replyPrefix: 'Re: ',
    quotedText: 'Hello Ana,\n\na table for two is free at 7 pm.\nShall I book it?\n\nBella Vista\n12 Main Street',
  },
  {
    name: 'de',
    sender: 'Jörg Müller',
    texts: [
      'Können wir auch um 20 Uhr kommen?',
      'Guten Tag,\n\nwir hätten gern einen Tisch für vier Personen am Freitagabend.\n\nGibt es einen Hochstuhl für die Kleine?',
      'Ja, das passt uns gut.',
      'Hallo Rosa,\n\nbitte storniert meine Reservierung für Samstag. Ich bin leider krank.',
    ],
    signOffs: [
      'Mit freundlichen Grüßen\nJörg Müller',
      'Viele Grüße\nJörg',
      'Beste Grüße aus Köln\n\nJörg Müller\nMüller & Söhne GmbH\nTel.: 0221 123456',
    ],
    phoneSignature: 'Von meinem iPhone gesendet',
    attributions: [
      `Am Mo., 3. Nov. 2025 um 10:12 Uhr schrieb ${DESK}:`,
      'Am 03.11.2025 um 10:12 schrieb Bella Vista <desk@bella.example>:',
      'Am 03.11.25 um 10:12 schrieb Bella Vista:',
    ],
    headers: [
      `Von: ${DESK}`,
      'Gesendet: Montag, 3. November 2025 10:12',
      'An: Jörg Müller <joerg@example.com>',
      'Betreff: AW: Tisch',
    ],
    forwardLine: '---------- Weitergeleitete Nachricht ---------',
    replyPrefix: 'AW: ',
    quotedText:
      'Guten Tag Herr Müller,\n\num 19 Uhr ist ein Tisch für zwei frei.\nSoll ich ihn reservieren?\n\nBella Vista',
  },
  {
    name: 'fr',
    sender: 'Chloé Dubois',
    texts: [
      'Serait-il possible de venir à 20 h ?',
      'Bonjour,\n\nnous voudrions une table pour quatre vendredi soir.\n\nAvez-vous une chaise haute ?',
      'Oui, c’est parfait pour nous.',
      'Bonjour Rosa,\n\nje dois annuler ma réservation de samedi, car je suis malade.',
    ],
    signOffs: [
      'Bien cordialement,\nChloé Dubois',
      'Merci d’avance\nChloé',
      'Cordialement\n\nChloé Dubois\nResponsable des achats\nTél. : 01 23 45 67 89',
    ],
    phoneSignature: 'Envoyé de mon iPhone',
    attributions: [
      `Le lun. 3 nov. 2025 à 10:12, ${DESK} a écrit :`,
      'Le 3 nov. 2025 à 10:12, Bella Vista <desk@bella.example> a écrit :',
      'Le 03/11/2025 à 10:12, Bella Vista a écrit :',
    ],
    headers: [
      `De : ${DESK}`,
      'Envoyé : lundi 3 novembre 2025 10:12',
      'À : Chloé Dubois <chloe@example.com>',
      'Objet : RE: Table',
    ],
    forwardLine: '---------- Forwarded message ---------',
    replyPrefix: 'RE: ',
    quotedText: 'Bonjour,\n\nune table pour deux est libre à 19 h.\nVoulez-vous que je la réserve ?\n\nBella Vista',
  },
  {
    name: 'es',
    sender: 'María López',
    texts: [
      '¿Podemos ir a las 8 en lugar de las 7?',
      'Hola,\n\nqueremos una mesa para cuatro el viernes por la noche.\n\n¿Tienen trona para la niña?',
      'Sí, nos viene muy bien.',
      'Buenos días, Rosa:\n\ntengo que cancelar la reserva del sábado porque estoy enferma.',
    ],
    signOffs: [
      'Un saludo,\nMaría López',
      'Muchas gracias\nMaría',
      'Atentamente,\n\nMaría López\nDirectora comercial\nTel. 912 345 678',
    ],
    phoneSignature: 'Enviado desde mi iPhone',
    attributions: [
      'El lun, 3 nov 2025 a las 10:12, Bella Vista (<desk@bella.example>) escribió:',
      'El 3 nov 2025, a las 10:12, Bella Vista <desk@bella.example> escribió:',
      'El 03/11/2025 a las 10:12, Bella Vista escribió:',
    ],
    headers: [
      `De: ${DESK}`,
      'Enviado el: lunes, 3 de noviembre de 2025 10:12',
      'Para: María López <maria@example.com>',
      'Asunto: RE: Mesa',
    ],
    forwardLine: '---------- Forwarded message ---------',
    replyPrefix: 'RE: ',
    quotedText: 'Hola, María:\n\nhay una mesa para dos a las 7.\n¿La reservo?\n\nBella Vista',
  },
  {
    name: 'it',
    sender: 'Giulia Rossi',
    texts: [
      'Possiamo venire alle 20 invece?',
      'Buongiorno,\n\nvorremmo un tavolo per quattro venerdì sera.\n\nAvete un seggiolone per la bambina?',
      'Sì, per noi va benissimo.',
      'Ciao Rosa,\n\ndevo cancellare la prenotazione di sabato perché sono malata.',
    ],
    signOffs: [
      'Cordiali saluti\nGiulia Rossi',
      'Grazie mille,\nGiulia',
      'Distinti saluti\n\nGiulia Rossi\nUfficio acquisti\nTel. 06 1234567',
    ],
    phoneSignature: 'Inviato da iPhone',
    attributions: [
      `Il giorno lun 3 nov 2025 alle ore 10:12 ${DESK} ha scritto:`,
      'Il giorno 3 nov 2025, alle ore 10:12, Bella Vista <desk@bella.example> ha scritto:',
      'Il 03/11/2025 10:12, Bella Vista ha scritto:',
    ],
    headers: [
      `Da: ${DESK}`,
      'Inviato: lunedì 3 novembre 2025 10:12',
      'A: Giulia Rossi <giulia@example.com>',
      'Oggetto: R: Tavolo',
    ],
    forwardLine: '---------- Forwarded message ---------',
    replyPrefix: 'R: ',
    quotedText: 'Buongiorno Giulia,\n\nalle 19 è libero un tavolo per due.\nLo prenoto?\n\nBella Vista',
  },
  {
    name: 'nl',
    sender: 'Sanne de Vries',
    texts: [
      'Kunnen we ook om 20 uur komen?',
      'Hallo,\n\nwe willen graag een tafel voor vier op vrijdagavond.\n\nIs er een kinderstoel?',
      'Ja, dat past ons goed.',
      'Beste Rosa,\n\nik moet de reservering van zaterdag helaas annuleren, want ik ben ziek.',
    ],
    signOffs: [
      'Met vriendelijke groet,\nSanne de Vries',
      'Groetjes\nSanne',
      'Vriendelijke groeten\n\nSanne de Vries\nInkoop\nTel. 020 123 4567',
    ],
    phoneSignature: 'Verstuurd vanaf mijn iPhone',
    attributions: [
      `Op ma 3 nov 2025 om 10:12 schreef ${DESK}:`,
      'Op 3 nov 2025, om 10:12 heeft Bella Vista <desk@bella.example> het volgende geschreven:',
      'Op 03-11-2025 om 10:12 schreef Bella Vista:',
    ],
    headers: [
      `Van: ${DESK}`,
      'Verzonden: maandag 3 november 2025 10:12',
      'Aan: Sanne de Vries <sanne@example.com>',
      'Onderwerp: RE: Tafel',
    ],
    forwardLine: '---------- Forwarded message ---------',
    replyPrefix: 'RE: ',
    quotedText: 'Beste Sanne,\n\nom 19 uur is er een tafel voor twee vrij.\nZal ik die reserveren?\n\nBella Vista',
  },
  {
    name: 'pt',
    sender: 'João Silva',
    texts: [
      'Podemos ir às 20h em vez das 19h?',
      'Olá,\n\nqueremos uma mesa para quatro na sexta à noite.\n\nTêm cadeira para bebê?',
      'Sim, para nós está ótimo.',
      'Bom dia, Rosa,\n\npreciso cancelar a reserva de sábado porque estou doente.',
    ],
    signOffs: [
      'Atenciosamente,\nJoão Silva',
      'Muito obrigado\nJoão',
      'Com os melhores cumprimentos,\n\nJoão Silva\nDiretor\nTel. 21 123 45 67',
    ],
    phoneSignature: 'Enviado do meu iPhone',
    attributions: [
      `Em seg., 3 de nov. de 2025 às 10:12, ${DESK} escreveu:`,
      'Em 3 de nov. de 2025, à(s) 10:12, Bella Vista <desk@bella.example> escreveu:',
      'Em 03/11/2025 10:12, Bella Vista escreveu:',
    ],
    headers: [
      `De: ${DESK}`,
      'Enviada em: segunda-feira, 3 de novembro de 2025 10:12',
      'Para: João Silva <joao@example.com>',
      'Assunto: RES: Mesa',
    ],
    forwardLine: '---------- Forwarded message ---------',
    replyPrefix: 'RES: ',
    quotedText: 'Olá, João,\n\nhá uma mesa para dois às 19h.\nPosso reservar?\n\nBella Vista',
  },
  {
    name: 'pl',
    sender: 'Łukasz Nowak',
    texts: [
      'Czy możemy przyjść o 20 zamiast o 19?',
      'Dzień dobry,\n\nchcielibyśmy stolik dla czterech osób w piątek wieczorem.\n\nCzy jest krzesełko dla dziecka?',
      'Tak, to nam pasuje.',
      'Dzień dobry, pani Roso,\n\nmuszę odwołać rezerwację na sobotę, bo jestem chory.',
    ],
    signOffs: [
      'Z poważaniem\nŁukasz Nowak',
      'Pozdrawiam\nŁukasz',
      'Pozdrawiam serdecznie,\n\nŁukasz Nowak\nDział sprzedaży\ntel. 22 123 45 67',
    ],
    phoneSignature: 'Wysłane z iPhone’a',
    attributions: [
      `pon., 3 lis 2025 o 10:12 ${DESK} napisał(a):`,
      'Wiadomość napisana przez Bella Vista <desk@bella.example> w dniu 3 lis 2025, o godz. 10:12:',
      'W dniu 3.11.2025 o 10:12, Bella Vista pisze:',
    ],
    headers: [
      `Od: ${DESK}`,
      'Wysłano: poniedziałek, 3 listopada 2025 10:12',
      'Do: Łukasz Nowak <lukasz@example.com>',
      'Temat: ODP: Stolik',
    ],
    forwardLine: '---------- Forwarded message ---------',
    replyPrefix: 'ODP: ',
    quotedText: 'Dzień dobry,\n\no 19 jest wolny stolik dla dwóch osób.\nCzy zarezerwować?\n\nBella Vista',
  },
  {
    name: 'ja',
    sender: '田中 花子',
    texts: [
      '8時に変更できますか。',
      'こんにちは。\n\n金曜日の夜に4名でテーブルを予約したいです。\n\n子供用の椅子はありますか。',
      'はい、それでお願いします。7時に伺います。',
      '土曜日の予約をキャンセルしたいのですが、可能でしょうか。',
    ],
    signOffs: [
      'よろしくお願いいたします。\n田中',
      'よろしくお願いします。\n\n田中 花子\n株式会社アクメ\n電話 03-1234-5678',
      '宜しくお願い致します。\n田中花子',
    ],
    phoneSignature: 'iPhoneから送信',
    attributions: [
      `2025年11月3日(月) 10:12 ${DESK}:`,
      '2025/11/03 10:12、Bella Vista <desk@bella.example>のメール:',
      'On 2025/11/03 10:12, Bella Vista wrote:',
    ],
    headers: [
      `差出人: ${DESK}`,
      '送信日時: 2025年11月3日 10:12',
      '宛先: 田中 花子 <hanako@example.com>',
      '件名: Re: 予約',
    ],
    forwardLine: '---------- Forwarded message ---------',
    replyPrefix: 'Re: ',
    quotedText: '田中様\n\n7時に2名様のテーブルが空いています。\n予約しますか。\n\nBella Vista',
  },
  {
    name: 'zh',
    sender: '王伟',
    texts: [
      '可以改到晚上八点吗？',
      '您好，\n\n我们想订星期五晚上四个人的位子。\n\n有儿童座椅吗？',
      '好的，这个时间可以。',
      '您好，我生病了，需要取消星期六的预订。',
    ],
    signOffs: ['谢谢！\n王伟', '此致\n敬礼\n王伟', '谢谢\n\n王伟\n销售经理\n电话：010-12345678'],
    phoneSignature: '发自我的iPhone',
    attributions: [
      `${DESK} 于2025年11月3日周一 10:12写道：`,
      '在 2025年11月3日，10:12，Bella Vista <desk@bella.example> 写道：',
      '在 2025/11/3 10:12, Bella Vista 写道:',
    ],
    headers: [
      `发件人: ${DESK}`,
      '发送时间: 2025年11月3日 10:12',
      '收件人: 王伟 <wang@example.com>',
      '主题: 回复: 订位',
    ],
    forwardLine: '---------- Forwarded message ---------',
    replyPrefix: '回复：',
    quotedText: '王先生，\n\n晚上七点有两个人的位子。\n要预订吗？\n\nBella Vista',
  },
];
