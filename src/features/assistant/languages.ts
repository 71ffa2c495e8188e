import { detectLanguage } from '../../nlu/language.ts';

/** "I am the assistant of {business} and speak only English so far. Shall I pass you on to a person of the team?" */
const ENGLISH_ONLY_NOTICES: Readonly<Record<string, string>> = {
  es: 'Soy el asistente de {business} y por ahora solo hablo inglés. ¿Quiere que le pase con una persona del equipo?',
  fr:
    'Je suis l’assistant de {business} et, pour l’instant, je ne parle qu’anglais. ' +
    'Souhaitez-vous que je vous mette en relation avec une personne de l’équipe ?',
  de:
    'Ich bin der Assistent von {business} und spreche bisher leider nur Englisch. ' +
    'Möchten Sie, dass ich Sie mit einer Person aus dem Team verbinde?',
  it:
    'Sono l’assistente di {business} e per ora parlo solo inglese. ' +
    'Desidera che la metta in contatto con una persona del team?',
  pt:
    'Sou o assistente de {business} e, por enquanto, só falo inglês. ' +
    'Gostaria que eu passasse a conversa para uma pessoa da equipe?',
  nl:
    'Ik ben de assistent van {business} en spreek voorlopig alleen Engels. ' +
    'Zal ik u doorverbinden met iemand van het team?',
  pl: 'Tu asystent {business}. Na razie mówię tylko po angielsku. ' + 'Czy mam przekazać rozmowę komuś z zespołu?',
  tr:
    'Ben {business} asistanıyım ve şimdilik yalnızca İngilizce konuşabiliyorum. ' +
    'Sizi ekipten birine aktarmamı ister misiniz?',
  ru: 'Я ассистент {business} и пока говорю только по-английски. ' + 'Хотите, я передам ваше сообщение сотруднику?',
  uk:
    'Я асистент {business} і поки що розмовляю лише англійською. ' +
    'Бажаєте, щоб я передав ваше повідомлення працівникові?',
  zh: '我是{business}的智能助手，目前只会英语。需要我为您转接团队的工作人员吗？',
  ja: '{business}のアシスタントです。申し訳ありませんが、今のところ英語のみの対応となります。スタッフにおつなぎしましょうか？',
  ko: '저는 {business}의 안내 도우미이며, 지금은 영어로만 도와드릴 수 있습니다. 담당 직원에게 연결해 드릴까요?',
  ar: 'أنا مساعد {business} ولا أتحدث حاليًا إلا الإنجليزية. هل تود أن أحوّلك إلى أحد أفراد الفريق؟',
  hi: 'मैं {business} का सहायक हूँ और फ़िलहाल केवल अंग्रेज़ी में बात कर सकता हूँ। ' + 'क्या मैं आपकी बात टीम के किसी व्यक्ति से करवाऊँ?',
  sv:
    'Jag är assistenten hos {business} och talar än så länge bara engelska. ' +
    'Vill du att jag kopplar dig till någon i teamet?',
  cs: 'Jsem asistent {business} a zatím mluvím pouze anglicky. ' + 'Přejete si, abych vás předal někomu z týmu?',
  ro:
    'Sunt asistentul {business} și deocamdată vorbesc doar engleza. ' +
    'Doriți să vă pun în legătură cu o persoană din echipă?',
  vi:
    'Tôi là trợ lý của {business} và hiện chỉ nói được tiếng Anh. ' +
    'Bạn có muốn tôi chuyển bạn đến một nhân viên không?',
  el:
    'Είμαι ο βοηθός του {business} και προς το παρόν μιλάω μόνο αγγλικά. ' +
    'Θέλετε να σας συνδέσω με κάποιον από την ομάδα;',
};

/** The language to answer a message in: its own, or the previous one where the message is too short to tell. */
export function chooseLanguage(message: string, previousLanguage: string | undefined): string {
  const detected = detectLanguage(message);
  return detected === 'und' ? (previousLanguage ?? 'en') : detected;
}

/** Says in the customer's language that the assistant speaks only English, and offers a person. Contains `{business}`. */
export function findEnglishOnlyNotice(language: string): string | undefined {
  return ENGLISH_ONLY_NOTICES[language];
}

/** "Nothing is booked or changed yet", in languages that replies are not translated into. */
const NOTHING_BOOKED_NOTICES: Readonly<Record<string, string>> = {
  tr: 'Henüz hiçbir şey rezerve edilmedi veya değiştirilmedi.',
  ru: 'Пока ничего не забронировано и не изменено.',
  uk: 'Поки що нічого не заброньовано і не змінено.',
  ko: '아직 예약되거나 변경된 것은 없습니다.',
  sv: 'Ingenting är bokat eller ändrat ännu.',
  cs: 'Zatím nebylo nic rezervováno ani změněno.',
  ro: 'Încă nu s-a rezervat și nu s-a schimbat nimic.',
  vi: 'Hiện chưa có gì được đặt hay thay đổi.',
  el: 'Δεν έχει γίνει ακόμη καμία κράτηση ή αλλαγή.',
};

/** English for any other language. */
export const getNothingBookedNotice = (language: string): string =>
  NOTHING_BOOKED_NOTICES[language] ?? 'Nothing is booked or changed yet.';
