/**
 * Words that most lists of leaked passwords share, in lower case. What hangs at their end, a year or an
 * exclamation mark, is taken off before they are looked for.
 */
const WORDS = new Set(
  `abc access account adidas admin administrator adrian airborne alexander alexis amanda amber america
  andrea andrew angel angela angels animal anthony apple april archer arsenal arthur ashley august
  austin babygirl badboy bailey banana barcelona barney baseball basketball batman bear beautiful beaver
  benjamin bigdaddy bigdog bitcoin blink bond booboo boomer boston brandon brandy broncos
  bubbles buddy bulldog buster butter butterfly camaro cameron canada captain carlos casper changeme
  charles charlie cheese chelsea chester chicago chicken chocolate chris christ christian coffee compaq
  computer connect cookie cool corvette cowboy cowboys crystal daniel dallas daniela danielle default
  demo diablo diamond doctor dolphin donald donkey dragon eagle eagles edward einstein elephant eminem
  enter estrella falcon family fender ferrari fishing flower flowers football forever forex forextrader
  freedom friend friends fuckyou garfield gateway george ginger gold golden golf golfer google
  guest guitar gunner hacker hammer hannah happy harley heather hello helpme hockey hola home
  house hunter iceman iloveu iloveyou internet iwantu jackson jaguar jasmine jasper jennifer
  jessica jesus johnny jonathan jordan joseph joshua junior justin killer kitty ladybug lakers lauren
  legend letmein liverpool login london love lovely lovers loveme lucky maggie manchester manager marina
  marine marlboro martin master matrix matthew maverick maxwell melissa mercedes merlin metatrader
  michael michelle mickey midnight miller minecraft mobile money monkey monster morgan mother mustang
  naruto nascar natasha nathan ncc newyork nicholas nicole ninja nothing nirvana office oliver orange
  packers panther parker pass passw passwd password passwort patrick peanut pepper phoenix player
  please pokemon polina porsche power prince princess private purple quorate qwer qwert qwerty
  rabbit rachel raiders rainbow ranger rangers rebecca redskins redsox richard robert rocket root rosebud
  running samantha samsung samson sandra saturn scooby scooter scorpion secret secure security 
  shadow shannon sierra silver skippy slipknot smokey snoopy soccer sophie sparky spider spiderman
  startrek starwars steelers steven sticky stupid success summer sunshine super superman superstar
  sweet system taylor temp tennis test tester testing thomas thunder tiffany tiger tigers tigger time
  tomcat toor toyota trade trader trading travis trustno trustnoone turtle user victoria victor
  viking voodoo voyager walter warrior welcome whatever william willie wilson winner winston winter
  wizard xavier yamaha yankee yankees yellow zaq zxcvbn`.split(/\s+/),
);

/** Whole passwords that neither a word nor a rule below explains. */
const WHOLE = new Set(
  `1q2w3e 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qazxsw2 q1w2e3 q1w2e3r4 q1w2e3r4t5 qazwsx qazwsxedc zaq12wsx
  zaq1zaq1 a1b2c3 a1b2c3d4 abc123 abcd1234 123abc 1234abcd 123qwe qwe123 qweasd qweasdzxc asd123
  1a2b3c 1a2b3c4d asdf1234 1234qwer 123321 147258 147258369 159357 159753 741852 741852963 789456
  789456123 258456 456789 112233 121212 123123 131313 321321 456456 abcabc abcdabcd qweqwe asdasd zxczxc 12341234 696969 7777777 102030 010203 11223344
  trustno1 ncc1701 blink182 iloveyou2 letmein1 p@ssw0rd p@ssword passw0rd pa$$word pa$$w0rd
  qwerty12345 987654321 1029384756 0987654321`.split(/\s+/),
);

/** Rows of keys as they lie, and the runs that people count and spell. */
const RUNS = [
  '1234567890',
  '01234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'qwertzuiop',
  'azertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qazwsxedcrfvtgbyhnujmikolp',
  '1qaz2wsx3edc4rfv5tgb',
].flatMap((run) => [run.repeat(2), run.split('').reverse().join('').repeat(2)]);

/**
 * Whether a password stands among those that are tried first: a common word with or without an ending, one
 * piece over and over, or keys in a row.
 *
 * @param password in lower case and NFKC
 */
export function isCommonPassword(password: string): boolean {
  return (
    WHOLE.has(password) ||
    WORDS.has(withoutEnding(password)) ||
    isRepeated(password) ||
    RUNS.some((run) => run.includes(password))
  );
}

/** 'password2024!' is 'password'; so is 'p4ssw0rd1'. */
function withoutEnding(password: string): string {
  const word = password.replace(/[\d!?.@#$*_-]{1,6}$/, '');
  return word.replaceAll(/[@4013$5]/g, (sign) => LETTERS[sign] ?? sign);
}

const LETTERS: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '0': 'o',
  '1': 'i',
  '3': 'e',
  $: 's',
  '5': 's',
};

/** A piece of up to four characters three times or more and nothing else: 'aaaaaa', '1212121', 'sosososo'. */
function isRepeated(password: string): boolean {
  const characters = Array.from(password);
  return [1, 2, 3, 4].some(
    (length) =>
      characters.length >= 3 * length &&
      characters.every((character, place) => character === characters[place % length]),
  );
}
