/** Medicine names; most generics are matched by their endings. */
const MEDICINE = `(?:(?:
  medications?|medicines?|meds?|pills?|tablets?|capsules?|antibiotics?|painkillers?|pain (?:killers?|relief|meds?)
  antidepressants?|antihistamines?|anti ?inflammator(?:y|ies)|blood thinners?|beta blockers?|steroids?|sleeping pills?
  birth control|the pill|contraceptives?|insulin|statins?|inhalers?|drops|ointment|suppositor(?:y|ies)
  cough syrup|laxatives?|antacids?|decongestants?|supplements?|creatine|melatonin|pre ?workout|fat burners?
  vitamin \\w+
  tylenol|paracetamol|acetaminophen|calpol|ibuprofen|ibuprofin|advil|motrin|nurofen|aleve|naproxen|aspirin|codeine
  co codamol|tramadol|morphine|oxycodone|hydrocodone|percocet|vicodin|excedrin|benadryl|zyrtec|claritin|allegra
  sudafed
  nyquil|dayquil|mucinex|imodium|pepto|tums|xanax|valium|ativan|klonopin|ambien|adderall|ritalin|vyvanse|prozac|zoloft
  lexapro|wellbutrin|cymbalta|effexor|lyrica|gabapentin|pregabalin|metformin|ozempic|wegovy|mounjaro|semaglutide
  warfarin|eliquis|xarelto|plavix|synthroid|levothyroxine|prednisone|prednisolone|hydrocortisone|cortisone|albuterol
  ventolin|salbutamol|singulair|montelukast|lasix|furosemide|hydrochlorothiazide|viagra|cialis|sildenafil|accutane
  roaccutane|minoxidil|retinol|tretinoin|viagra|lithium|methotrexate|humira|diflucan|lidocaine|st johns wort|cbd|thc
  [a-z]{2,}(?:pril|olol|statin|cillin|mycin|micin|azole|azepam|azolam|oxetine|sartan|prazole|dipine|gliptin|floxacin
    cycline|triptan|profen|codone|codeine|tadine|rizine|zodone|triptyline|parin|xaban|tidine|barbital|glutide|setron))
  (?:(?:heart|blood pressure|bp|thyroid|diabetes|depression|anxiety|allergy|adhd|asthma|cold|flu) (?:meds?|medicines?
    medications?|pills?|tablets?))
)`;

const ILLNESS = `(?:
  strep|covid|corona|flu|influenza|pneumonia|bronchitis|tonsillitis|infection|infected|uti|sti|std|yeast infection
  cancer
  cancerous|tumou?r|melanoma|diabetes|diabetic|asthma|arthritis|migraines?|concussion|fracture|fractured|broken bone
  sprain|sprained|hernia|appendicitis|gallstones?|kidney stones?|ulcer|reflux|ibs|eczema|psoriasis|ringworm
  shingles|chicken ?pox|measles|mono|lyme|anemi[ac]|anaemi[ac]|thyroid|depression|depressed|anxiety|adhd|autism
  bipolar
  dementia|alzheimers|parkinsons|epilepsy|lupus|gout|sinus infection|sinusitis|pink ?eye|conjunctivitis|ear infection
  hives|scabies|lice|impetigo|cellulitis|sepsis|meningitis|vertigo|blood clot|dvt|hypertension|high blood pressure
  pregnant|miscarriage|menopause|endometriosis|pcos|fibroids|hemorrhoids|haemorrhoids|abscess|cavity|gum disease
  gingivitis|carpal tunnel|sciatica|tendonitis|tendinitis|plantar fasciitis|slipped disc|torn \\w+|rsv|croup
  food poisoning
  salmonella|norovirus|stomach (?:bug|flu)|hay fever|contagious|infectious|something (?:serious|wrong)|stroke
  heart attack)`;

const SYMPTOM = `(?:
  pain|pains|painful|ache|aches|aching|hurts?|hurting|sore|rash|fever|temperature|cough|coughing|headaches?|migraines?
  nausea|nauseous|vomiting|throwing up|diarrh?o?ea|constipat\\w+|dizzy|dizziness|swollen|swelling|lumps?|moles?
  bumps?|blister
  blisters|itch\\w*|bruis\\w+|numb|numbness|tingling|cramps?|cramping|bleeding|discharge|fatigue|insomnia|runny nose
  congestion|congested|wheezing|palpitations|chills|sore throat|toothache|earache|backache|heartburn|spots|cyst|wart
  burns?|sting|bite|wound|scab|periods|cold|hangover|acne|pimple|spasms?|stiff|fainting|faint|lightheaded)`;

const RESULTS = `(?:
  results?|labs?|lab work|blood ?work|blood tests?|test|biopsy|x ?rays?|mri|ct|scans?|ultrasound|ecg|ekg|cholesterol
  ldl
  hdl|a1c|hba1c|tsh|psa|glucose|blood sugar|blood pressure|bp|heart rate|pulse|levels?|readings?
  white (?:blood )?cell count
  iron|ferritin|creatinine|bmi|triglycerides|platelets|oxygen)`;

const BODY = `(?:
  scalp|head|skin|face|neck|eyes?|eyelids?|eyebrows?|brows?|lips?|forehead|ears?|nose|throat|mouth|tongue|tooth|teeth
  gums?
  hands?|fingers?|thumb|nails?|cuticles?|toes?|toenail|foot|feet|legs?|arms?|armpits?|back|bikini (?:line|area)
  shoulders?
  elbow|knees?|ankles?|wrist|hip|chest|ribs?|stomach|belly|tummy|hairline|breast|groin|throat|tonsils?|glands?)`;

/** Word lists on illness and medicine, for `createPhrasePatternTag`. */
export const MEDICAL_WORDS = { medicine: MEDICINE, illness: ILLNESS, symptom: SYMPTOM, results: RESULTS, body: BODY };
