const toWordSet = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Words that are never part of a name, so a name ends before them. */
export const NEVER_NAMES: ReadonlySet<string> = toWordSet(`
allergy allergies allergic allergen allergens intolerant intolerance intolerances coeliac celiac coeliacs anaphylactic
anaphylaxis epipen vegan vegans vegetarian vegetarians veggie veggies pescatarian halal kosher
a an the and or but nor of in at to for from by with without as on off up out into over under about around after before
is it its it's be am are was were been being do does did done has have had having will would can could should shall may
might must i i'm i'd i'll i've im me my mine we we'd we'll we're we've us our you your yours he she they them his her
hers their this that that's these those there here what what's which who who's whom whose when where why how not no nope
yes yeah yep yup ya ok okay k please pls plz thanks thank thx cheers hi hello hey so if then than also too very just
only some any all both either neither other another such same more most less few many much monday tuesday wednesday
thursday friday saturday sunday mon tue tues wed thu thur thurs fri sat sun weekday weekend january february march april
may june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec today tomorrow
tonight yesterday tmrw tmr now later soon morning afternoon evening night noon midnight midday am pm o'clock oclock half
quarter past next last first second third one two three four five six seven eight nine ten eleven twelve couple dozen
people person persons ppl guests adults kids name names phone number email mail cell mobile tel contact address code
booking bookings reservation reservations reserve reserved appointment table tables party group book booked order orders
cancel change move want wanna need needs like would've make made get got give take come coming go going see let let's
lets know think sure right great good fine perfect nice cool sounds works correct wrong sorry actually maybe perhaps
anyone anybody someone nobody everyone whoever whatever whichever preference none nothing something anything everything
thing question is isn't don't doesn't can't won't didn't wasn't haven't available availability open closed free busy
time times date day days week month year hour hours minute minutes dinner lunch breakfast brunch menu food price cost
much how's where's spelled spelt spelling still called running late early vegan vegetarian allergic pregnant diabetic
celiac coeliac lactose gluten intolerant hungry looking trying calling writing wondering interested asking happy new
here speaking just because call text play tell show send read speak define add remove check find search help stop start
restart abort agree disagree repeat continue farewell undecided pin atm bye goodbye good-bye regards ah aw alright sir
madam team there dear robot bot human agent lol haha wtf fuck fucking shit bitch ass asshole damn hell stupid idiot dumb
french german italian spanish greek mexican chinese japanese thai indian british english american korean vietnamese
turkish lebanese moroccan brazilian halal kosher christmas easter thanksgiving halloween valentine's mother's father's
theres thats whats wheres whos hows hes shes theyre youre youve weve wed ive id ill itll thatll wont dont cant didnt
birthday anniversary wedding window outside inside patio terrace near asap instead again already back thanks
`);

/** Words before a thing rather than a person's name. */
export const DETERMINERS: ReadonlySet<string> = toWordSet('a an the my our your some any this that of');

/** Titles of people whom customers visit, not only of customers. */
export const DOCTOR_TITLES: ReadonlySet<string> = toWordSet('dr dr. doctor prof prof.');

export const TITLES: ReadonlySet<string> = toWordSet('mr mr. mrs mrs. ms ms. miss dr dr. doctor prof prof. sir');

/** Lower-case words within names. */
export const NAME_PARTICLES: ReadonlySet<string> = toWordSet(`
van der den de la le du da das dos do di del della von zu ter ten bin ibn al el y e st st. san santa af av mac mc
`);

/** First and last names that are also ordinary words. */
export const NAMES_THAT_ARE_WORDS: ReadonlySet<string> = toWordSet(`
will mark rose grace hope joy faith jack frank bill rob art drew chase summer dawn ivy max ray gene sue pat dean grant
miles lane jade amber olive violet daisy lily iris ruby pearl penny rich nick jean robin carol eve guy king prince star
sunny angel christian harmony melody crystal destiny trinity sage basil glen heath wade cliff clay dale brook brooke
forest hunter mason carter cooper taylor tyler parker skip buddy chip bud holly heather hazel ginger olivia georgia
charlotte sydney paris london austin dallas jackson lincoln savannah carolina florence victoria chelsea virginia israel
jordan china india america asia kenya chad jasmine rosemary cherry clementine candy honey coco cookie kitty birdie robin
martin jay wren raven phoenix leo lee young rocky sandy stormy misty windy autumn winter june april may august bob sky
josh peg pete dick harry tom jerry abby marina gail norm ernest earnest lance miller baker smith cook hall stone wood
woods park field hill rivers banks west north love bush brown black white green gray grey silver gold fox wolf swift
bishop pope knight page rice bacon fish bean berry price cash rich sharp strong short long small best moody sweet day
weeks summers winters snow frost rain moon star bright light read reed reid bond bell butler chandler potter ball barber
bird blue bridges burns camp case church court cross day dear english fields fisher flowers ford foster foot french
gates german gift glass goodman hands hart head heart holiday holmes house hood hunt irish iron jewel judge keys kind
kitchen land law little lord lamb mills mann marks may moss nail noble nurse oak pace paige palmer peace pike pitt pond
pool poole porter post power pratt purse rush sale savage sellers shepherd sheets singer skinner spring steel street
temple terry todd tower town valentine vale walker wall ward ware waters wells wild wise worth wright
`);
