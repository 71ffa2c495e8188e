type LatinLanguage = {
  language: string;
  /** Words that rarely occur in an English message, not even in the name of a dish or a person. */
  distinctive: ReadonlySet<string>;
  /** Frequent words that also occur on menus, in surnames or in related languages. */
  common: ReadonlySet<string>;
  /** Letters that few other languages use. */
  distinctiveLetters?: RegExp;
};

const toWordSet = (list: string) => new Set(list.split(/\s+/).filter((word) => word.length > 0));

export const EVERYDAY_ENGLISH: ReadonlySet<string> = toWordSet(`
  i i'm im me my mine we us our you u your ur yours he him his she her they them their it its a an the this that these
  those some any no not and or but so if as at by for from in into of off on out over to up with without about after
  before around near until till than then there here what when where which who why how is are am was were be been being
  do does did done have has had can could will would shall should may might must want wanna need like love get got gets
  give take make made book booked booking reserve reservation table tables appointment appt please pls plz thanks thank
  thx hi hello hey yes yeah yep ok okay sure sorry today tonight tomorrow tmrw morning afternoon evening night noon pm
  open closed close hours time times day days week weekend month monday tuesday wednesday thursday friday saturday
  sunday mon tue wed thu fri sat sun one two three four five six seven eight nine ten people person party kids kid child
  price prices cost costs much many menu food dish vegan vegetarian gluten free dairy allergy dinner lunch breakfast
  brunch drink drinks wine beer order orders delivery deliver return refund exchange size small medium large stock
  shipping haircut hair cut trim color colour nails stylist service services class classes membership trainer training
  gym doctor dr visit refill prescription insurance phone number email name address parking park card pay cash cancel
  change move reschedule available availability earlier later late early new last next first same other another more
  less anything something anyone someone nothing all also just only still again back now soon maybe actually instead
  know tell see look come coming go going gone help talk speak ask send sent find check bring use work works working
  good great best nice fine bad better under between every each per outside inside patio window quiet birthday wife
  husband son daughter mom mum dad friend friends family guest guests room place spot seat seats minutes minute hour
  right don't dont can't cant won't doesn't isn't didn't what's whats it's that's there's i'd i'll i've we're we'd
  english spanish french let's lets you're they're looking wondering trying called call yet long short
  too very really few both either
`);

function latinLanguage(
  language: string,
  distinctive: string,
  common: string,
  distinctiveLetters?: RegExp,
): LatinLanguage {
  // Words that English has too, such as "me" or "so", prove nothing.
  const foreign = (list: string) => toWordSet(list).difference(EVERYDAY_ENGLISH);
  return {
    language,
    distinctive: foreign(distinctive),
    common: foreign(common),
    ...(distinctiveLetters && { distinctiveLetters: distinctiveLetters }),
  };
}

export const LATIN_LANGUAGES: readonly LatinLanguage[] = [
  latinLanguage(
    'es',
    `quiero quisiera quería necesito puedo puede pueden podría podrían tengo tienen tiene tienes hay está están estoy
    estan esta abierto abierta abiertos abren abre cierran cierra reservar reserva cuánto cuanto cuesta cuestan cuál
    cual cuándo cuando dónde donde cómo qué hora horas mañana manana hoy noche ustedes usted hacer pedir cita turno
    precio precios para nosotros personas niños cancelar cambiar me gustaría gustaria saber también tambien pero muy
    porque desde hasta aceptan ofrecen soy somos hablar hablan alguien ayuda ayudar tarjeta pedido devolver talla
    disponible disponibilidad semana sábado sabado viernes jueves miércoles miercoles martes lunes domingo corte pelo
    clase receta médico mi mis estacionamiento comida cena llevar quiere puedes dolor cabeza esto eso ese opciones
    platos veganas veganos vegetarianas tienda ubicados abrir cerrar cerrado ellos ella él solo sólo algo aquí aqui
    debo ya todavía próxima próximo yo`,
    `el la los las un una de del en con y o a al que se su sus lo le es no sin más mas dos tres cuatro hola señor
    señora son como si te gracias favor por buenos buenas días dias tardes noches tarde mesa`,
    /[¿¡ñ]/,
  ),
  latinLanguage(
    'fr',
    `je j'ai j'aimerais voudrais voudrait avez vous nous est-ce êtes etes suis sont avons ont peut pouvez puis puis-je
    peux combien coûte coute ouvert ouverts ouverte ouvrez fermez fermé quelle quelles quel quels heure heures demain
    aujourd'hui matin midi réserver reserver réservation réservez personnes c'est qu'est-ce quoi où quand comment
    pourquoi avec sans aussi mais parce faire prendre rendez-vous besoin annuler modifier changer votre vos notre nos
    mon mes cette ces cet samedi dimanche lundi mardi mercredi jeudi vendredi tarif tarifs commande livraison taille
    disponible disponibles enfants parler quelqu'un aide acceptez proposez cheveux cours médecin semaine y-a-t-il
    a-t-il d'une d'un l'adresse avez-vous êtes-vous est pas dans très tres deux trois quatre ne plats livrez ouvre
    ferme adresse tu ils elles seulement quelque ici dois déjà encore prochaine prochain moi toi lui leur`,
    `le la les un une des du de et au aux en pour ce se sur il elle on oui non l'eau table bonjour bonsoir merci s'il
    plaît plait soir coupe carte chez prix`,
    /[çœùûêèë]/,
  ),
  latinLanguage(
    'de',
    `ich wir sie ihr ihre ihren haben habe hat hatte möchte möchten moechte könnte könnten können kann kannst ist sind
    wann wie wo warum welche welcher welches wieviel viel kostet kosten geöffnet geoeffnet offen geschlossen morgen
    heute abend mittag nachmittag uhr einen eine einem einer eines ein tisch reservieren reservierung buchen termin
    und oder aber nicht auch noch mit für fuer auf bei zum zur vom beim gibt es mein meine meinen meinem brauche
    brauchen stornieren absagen verschieben ändern personen leute kinder montag dienstag mittwoch donnerstag freitag
    samstag sonntag woche haare schneiden haarschnitt kurs arzt rezept bestellung lieferung größe grösse verfügbar
    preis preise sprechen jemand jemanden hilfe helfen zahlen karte parken parkplatz würde wäre gerne gern nach vier
    zwei drei fünf sechs kein keine von dem den der das des im ab um öffnen schließen gerichte geben speisekarte
    adresse bin bist war du mir mich uns euch ihnen nur schon hier dort weil etwas muss müssen wird werden nächste
    nächsten`,
    `die zu so was bitte danke guten hallo`,
    /[ßäöü]/,
  ),
  latinLanguage(
    'it',
    `vorrei vorremmo posso possiamo potrei avete abbiamo ho siete sono è perché quanto costa costano quando dove come
    quale quali aperto aperti aperta aprite chiudete chiuso orario orari domani oggi stasera sera mattina pomeriggio
    prenotare prenotazione tavolo tavola persone cosa anche ma molto bisogno appuntamento disdire annullare cambiare
    spostare sabato domenica lunedì martedì mercoledì giovedì venerdì prezzo prezzi ordine consegna taglia
    disponibile disponibili bambini parlare qualcuno aiuto aiutarmi accettate fate taglio capelli lezione corso
    medico ricetta settimana mio mia miei nostro vostro vostri questa questo quella sapere fare avere essere c'è ci
    alle della degli nel nella gli siamo ha hanno senza piatti posto glutine dov chiude apre indirizzo noi voi lei
    loro solo qualcosa qui perche devo dobbiamo già ancora prossima prossimo`,
    `il la lo i un una uno di del dei da in con e o al alla che si su non due tre quattro per le dal grazie prego
    buongiorno buonasera salve ciao favore ora carta`,
    /[ìò]/,
  ),
  latinLanguage(
    'pt',
    `quero queria gostaria preciso posso pode podem poderia tenho têm tem temos vocês voces você voce está estão estao
    estou aberto abertos aberta abrem abre fecham fecha quanto custa custam quando onde qual quais hora horas horário
    amanhã amanha hoje noite manhã reservar reserva pessoas fazer marcar consulta agendar cancelar mudar alterar
    sábado domingo segunda terça quarta quinta sexta feira semana preço preços pedido entrega tamanho disponível
    disponivel crianças falar alguém alguem ajuda cartão aceitam cabelo corte aula médico receita meu minha meus
    nosso também mas muito porque até são não nao uma um sim vou ao à às isso saber gostava opções pratos sem
    entregam endereço nós eles ela ele só alguma algo aqui porquê devo já ainda próxima próximo eu`,
    `o a os as de do da dos das em no na nos nas com e para que se dois duas três é por mais obrigado obrigada olá ola
    bom boa dia favor mesa tarde`,
    /[ãõç]/,
  ),
  latinLanguage(
    'nl',
    `ik wij jullie heeft hebben heb kan kunnen kunt mag zijn graag willen wil zou wanneer hoe hoeveel waar waarom
    welke wat kost kosten geopend gesloten morgen vandaag vanavond avond middag ochtend uur een tafel reserveren
    reservering boeken afspraak maken en maar niet ook nog met voor bij naar van het zaterdag zondag maandag dinsdag
    woensdag donderdag vrijdag week mensen personen kinderen annuleren verzetten wijzigen prijs prijzen bestelling
    levering beschikbaar spreken iemand hulp helpen betalen parkeren knippen dokter recept mijn onze uw jouw deze dit
    dat nodig aan gerechten zonder adres jij ben bent hij ons alleen iets hier daar omdat zullen moet moeten wordt
    zal`,
    `de en te in of op die alstublieft alsjeblieft dank bedankt goedemorgen goedemiddag goedenavond goedendag hallo
    dag haar les maat om is er`,
  ),
  latinLanguage(
    'pl',
    `chcę chce chciałbym chciałabym chcialbym chcialabym mogę moge można mozna czy jest są sa macie mają mam mamy
    kiedy gdzie jak ile kosztuje kosztują otwarte otwarci otwarty zamknięte jutro dzisiaj dziś wieczorem rano po
    południu godzina godzinie godziny stolik zarezerwować zarezerwowac rezerwacja rezerwację rezerwacje osób osob
    osoby umówić umowic wizytę wizyte wizyta odwołać zmienić przełożyć sobotę sobota niedzielę niedziela poniedziałek
    wtorek środę środa czwartek piątek piatek tydzień cena ceny zamówienie dostawa rozmiar dostępny dostępne dzieci
    rozmawiać kimś pomoc potrzebuję potrzebuje płacić kartą włosy strzyżenie zajęcia lekarz lekarza receptę mój moja
    moje nie tak ale też dla dwóch czterech która który o jestem jesteście pan pani państwo mi nam tylko ktoś coś
    tutaj dlaczego albo ponieważ już jeszcze mieć być będzie zapisać`,
    `na do z w i się sie to proszę prosze dziękuję dziekuje dzień dzien dobry witam cześć`,
    /[ąćęłńśźż]/,
  ),
  latinLanguage(
    'tr',
    `istiyorum istiyoruz istiyordum var yok mı mi mu mü misiniz mısınız musunuz açık açıksınız kapalı saat kaçta kaç
    kadar ne nasıl nerede neredesiniz hangi yarın bugün akşam öğlen sabah gece masa rezervasyon yapmak yaptırmak
    ayırtmak kişi kişilik iyi günler akşamlar randevu almak alabilir miyim mıyım iptal etmek değiştirmek cumartesi
    pazar pazartesi salı çarşamba perşembe cuma hafta fiyat fiyatı ücret sipariş siparişim kargo beden mevcut çocuk
    konuşmak birisi yardım ödeme kart saç kesim ders doktor reçete benim bir bu şu ve ile için icin çok değil evet
    hayır olur tane edebilir ben biz siz sizi size bana bize şimdi şimdilik sadece yalnızca ister istersiniz isterim
    olan olarak daha sonra önce gibi kim neden ama veya`,
    `de da o en lütfen teşekkürler teşekkür ederim merhaba selam günaydın`,
    /[ğışİ]/,
  ),
  latinLanguage(
    'sv',
    `jag vi har är kan skulle vill vilja gärna när hur mycket var varför vilken vilka kostar öppet öppna stängt
    imorgon morgon idag ikväll kväll klockan bord boka bokning beställa tid och inte också men med för till från på
    det ett en som personer barn avboka ändra lördag söndag måndag tisdag onsdag torsdag fredag vecka pris priser
    leverans storlek prata någon hjälp betala kort klippa hår klass läkare recept min mitt mina ni er era finns
    behöver du dig mig oss att bara hos eller vad vem där här kunna måste får något talar`,
    `de av om tack snälla hej god`,
    /[åäö]/,
  ),
  latinLanguage(
    'cs',
    `chci chtěl chtěla bych můžu mohu máte mám jsou jste kdy kde jak kolik stojí otevřeno otevřené zavřeno zítra dnes
    večer ráno odpoledne hodin stůl rezervovat rezervaci rezervace objednat osob osoby termín zrušit změnit přesunout
    sobotu sobota neděli neděle pondělí úterý středu čtvrtek pátek týden cena ceny objednávka velikost děti mluvit
    někým pomoc potřebuji platit kartou vlasy střih lékař recept moje můj není ano ale také pro dva čtyři který která
    je se jsem jsi vás nás mi vám zatím pouze někomu někdo abych bychom co kdo tady proč nebo protože už ještě prosim
    dekuji dobry`,
    `na do v i to a o prosím děkuji dobrý den ahoj`,
    /[ěřů]/,
  ),
  latinLanguage(
    'ro',
    `vreau aș dori vrea pot poate putem aveți aveti avem este sunt când cand unde cum cât costă deschis deschiși
    închis mâine maine azi astăzi seară diseară dimineață ora orele masă masa rezerva rezervare rezervați persoane vă
    programare anula anulez schimba sâmbătă sambata duminică marți miercuri joi vineri săptămână preț pret prețul
    comandă comanda livrare mărime disponibil copii vorbesc cineva ajutor nevoie plăti păr tuns tunsoare medic rețetă
    meu mea și nu dar pentru cu îmi eu noi voi ei doar ceva aici că trebuie deja încă sau vrem vreți să`,
    `de în in pe din bună buna ziua rog mulțumesc multumesc va as costa cat card da si mi la o un luni`,
    /[ășțâî]/,
  ),
  latinLanguage(
    'vi',
    `tôi toi muốn đặt bàn cho người có không khong mấy giờ mở đóng cửa ngày mai hôm nay tối sáng chiều bao nhiêu tiền
    giá ở đâu vui lòng được hủy lịch hẹn thứ bảy chủ nhật tuần cần giúp nói chuyện với cắt tóc bác sĩ của là và một
    hai bốn nào thế gì`,
    `xin chào cảm ơn`,
    /[ạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹđơư]/,
  ),
];
