/** Addresses of the screens of one configuration. @param name of the configuration */
export function placesOf(name: string) {
  const home = `/configurations/${encodeURIComponent(name)}`;
  return {
    run: home,
    setup: `${home}/setup`,
    edit: `${home}/edit`,
    realMoney: `${home}/real-money`,
    trades: `${home}/trades`,
    journal: `${home}/journal`,
    logs: `${home}/logs`,
    signIn: '/sign-in',
  } as const;
}
