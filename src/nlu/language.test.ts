import { describe, expect, it } from 'vitest';
import { detectLanguage, guessLanguage } from './language.ts';

const ENGLISH = `
un tiramisu please
Señor Lopez, table for 2
balayage
hola, table for two?
bonjour! do you have a table tonight
table for 4 tomorrow at 7:30?
what time do you guys close on friday?
are u open mondays
how much is the lamb?
is the sea bass on tonight
my girlfriend is vegan, anything she can eat for a main?
does the sorbet contain milk?
where can I leave my car when I come by
is it byob?
book a table for two this saturday 8pm under Sam Reyes, 917-555-0155
actually make that 8, and we'll be 3
wait, do you allow dogs?
sorry, something came up. please cancel my reservation K7P4QX
could we move it to Friday at 9pm instead?
I want to talk to a real person
how much for balayage and how long does it take?
can i get in with maria for a full color on friday morning around 10?
need a mens haircut thursday 6 pm, don't care who
what happens if I have to cancel last minute
I'd like to schedule my yearly physical with Dr Chen next Tuesday at 9am
I need a refill of my lisinopril 10mg sent to Walton Pharmacy
do you take Blue Mesa PPO? what would a sick visit cost me
when is the next spin class and who teaches it
sign me up for HIIT tomorrow
I'm on Basic and want to upgrade to Plus
have you got the ridge boots in a 9?
price of the tarn tent?
where's my order NT10482? my email is dana@example.com
are you open late on any day?
tabel for too tomorow nite plz
resevation 4 ppl fri 8
wat time u close
do u hav parkin
yo u guys open rn?
lol ok
k
yes
yeah sure
nope
no thanks
por favor
gracias amigo
merci beaucoup
danke schön
grazie mille
ciao
hola
olé
c'est la vie
à la carte or set menu?
can I get the crème brûlée
two crème brûlées and a pain au chocolat
do you have jalapeño poppers
quesadilla con queso
arroz con pollo, how spicy
pollo a la brasa
is the paella de marisco for two
one café con leche
café au lait
steak au poivre medium rare
penne alla vodka
spaghetti alle vongole
osso buco alla milanese
risotto ai funghi porcini
moules frites
coq au vin
boeuf bourguignon
croque monsieur
foie gras
pain au chocolat
spätzle and schnitzel
do you serve bratwurst mit kraut
pho bo
bánh mì with extra chili
phở gà
pierogi
smørrebrød
köfte
börek and baklava
huevos rancheros
carne asada fries
tacos al pastor
mole de pollo
chile en nogada
pico de gallo on the side
dulce de leche cheesecake
pão de queijo
feijoada on saturday?
José Núñez
Maria de los Santos
María José García, 4 people
Ana de la Cruz at 7
Jean-Luc Picard
François Lefèvre
Jürgen Müller
Björn Åkesson
Łukasz Wiśniewski
Søren Kierkegaard, party of 6
Nguyễn Văn An
Giovanni di Lorenzo
Ludwig van Beethoven
Vincent van Gogh, 2 pm
João da Silva
Siobhán O'Brien
Zoë
my name is Renée Dupont
it's for Chloé
under Müller please
with Señora Gomez at 5
La Bella Vita on Main St?
El Camino Real 1200
Rue de la Paix 12
Casa de la Luna
Las Vegas
Los Angeles CA
San Juan
Saint-Germain-des-Prés salon?
keratin treatment
shellac mani pedi
ombré highlights
a fringe trim
gel x set
brow lamination
hot stone massage
blowout and toner
root touch up
piña colada
margarita on the rocks
Pinot Noir by the glass
Châteauneuf-du-Pape
Moët
is the rosé dry
Gewürztraminer
vinyasa flow
zumba
barre fundamentals
savasana
pilates reformer monday 6
capoeira for kids
jiu jitsu
amoxicillin 500
metformin refill
ibuprofen
levothyroxine
Dr. Nuñez available tmrw?
Dr Müller or Dr García
ANTHEM BLUE CROSS
BCBS PPO
Cigna
xl
size 9
red one
Levi's 501
Birkenstock Arizona
Nespresso Vertuo pods
IKEA Ektorp
Le Creuset dutch oven
Haagen-Dazs
7pm
19:30
K7P4QX
917-555-0155
sam@example.com
???
👍
😂😂
asdfghjkl
omg yesss
ty
thx
np
brb
idk
asap pls
2 adults 3 kids
party of six at half seven
me n my bf
do i tip
wifi?
vegan?
halal?
kosher?
gluten
nut free
i am die hard fan of your pasta
come as you are
no me neither
a la mode
plus one
en route
is the manager in
das boot
so what
was it you
also gut health smoothies
the more the merrier
do you speak spanish
habla english?
does anyone speak español there
parlez vous english?
sprechen sie english
can I order in French
`;

const FOREIGN: Readonly<Record<string, string>> = {
  es: `
    quiero reservar una mesa para dos
    ¿a qué hora abren?
    a que hora cierran hoy
    hola, tienen mesa para esta noche?
    cuánto cuesta un corte de pelo
    necesito una cita con el doctor mañana
    quisiera cancelar mi reserva
    ¿tienen opciones veganas?
    me duele mucho la cabeza, puedo ver al médico hoy
    buenas tardes, quería saber si tienen estacionamiento
    dónde están ubicados
    puedo hablar con una persona`,
  fr: `
    bonjour, avez-vous une table ce soir
    je voudrais réserver une table pour deux personnes
    à quelle heure ouvrez-vous demain ?
    combien coûte une coupe de cheveux
    est-ce que vous êtes ouverts le dimanche
    je veux annuler mon rendez-vous
    avez-vous des plats sans gluten
    j'ai besoin d'un rendez-vous avec le médecin
    où est ma commande ?
    puis-je parler à quelqu'un`,
  de: `
    haben Sie morgen geöffnet
    ich möchte einen Tisch für zwei Personen reservieren
    wann haben Sie auf?
    was kostet ein Haarschnitt
    wie viel kostet die Mitgliedschaft
    kann ich meinen Termin verschieben
    gibt es vegane Gerichte?
    ich brauche einen Termin beim Arzt
    wo ist meine Bestellung
    können Sie mir bitte helfen`,
  it: `
    vorrei prenotare un tavolo per due
    a che ora aprite domani?
    avete posto stasera per quattro persone
    quanto costa un taglio di capelli
    siete aperti la domenica
    vorrei annullare la mia prenotazione
    avete piatti senza glutine
    dove siete
    ho bisogno di un appuntamento con il medico
    posso parlare con qualcuno`,
  pt: `
    quero reservar uma mesa para duas pessoas
    a que horas vocês abrem amanhã?
    quanto custa um corte de cabelo
    gostaria de marcar uma consulta
    vocês estão abertos no domingo
    preciso cancelar minha reserva
    onde está o meu pedido
    vocês têm opções veganas
    posso falar com alguém
    olá, tem mesa para hoje à noite?`,
  nl: `
    ik wil graag een tafel reserveren voor twee personen
    hoe laat zijn jullie open morgen
    wat kost een knipbeurt bij jullie
    kan ik een afspraak maken met de dokter
    ik wil mijn afspraak annuleren
    hebben jullie glutenvrije gerechten
    waar is mijn bestelling
    kan ik iemand spreken`,
  pl: `
    chciałbym zarezerwować stolik dla dwóch osób
    o której godzinie otwieracie jutro
    ile kosztuje strzyżenie
    czy jest wolny stolik na dziś wieczorem
    chcę odwołać wizytę
    gdzie jest moje zamówienie
    czy macie dania wegańskie
    potrzebuję wizyty u lekarza`,
  tr: `
    iki kişilik masa ayırtmak istiyorum
    yarın saat kaçta açılıyorsunuz
    saç kesimi ne kadar
    bu akşam için rezervasyon yapmak istiyorum
    randevumu iptal etmek istiyorum
    siparişim nerede
    pazar günü açık mısınız
    birisi ile konuşmak istiyorum`,
  ru: `
    хочу забронировать столик на двоих
    во сколько вы открываетесь
    сколько стоит стрижка
    можно записаться к врачу на завтра`,
  uk: `
    хочу забронювати столик на двох
    о котрій ви відчиняєтесь
    скільки коштує стрижка
    чи можна записатися до лікаря`,
  zh: `
    我想预订两个人的位子
    你们几点开门
    剪头发多少钱
    請問今晚有位嗎`,
  ja: `
    明日の夜、二人で予約したいです
    何時に開きますか
    カットはいくらですか
    営業時間を教えてください`,
  ko: `
    두 명 예약하고 싶어요
    몇 시에 문을 열어요
    커트 가격이 얼마예요
    내일 예약 가능한가요`,
  ar: `
    أريد حجز طاولة لشخصين
    متى تفتحون غدا
    كم سعر قص الشعر
    هل يمكنني إلغاء الموعد`,
  hi: `
    मुझे दो लोगों के लिए टेबल बुक करनी है
    आप कितने बजे खुलते हैं
    बाल कटवाने का कितना पैसा है
    क्या कल अपॉइंटमेंट मिल सकता है`,
  sv: `
    jag vill boka ett bord för två
    när öppnar ni imorgon
    hur mycket kostar en klippning`,
  cs: `
    chtěl bych rezervovat stůl pro dva
    v kolik hodin máte otevřeno`,
  ro: `
    aș vrea să rezerv o masă pentru două persoane
    cât costă o tunsoare`,
  vi: `
    tôi muốn đặt bàn cho hai người
    mấy giờ mở cửa`,
  el: 'θα ήθελα να κλείσω ένα τραπέζι για δύο',
  he: 'אני רוצה להזמין שולחן לשניים',
  th: 'อยากจองโต๊ะสำหรับสองคน',
};

const splitLines = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.length > 0);
const englishMessages = splitLines(ENGLISH);
const foreignMessages = Object.entries(FOREIGN).flatMap(([language, text]) =>
  splitLines(text).map((line) => [language, line]),
);

describe('an English message', () => {
  it('is tested in at least 150 examples', () => {
    expect(englishMessages.length).toBeGreaterThanOrEqual(150);
  });

  it.each(englishMessages)('is not mistaken for another language: %s', (text) => {
    expect(['en', 'und']).toContain(detectLanguage(text));
  });

  it.each(['table for 4 tomorrow at 7:30?', 'what time do you close', 'I need a haircut on Friday'])(
    'is recognised: %s',
    (text) => {
      expect(detectLanguage(text)).toBe('en');
    },
  );
});

describe('a message in another language', () => {
  it('is tested in at least 100 examples', () => {
    expect(foreignMessages.length).toBeGreaterThanOrEqual(100);
  });

  it.each(foreignMessages)('is recognised as %s: %s', (language, text) => {
    expect(detectLanguage(text!)).toBe(language);
  });
});

it.each(['', '   ', '123 456', '!?!'])('finds no language in %j', (text) => {
  expect(detectLanguage(text)).toBe('und');
});

it.each([
  ['me duele mucho el pecho y no puedo respirar', 'es'],
  ['ich will nicht mehr leben', 'de'],
  ['help he is not breathing', 'en'],
  ['ok', 'en'],
])('guesses the likeliest language of "%s"', (text, language) => {
  expect(guessLanguage(text)).toBe(language);
});
