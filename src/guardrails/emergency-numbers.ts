type NumberTable = Readonly<Record<string, string>>;

/** By number, the countries (ISO 3166) where it brings an ambulance; everywhere else 112 is the best guess. */
const AMBULANCE: NumberTable = {
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

/** Where the police have a number of their own. */
const POLICE: NumberTable = {
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

const byCountry = (table: NumberTable) =>
  new Map(Object.entries(table).flatMap(([number, countries]) => countries.split(' ').map((code) => [code, number])));

const AMBULANCES = byCountry(AMBULANCE);
const POLICES = byCountry(POLICE);

/** The number to call in a country, for a person in need of help or, where that differs, of the police. */
export function emergencyNumber(country: string, need: 'ambulance' | 'police' = 'ambulance'): string {
  const code = country.toUpperCase();
  const ambulance = AMBULANCES.get(code) ?? '112';
  return need === 'police' ? (POLICES.get(code) ?? ambulance) : ambulance;
}

type CrisisLine = { name: string; how: string };

const SAMARITANS: CrisisLine = { name: 'Samaritans', how: 'call 116 123' };
const CRISIS_LINES: Readonly<Record<string, CrisisLine>> = {
  US: { name: 'the 988 Suicide & Crisis Lifeline', how: 'call or text 988' },
  CA: { name: 'the 988 Suicide Crisis Helpline', how: 'call or text 988' },
  GB: SAMARITANS,
  IE: SAMARITANS,
  AU: { name: 'Lifeline', how: 'call 13 11 14' },
  NZ: { name: 'a trained counsellor', how: 'call or text 1737' },
};

/** Somebody to talk to at any hour, where we know of one. */
export function crisisLine(country: string): CrisisLine | undefined {
  return CRISIS_LINES[country.toUpperCase()];
}

/** Who knows what to do about a poison at any hour, where the country has one number for it. */
const POISON_LINES: Readonly<Record<string, string>> = {
  US: '1-800-222-1222',
  CA: '1-844-764-7669',
  AU: '13 11 26',
  NZ: '0800 764 766',
};

export const poisonLine = (country: string): string | undefined => POISON_LINES[country.toUpperCase()];
