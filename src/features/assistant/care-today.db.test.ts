// Illness that a practice should hear about today, in words that the classifier was not trained on.
import { describe, expect, it } from 'vitest';
import { openSharedEncoder } from '../../../test/shared-resources.ts';
import { findTraits } from '../../../test/traits.ts';
import { guardInput } from '../../guardrails/input-guard.ts';
import { NO_RISK } from '../../guardrails/risk.ts';
import { createNlu } from './predict-intent.ts';

const nlu = createNlu(openSharedEncoder());

const URGENT_MESSAGES = `
our newborn is running a temperature, can we bring her by
She is 5 weeks old. She has had a fever since lunch.
infant with a fever, first slot you have please
his temp is 104.5 and he just lies there
I have had a 39.8 fever for two days, anything open?
fever of 103°F and a cough, can I get a sick visit
the pain in my side is unbearable, do you have anything this afternoon
sudden pain in my knee, can Dr. Brooks take a look
awful earache all night, earliest appointment please
my back pain is a 9 out of 10 today
is 100.4 a fever for a newborn
how do I bring down my baby's fever
Hello, Theo is seven weeks and boiling hot, he slept through two feeds
she was born on the 2nd and the thermometer reads 38.6
grandson, 4 mths, hot forehead and whimpering since breakfast
We just measured 104.3 on our second grader
the thermometer shows 40 and paracetamol does nothing
shivering under three blankets, 103.9
my hubby is sweating buckets with 39.7
our au pair has 104 and a sore neck
can't stand upright, my belly hurts so much
I'm curled up on the bathroom floor, cramps are brutal
tooth is pounding so hard I've been up since 2
on a scale of one to ten my hip is a ten
never had a headache this violent
out of the blue my calf hurts like mad and it's puffy
something tore in my shoulder while lifting, I'm close to tears
I keep being sick, even sips of water come straight back up
Lena has been throwing up every half hour since midnight
he hasn't had a wet nappy since yesterday evening
my urine is bright red this morning
the scar from my operation is weeping and hot
gash on my shin from the bike, it's gaping
the neighbor's dog bit my kid's leg just now
wrist looks crooked after I slipped on the ice
my ankle swelled up to the size of a grapefruit, can't step on it
I see flashes and a curtain in my left eye since lunch
puffer every hour and still tight
glucose meter says 390 and I'm queasy
the baby's kicking much less than yesterday, I'm 33 weeks
spotting and cramping at 9 weeks
spots all over her tummy and 39.8
my jaw is so swollen I can barely open my mouth, and I'm hot
Mum doesn't know what day it is and she's feverish
blacked out in the shower an hour ago, still wobbly
it stings when I pee, my flank aches and I've got chills
ran out of my insulin last night
chip pan oil splashed on my arm, big blisters
Noah, 9 weeks, has been feverish since the 4am feed
our little one turned six months yesterday and is at 38.9
is it normal that my four week old feels like a radiator
103.1 this morning and 104 now
teen daughter: 40.5, won't get out of bed
I'm burning up, last reading was 39.9
my wife's fever spiked to 104.8 tonight
pain below my ribs so bad I had to lie on the floor
my lower back locked up, I can't move without yelling
ear infection? the ache is beyond anything I've felt
woke at 3 with savage stomach cramps, still going
hip pain 10/10 after a twist, please anyone
he's been puking since supper, can't hold down even juice
three year old, dry mouth, no tears, no pee since last night
fell down the stairs this morning, knee the size of a melon
kitchen knife went deep into my thumb
my stitches from Tuesday popped and it's leaking
swelling around the bite is racing up my leg
can't see out of my right eye properly since I woke up
my chest whistles and the blue inhaler isn't doing anything
meter just says HI, I feel rotten
38 weeks and I haven't felt him kick today
11 weeks, bright red bleeding
it burns to pee and now I'm shivering with 39.5
purple dots on her legs and she's hot
my throat is closing up on one side, I can't swallow soup
dad's talking nonsense since lunch and feels hot
passed out at work, head still spinning
on immunosuppressants, temp 38.6
my cheek doubled in size overnight, tooth abscess I guess
nail gun through my finger
scalded my belly with tea, it's all blistered
my eye got hit by a tennis ball and hurts terribly
neck so stiff I can't look down and I'm feverish
I ran out of my epilepsy tablets on Sunday
baby vomits after every single feed today
my son's testicle is swollen and really painful
sudden agony in my big toe, can't bear the sheet on it
I keep fainting when I get up today
pus and red streaks around my IV spot
`;

const OTHER_MESSAGES = `
do you treat infants with a fever?
which days is the fever clinic
refill for my migraine tablets, the ones for severe headaches
fever of 101 and a sore throat, any openings today?
our 18 month old has a slight temperature, can we come in tomorrow
she had a fever of 104 two weeks ago and is fine now, do we still come for the check?
what if my baby has a fever after the shots?
no fever and no severe pain, just a cough
I am 40 and have a fever, sick visit please
I get severe migraines, can I see Dr. Patel next week
the 3 month old needs her shots
Hello, Theo is seven weeks now, when is his next checkup?
could we register our little girl, she was born on the 2nd
grandson is 4 mths, do you have a pediatrician
my second grader needs a form for school
the thermometer you sold me is broken
my hubby would like a physical before the marathon
our au pair needs a TB test
belly button piercing looks fine, can you take a quick look sometime
I'd like to discuss birth control
cramps with my period as always, can I talk to somebody about the pill
tooth whitening, do you offer it?
on a scale of one to ten, how good is Dr. Nguyen with toddlers
I used to have violent headaches, they stopped after the new tablets
calf muscles tight from running, is physio possible on Thursday
my shoulder is fully healed, do I still need the follow-up?
Lena was sick last weekend but she's back at school
is the stomach bug going around?
how many wet nappies are normal
urine test for my new job
the scar from my operation looks good, when should it be checked
I need the stitches out next week
does the practice give rabies shots before a trip
slipped on the ice last winter, wrist still clicks now and then
do you sell ankle braces
I'd like my eyes tested
when should I replace my puffer
A1C check in three months, can I book it already
33 weeks, when's my next prenatal visit
do you have Saturday hours
how late can I call tonight
is somebody there between Christmas and New Year
are walk-ins ok
I have a cough that won't go away, three weeks now, no fever
runny nose and itchy eyes, it's the pollen
my temperature is 37.9, could I get a visit tomorrow
he's six and has 100.9 with a stuffy nose, could someone see him this week
a bit achy, probably nothing, would like a checkup
could you look at a mole on my back
Mum needs her flu shot and a blood pressure check
please cancel tomorrow, the kids are down with a cold
the receptionist was painfully slow last time
I'm dying to know if you take Cigna
knee replacement consult please
my insulin pen refill, how long will it take
do you have cream for sunburn
can I get a sick note, I'm over the worst of it
how much is a visit if I pay cash
Noah is 9 weeks, which vaccines are due
our little one turned six months, time for a checkup?
my four week old hiccups a lot, anything for the next visit
how do I take a baby's temperature correctly
teen daughter needs a physical for soccer
I was at 39.9 in March, is there a test for long covid
my wife would like to see a gynecologist in June
ribs a bit bruised from last month, x-ray results in?
my lower back gets stiff at my desk
ear wax removal, Wednesday?
stomach bug last week, do I need a note
hip replacement follow-up on the 3rd
he gets carsick, can you prescribe something for our trip
three year old well visit
fell in love with your clinic, five stars
need my thumb stitches out on Friday
the bite from last summer left a mark
new glasses prescription
asthma action plan, can you print mine
my meter needs new strips
38 weeks, where do I park at the hospital
11 weeks, when is the first scan
UTI last month, is a control test needed
freckles on her legs, skin check please
throat a little scratchy, can I still get my flu shot
dad would like a memory check sometime
dizzy spells once or twice a year, should I mention it
how long do I stay on immunosuppressants, question for my next visit
dental abscess treated in May, follow-up
do you remove nail fungus
tea or coffee before a blood test?
tennis elbow, physio referral
neck massage on prescription?
epilepsy review is due
baby formula samples, do you have any
vasectomy consult
gout diet sheet
I feel fine but need a check for insurance
IV vitamin drips, do you offer them
what are your prices for uninsured people
low fever, 100.2, and a sore throat, Wednesday morning?
my nephew has the flu, should I get a shot
book me for Tuesday at 8
is Dr. Brooks back from vacation
I'd like to switch my visit to telehealth
can you call me at lunch about my lab results
toothache comes and goes, cleaning appointment please
my knee is fine now, cancel Thursday
what counts as an emergency for you
severe weather today, are you open?
`;

const linesOf = (messageList: string) => messageList.trim().split('\n');

async function shareFlaggedUrgent(messageList: string): Promise<{ share: number; report: string[] }> {
  const messages = linesOf(messageList);
  const urgentFlags = await Promise.all(
    messages.map(async (message) => {
      const risk = { ...NO_RISK, needsCareToday: await nlu.needsCareToday(message) };
      return guardInput(message, { traits: findTraits('medical') }, risk).issue?.kind === 'urgent';
    }),
  );
  return {
    share: urgentFlags.filter(Boolean).length / messages.length,
    report: messages.map((message, index) => `${urgentFlags[index] ? '+' : '-'} ${message}`),
  };
}

describe('the rules and the classifier for urgent messages', () => {
  it('recognize most urgent messages', async () => {
    const { share, report } = await shareFlaggedUrgent(URGENT_MESSAGES);
    expect(share, report.join('\n')).toBeGreaterThanOrEqual(0.6);
  });

  it('flag few messages that are not urgent', async () => {
    const { share, report } = await shareFlaggedUrgent(OTHER_MESSAGES);
    expect(share, report.join('\n')).toBeLessThanOrEqual(0.02);
  });
});

describe('the input guard', () => {
  const traits = findTraits('medical');
  const risk = { ...NO_RISK, needsCareToday: true };

  it('reports an emergency rather than an urgent message where both apply', () => {
    expect(guardInput('my 2 month old has a fever and is not breathing', { traits }, risk).issue?.kind).toBe(
      'emergency',
    );
    expect(guardInput('our newborn has a fever', { traits }, risk).issue).toEqual({ kind: 'urgent' });
  });
});
