type NumberTable = Readonly<Record<string, string>>;

/** The countries (ISO 3166) where each number reaches an ambulance; 112 is the best guess everywhere else. */
const AMBULANCE_NUMBERS: NumberTable = {
  '911': 'US CA MX PR VI GU AS MP BS BZ BM KY AG AI VG GD KN LC VC AW CW SX TC AR UY PY EC CR PA SV HN DO VE PH JO LR',
  '999': 'GB IE IM JE GG HK MO MY KE BH QA BD MU',
  '000': 'AU CX CC NF',
  '111': 'NZ CK',
  '101': 'IL',
  '102': 'NP',
  '103': 'BY UZ KG TJ',
  '106': 'PE',
  '110': 'JM',
  '115': 'VN IR',
  '119': 'JP KR TW KH',
  '120': 'CN',
  '122': 'IQ GT',
  '123': 'CO EG',
  '131': 'CL',
  '140': 'LB',
  '190': 'TN',
  '192': 'BR',
  '995': 'SG',
  '998': 'AE',
  '1122': 'PK',
  '1669': 'TH',
  '1990': 'LK',
  '9999': 'OM',
};

/** Countries where the police have a separate number. */
const POLICE_NUMBERS: NumberTable = {
  '100': 'IL NP',
  '102': 'BY UZ KG TJ',
  '104': 'IQ',
  '105': 'PE',
  '110': 'JP TW CN IR GT',
  '112': 'KR LB',
  '113': 'VN',
  '117': 'KH',
  '119': 'JM LK',
  '122': 'EG',
  '133': 'CL',
  '15': 'PK',
  '190': 'BR',
  '191': 'TH',
  '197': 'TN',
  '999': 'SG AE',
};

const createNumberByCountry = (table: NumberTable) =>
  new Map(Object.entries(table).flatMap(([number, countries]) => countries.split(' ').map((code) => [code, number])));

const ambulanceByCountry = createNumberByCountry(AMBULANCE_NUMBERS);
const policeByCountry = createNumberByCountry(POLICE_NUMBERS);

/** The number to call in a country; `service` matters where ambulance and police have different numbers. */
export function getEmergencyNumber(country: string, service: 'ambulance' | 'police' = 'ambulance'): string {
  const code = country.toUpperCase();
  const ambulanceNumber = ambulanceByCountry.get(code) ?? '112';
  return service === 'police' ? (policeByCountry.get(code) ?? ambulanceNumber) : ambulanceNumber;
}

const EMERGENCY_SERVICES = 'emergency services';

/** Adds the country's emergency number to a text that tells customers to call the emergency services. */
export function withEmergencyNumber(text: string, country: string): string {
  const number = getEmergencyNumber(country);
  return text.includes(number) ? text : text.replace(EMERGENCY_SERVICES, `${EMERGENCY_SERVICES} (${number})`);
}

type CrisisLine = { name: string; instruction: string };

const SAMARITANS: CrisisLine = { name: 'Samaritans', instruction: 'call 116 123' };
const CRISIS_LINES: Readonly<Record<string, CrisisLine>> = {
  US: { name: 'the 988 Suicide & Crisis Lifeline', instruction: 'call or text 988' },
  CA: { name: 'the 988 Suicide Crisis Helpline', instruction: 'call or text 988' },
  GB: SAMARITANS,
  IE: SAMARITANS,
  AU: { name: 'Lifeline', instruction: 'call 13 11 14' },
  NZ: { name: 'a trained counsellor', instruction: 'call or text 1737' },
};

/** A crisis line that is open at any hour, if known. */
export function findCrisisLine(country: string): CrisisLine | undefined {
  return CRISIS_LINES[country.toUpperCase()];
}

/** Poison control that is open at any hour, where a country has a single number. */
const POISON_LINES: Readonly<Record<string, string>> = {
  US: '1-800-222-1222',
  CA: '1-844-764-7669',
  AU: '13 11 26',
  NZ: '0800 764 766',
};

export const findPoisonLine = (country: string): string | undefined => POISON_LINES[country.toUpperCase()];
