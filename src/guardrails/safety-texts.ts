import type { SevereRisk } from './risk.ts';

/** Safety texts. `{number}` is the number to call, `{business}` the name of the business. */
type SafetyTexts = Readonly<Record<SevereRisk | 'urgent' | 'person', string>>;

const SAFETY_TEXTS: Readonly<Record<string, SafetyTexts>> = {
  es: {
    emergency:
      'Por favor, llame ahora mismo al {number} o pida a alguien cercano que llame. Puede ser una emergencia y no debe esperar una respuesta aquí. También se lo hago llegar al equipo de {business}.',
    poisoning:
      'Por favor, llame ahora mismo al {number} y tenga a mano el envase de lo que se ha tomado o tocado. No espere a ver si aparecen síntomas. También se lo hago llegar al equipo de {business}.',
    danger:
      'Por favor, póngase a salvo y llame ahora mismo al {number}. También se lo hago llegar al equipo de {business}.',
    self_harm:
      'Siento mucho que esté pasando por esto y me alegra que lo haya escrito: nadie tiene que pasar por ello a solas. Si usted u otra persona está en peligro, llame ahora mismo al {number}. También se lo hago llegar a una persona del equipo de {business}.',
    animal_emergency:
      'Por favor, llame ahora mismo a urgencias veterinarias: esto no debe esperar una respuesta aquí. También se lo hago llegar al equipo de {business}.',
    urgent: 'Si es urgente o empeora, llame al {number}.',
    person: 'Claro: le paso con una persona del equipo de {business}, que le escribirá aquí.',
  },
  fr: {
    emergency:
      'Appelez le {number} tout de suite, ou demandez à quelqu’un près de vous de le faire. C’est peut-être une urgence, qui ne doit pas attendre une réponse ici. Je transmets aussi votre message à l’équipe de {business}.',
    poisoning:
      'Appelez le {number} tout de suite et gardez l’emballage du produit à portée de main. N’attendez pas l’apparition de symptômes. Je transmets aussi votre message à l’équipe de {business}.',
    danger:
      'Mettez-vous à l’abri et appelez le {number} tout de suite. Je transmets aussi votre message à l’équipe de {business}.',
    self_harm:
      'Je suis vraiment désolé que vous traversiez cela, et c’est bien que vous l’ayez écrit : personne ne devrait rester seul avec ça. Si vous ou quelqu’un d’autre êtes en danger, appelez le {number} tout de suite. Je transmets aussi votre message à une personne de l’équipe de {business}.',
    animal_emergency:
      'Appelez tout de suite les urgences vétérinaires : cela ne doit pas attendre une réponse ici. Je transmets aussi votre message à l’équipe de {business}.',
    urgent: 'Si c’est urgent ou si cela s’aggrave, appelez le {number}.',
    person: 'Bien sûr : je passe la conversation à une personne de l’équipe de {business}, qui vous répondra ici.',
  },
  de: {
    emergency:
      'Bitte rufen Sie sofort {number} an, oder bitten Sie jemanden in Ihrer Nähe darum. Das kann ein Notfall sein und sollte nicht auf eine Antwort hier warten. Ich gebe das auch an das Team von {business} weiter.',
    poisoning:
      'Bitte rufen Sie sofort {number} an und halten Sie die Verpackung bereit. Warten Sie nicht, ob sich etwas zeigt. Ich gebe das auch an das Team von {business} weiter.',
    danger:
      'Bitte bringen Sie sich in Sicherheit und rufen Sie sofort {number} an. Ich gebe das auch an das Team von {business} weiter.',
    self_harm:
      'Es tut mir sehr leid, dass es Ihnen so geht, und es ist gut, dass Sie es schreiben: Niemand muss damit allein bleiben. Wenn Sie oder jemand anders in Gefahr ist, rufen Sie bitte sofort {number} an. Ich gebe das auch an jemanden im Team von {business} weiter.',
    animal_emergency:
      'Bitte rufen Sie sofort den tierärztlichen Notdienst an: Das sollte nicht auf eine Antwort hier warten. Ich gebe das auch an das Team von {business} weiter.',
    urgent: 'Wenn es dringend ist oder schlimmer wird, rufen Sie bitte {number} an.',
    person: 'Gern: Ich gebe das an jemanden aus dem Team von {business} weiter, der Ihnen hier antwortet.',
  },
  it: {
    emergency:
      'Chiami subito il {number}, o chieda a qualcuno vicino di farlo. Può essere un’emergenza e non deve aspettare una risposta qui. Inoltro il messaggio anche al team di {business}.',
    poisoning:
      'Chiami subito il {number} e tenga a portata di mano la confezione. Non aspetti che compaiano sintomi. Inoltro il messaggio anche al team di {business}.',
    danger: 'Si metta al sicuro e chiami subito il {number}. Inoltro il messaggio anche al team di {business}.',
    self_harm:
      'Mi dispiace davvero che stia vivendo questo, ed è un bene che lo abbia scritto: nessuno deve affrontarlo da solo. Se lei o qualcun altro è in pericolo, chiami subito il {number}. Inoltro il messaggio anche a una persona del team di {business}.',
    animal_emergency:
      'Chiami subito il pronto soccorso veterinario: non deve aspettare una risposta qui. Inoltro il messaggio anche al team di {business}.',
    urgent: 'Se è urgente o peggiora, chiami il {number}.',
    person: 'Certo: passo la conversazione a una persona del team di {business}, che le risponderà qui.',
  },
  pt: {
    emergency:
      'Por favor, ligue agora para o {number} ou peça a alguém por perto que ligue. Pode ser uma emergência e não deve esperar por uma resposta aqui. Também estou repassando isto à equipe de {business}.',
    poisoning:
      'Por favor, ligue agora para o {number} e tenha a embalagem à mão. Não espere para ver se surgem sintomas. Também estou repassando isto à equipe de {business}.',
    danger:
      'Por favor, vá para um lugar seguro e ligue agora para o {number}. Também estou repassando isto à equipe de {business}.',
    self_harm:
      'Sinto muito que esteja passando por isso, e foi bom ter escrito: ninguém precisa passar por isso sem apoio. Se você ou outra pessoa estiver em perigo, ligue agora para o {number}. Também estou repassando isto a uma pessoa da equipe de {business}.',
    animal_emergency:
      'Por favor, ligue agora para a emergência veterinária: isso não deve esperar por uma resposta aqui. Também estou repassando isto à equipe de {business}.',
    urgent: 'Se for urgente ou piorar, ligue para o {number}.',
    person: 'Claro: vou passar a conversa para uma pessoa da equipe de {business}, que vai responder por aqui.',
  },
  nl: {
    emergency:
      'Bel nu meteen {number}, of vraag iemand in de buurt om te bellen. Dit kan een noodgeval zijn en mag niet op een antwoord hier wachten. Ik geef dit ook door aan het team van {business}.',
    poisoning:
      'Bel nu meteen {number} en houd de verpakking bij de hand. Wacht niet af of er klachten komen. Ik geef dit ook door aan het team van {business}.',
    danger: 'Breng uzelf in veiligheid en bel nu meteen {number}. Ik geef dit ook door aan het team van {business}.',
    self_harm:
      'Wat erg dat u dit doormaakt, en wat goed dat u het schrijft: niemand hoeft hier alleen mee te zijn. Als u of iemand anders in gevaar is, bel dan nu {number}. Ik geef dit ook door aan iemand van het team van {business}.',
    animal_emergency:
      'Bel nu meteen de spoeddienst van een dierenarts: dit mag niet op een antwoord hier wachten. Ik geef dit ook door aan het team van {business}.',
    urgent: 'Is het dringend of wordt het erger, bel dan {number}.',
    person: 'Natuurlijk: ik geef dit door aan iemand van het team van {business}, die u hier antwoordt.',
  },
  pl: {
    emergency:
      'Proszę natychmiast zadzwonić pod {number} albo poprosić o to kogoś w pobliżu. To może być nagły przypadek i nie powinien czekać na odpowiedź tutaj. Przekazuję to też zespołowi {business}.',
    poisoning:
      'Proszę natychmiast zadzwonić pod {number} i mieć przy sobie opakowanie. Proszę nie czekać na objawy. Przekazuję to też zespołowi {business}.',
    danger:
      'Proszę przejść w bezpieczne miejsce i natychmiast zadzwonić pod {number}. Przekazuję to też zespołowi {business}.',
    self_harm:
      'Bardzo mi przykro, że tak jest, i dobrze, że to zostało napisane: nikt nie musi być z tym sam. Jeśli Pani, Pan lub ktoś inny jest w niebezpieczeństwie, proszę zadzwonić teraz pod {number}. Przekazuję to też komuś z zespołu {business}.',
    animal_emergency:
      'Proszę natychmiast zadzwonić do całodobowej lecznicy weterynaryjnej: to nie powinno czekać na odpowiedź tutaj. Przekazuję to też zespołowi {business}.',
    urgent: 'Jeśli to pilne albo jest coraz gorzej, proszę zadzwonić pod {number}.',
    person: 'Oczywiście: przekazuję rozmowę komuś z zespołu {business}, kto odpisze tutaj.',
  },
  tr: {
    emergency:
      'Lütfen hemen {number} numarasını arayın ya da yakınınızdaki birinden aramasını isteyin. Bu acil bir durum olabilir ve buradan yanıt beklememeli. Bunu {business} ekibine de iletiyorum.',
    poisoning:
      'Lütfen hemen {number} numarasını arayın ve ürünün ambalajını yanınızda bulundurun. Belirti çıkmasını beklemeyin. Bunu {business} ekibine de iletiyorum.',
    danger: 'Lütfen güvenli bir yere geçin ve hemen {number} numarasını arayın. Bunu {business} ekibine de iletiyorum.',
    self_harm:
      'Bunları yaşadığınız için çok üzgünüm ve yazmanız çok iyi oldu: kimse bununla yalnız kalmak zorunda değil. Siz ya da bir başkası tehlikedeyse lütfen hemen {number} numarasını arayın. Bunu {business} ekibinden birine de iletiyorum.',
    animal_emergency:
      'Lütfen hemen acil veterineri arayın: bu, buradan yanıt beklememeli. Bunu {business} ekibine de iletiyorum.',
    urgent: 'Durum acilse ya da kötüleşirse lütfen {number} numarasını arayın.',
    person: 'Elbette: sizi {business} ekibinden birine aktarıyorum, size buradan yazacak.',
  },
  ru: {
    emergency:
      'Пожалуйста, сейчас же позвоните по номеру {number} или попросите кого-нибудь рядом. Это может быть неотложный случай, и ждать ответа здесь нельзя. Я также передаю это команде {business}.',
    poisoning:
      'Пожалуйста, сейчас же позвоните по номеру {number} и держите под рукой упаковку. Не ждите, появятся ли симптомы. Я также передаю это команде {business}.',
    danger:
      'Пожалуйста, уйдите в безопасное место и сейчас же позвоните по номеру {number}. Я также передаю это команде {business}.',
    self_harm:
      'Мне очень жаль, что вам так тяжело, и хорошо, что вы об этом написали: никто не должен оставаться с этим один. Если вы или кто-то другой в опасности, сейчас же позвоните по номеру {number}. Я также передаю это сотруднику {business}.',
    animal_emergency:
      'Пожалуйста, сейчас же позвоните в круглосуточную ветклинику: ждать ответа здесь нельзя. Я также передаю это команде {business}.',
    urgent: 'Если это срочно или становится хуже, позвоните по номеру {number}.',
    person: 'Конечно: передаю разговор сотруднику {business}, он ответит вам здесь.',
  },
  zh: {
    emergency:
      '请立即拨打{number}，或请身边的人帮忙拨打。这可能是紧急情况，不要在这里等待回复。我也会把这件事转达给{business}的工作人员。',
    poisoning: '请立即拨打{number}，并把包装留在手边。不要等症状出现。我也会把这件事转达给{business}的工作人员。',
    danger: '请先到安全的地方，并立即拨打{number}。我也会把这件事转达给{business}的工作人员。',
    self_harm:
      '很难过您正经历这些，也谢谢您愿意说出来：谁都不必独自承受。如果您或其他人有危险，请立即拨打{number}。我也会把这件事转达给{business}的工作人员。',
    animal_emergency: '请立即联系最近的宠物急诊：这不能在这里等待回复。我也会把这件事转达给{business}的工作人员。',
    urgent: '如果情况紧急或正在加重，请拨打{number}。',
    person: '好的，我为您转接{business}的工作人员，他们会在这里回复您。',
  },
  ja: {
    emergency:
      '今すぐ{number}に電話するか、近くの方に電話してもらってください。緊急の可能性があり、ここでの返信を待つべきではありません。この内容は{business}のスタッフにも伝えます。',
    poisoning:
      '今すぐ{number}に電話し、容器や包装を手元に置いてください。症状が出るのを待たないでください。この内容は{business}のスタッフにも伝えます。',
    danger: '安全な場所に移り、今すぐ{number}に電話してください。この内容は{business}のスタッフにも伝えます。',
    self_harm:
      'とてもつらい思いをされているのですね。書いてくださってよかったです。一人で抱えなくて大丈夫です。ご自身やどなたかが危険なときは、今すぐ{number}に電話してください。この内容は{business}のスタッフにも伝えます。',
    animal_emergency:
      '今すぐ夜間・救急の動物病院に電話してください。ここでの返信を待つべきではありません。この内容は{business}のスタッフにも伝えます。',
    urgent: '急を要する場合や悪化している場合は、{number}に電話してください。',
    person: '承知しました。{business}のスタッフにおつなぎします。こちらでお返事いたします。',
  },
  ar: {
    emergency:
      'يرجى الاتصال بالرقم {number} الآن، أو اطلب من شخص قريب منك أن يتصل. قد تكون هذه حالة طارئة ولا يجوز أن تنتظر ردًا هنا. وسأنقل هذا أيضًا إلى فريق {business}.',
    poisoning:
      'يرجى الاتصال بالرقم {number} الآن، واحتفظ بالعبوة في متناول اليد. لا تنتظر ظهور أعراض. وسأنقل هذا أيضًا إلى فريق {business}.',
    danger: 'يرجى الانتقال إلى مكان آمن والاتصال بالرقم {number} الآن. وسأنقل هذا أيضًا إلى فريق {business}.',
    self_harm:
      'يؤسفني جدًا أنك تمر بهذا، وجيد أنك كتبت ذلك: لا ينبغي لأحد أن يواجه هذا وحده. إذا كنت أنت أو أي شخص آخر في خطر، فاتصل بالرقم {number} الآن. وسأنقل هذا أيضًا إلى أحد أفراد فريق {business}.',
    animal_emergency:
      'يرجى الاتصال بطوارئ الطب البيطري الآن: لا يجوز أن ينتظر هذا ردًا هنا. وسأنقل هذا أيضًا إلى فريق {business}.',
    urgent: 'إذا كان الأمر عاجلًا أو يزداد سوءًا، فاتصل بالرقم {number}.',
    person: 'بالطبع: سأحوّل المحادثة إلى أحد أفراد فريق {business}، وسيرد عليك هنا.',
  },
  hi: {
    emergency:
      'कृपया अभी {number} पर कॉल करें, या पास के किसी व्यक्ति से कॉल करवाएँ। यह आपात स्थिति हो सकती है और इसे यहाँ जवाब का इंतज़ार नहीं करना चाहिए। मैं यह बात {business} की टीम तक भी पहुँचा रहा हूँ।',
    poisoning:
      'कृपया अभी {number} पर कॉल करें और पैकेट या बोतल पास रखें। लक्षण आने का इंतज़ार न करें। मैं यह बात {business} की टीम तक भी पहुँचा रहा हूँ।',
    danger: 'कृपया किसी सुरक्षित जगह जाएँ और अभी {number} पर कॉल करें। मैं यह बात {business} की टीम तक भी पहुँचा रहा हूँ।',
    self_harm:
      'मुझे बहुत दुख है कि आप पर यह बीत रही है, और अच्छा किया कि आपने लिखा: किसी को यह अकेले नहीं सहना चाहिए। अगर आप या कोई और ख़तरे में है, तो अभी {number} पर कॉल करें। मैं यह बात {business} की टीम के किसी व्यक्ति तक भी पहुँचा रहा हूँ।',
    animal_emergency:
      'कृपया अभी पशु चिकित्सा की आपात सेवा को कॉल करें: इसे यहाँ जवाब का इंतज़ार नहीं करना चाहिए। मैं यह बात {business} की टीम तक भी पहुँचा रहा हूँ।',
    urgent: 'अगर यह ज़रूरी है या हालत बिगड़ रही है, तो {number} पर कॉल करें।',
    person: 'ज़रूर: मैं आपकी बात {business} की टीम के किसी व्यक्ति तक पहुँचा रहा हूँ, वे यहीं जवाब देंगे।',
  },
  vi: {
    emergency:
      'Vui lòng gọi {number} ngay, hoặc nhờ người bên cạnh gọi. Đây có thể là trường hợp khẩn cấp và không nên chờ trả lời ở đây. Tôi cũng chuyển lời này đến nhân viên của {business}.',
    poisoning:
      'Vui lòng gọi {number} ngay và giữ bao bì bên mình. Đừng chờ đến khi có triệu chứng. Tôi cũng chuyển lời này đến nhân viên của {business}.',
    danger: 'Vui lòng đến nơi an toàn và gọi {number} ngay. Tôi cũng chuyển lời này đến nhân viên của {business}.',
    self_harm:
      'Tôi rất tiếc vì bạn đang phải trải qua điều này, và thật tốt là bạn đã viết ra: không ai phải chịu đựng một mình. Nếu bạn hoặc ai đó đang gặp nguy hiểm, vui lòng gọi {number} ngay. Tôi cũng chuyển lời này đến một nhân viên của {business}.',
    animal_emergency:
      'Vui lòng gọi ngay cấp cứu thú y: việc này không nên chờ trả lời ở đây. Tôi cũng chuyển lời này đến nhân viên của {business}.',
    urgent: 'Nếu khẩn cấp hoặc nặng hơn, vui lòng gọi {number}.',
    person: 'Vâng: tôi chuyển cuộc trò chuyện cho một nhân viên của {business}, họ sẽ trả lời bạn tại đây.',
  },
};

/** The safety texts in a language other than English, if translated. */
export function getSafetyTexts(language: string): SafetyTexts | undefined {
  return SAFETY_TEXTS[language];
}
