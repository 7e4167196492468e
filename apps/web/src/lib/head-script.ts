/**
 * Runs in the page's head before anything is painted: a dark page never flashes white, and whoever is
 * signed in never sees "Sign In" flash by in a page that was written at build time. It reads the same
 * storage keys as the theme and the session.
 */
export const HEAD_SCRIPT =
  "try{var d=document.documentElement.dataset,t=localStorage.getItem('theme');" +
  "if(t==='light'||t==='dark')d.theme=t;" +
  "if(localStorage.getItem('authToken'))d.token=''}catch(e){}";
