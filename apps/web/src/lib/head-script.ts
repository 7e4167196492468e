import { DEMO_TOKEN } from '@quorate/contract/demo-account';
import { LANGUAGE } from '@quorate/ui/language';
import { LANGUAGES } from '@quorate/values/languages';
import { BASE_PATH } from './base-path.ts';
import { LANGUAGE_KEY } from './kept-language.ts';

/**
 * A plain address leads to the language that its reader chose; an address with a language is meant as it is. Whoever
 * comes from a page in that language pressed *English* there, maybe before the page could keep the choice.
 */
const TO_KEPT_LANGUAGE =
  `var l=localStorage.getItem('${LANGUAGE_KEY}');` +
  `if(${JSON.stringify(LANGUAGES.filter((each) => each !== 'en'))}.includes(l))` +
  "(document.referrer+'/').startsWith(location.origin+'/'+l+'/')?" +
  `localStorage.setItem('${LANGUAGE_KEY}','en'):` +
  "location.replace('/'+l+location.pathname+location.search+location.hash)";

/**
 * Runs in the page's head before anything is painted: a dark page never flashes white, and whoever is
 * signed in never sees "Sign In" flash by in a page that was written at build time. It reads the same
 * storage keys as the theme and the session.
 */
export const HEAD_SCRIPT =
  "try{var d=document.documentElement.dataset,t=localStorage.getItem('theme');" +
  "if(t==='light'||t==='dark')d.theme=t;" +
  "if(localStorage.getItem('authToken'))d.token='';" +
  `${LANGUAGE === 'en' ? TO_KEPT_LANGUAGE : ''}}catch(e){}`;

/**
 * Runs in the page's head: the desk's answer sets out with the page, not after four files of code. A page
 * without a session that can be read asks for nothing; the address is the very one that the desk asks for.
 */
export const FIRST_CALL_SCRIPT =
  // A moment later: to find out the zone takes as long as to read the page, which is painted first.
  "setTimeout(()=>{try{var p=location.pathname.replace(/\\/$/,''),k=" +
  `p==='${BASE_PATH}/demo'?'${DEMO_TOKEN}':p==='${BASE_PATH}/dashboard'&&JSON.parse(localStorage.getItem('user')).id&&` +
  "localStorage.getItem('authToken');" +
  "if(k&&!location.search){var u='/api/user/desk?range=1m&time_zone='+" +
  'encodeURIComponent(Intl.DateTimeFormat().resolvedOptions().timeZone),' +
  "a=fetch(u,{headers:{Accept:'application/json','Accept-Language':'" +
  `${LANGUAGE}',` +
  "Authorization:'Bearer '+k}});" +
  'a.catch(()=>{});firstCall=[u,k,a]}}catch(e){}})';
