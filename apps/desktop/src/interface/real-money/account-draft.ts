import { profile } from '@quorate/bot/profiles/profile';

/** The account that a configuration is switched to, as it is typed. */
export type AccountDraft = Readonly<{ account: string; server: string; password: string }>;

/** What is wrong with it, by field; empty where nothing is. */
export function accountFaults({ account, server }: AccountDraft): Record<string, string> {
  const faults: Record<string, string> = {};
  if (!profile.shape.account_number.safeParse(account.trim()).success) {
    faults.account_number =
      account.trim() === '' ? 'Enter the account number.' : 'Enter digits only, at most 20.';
  }
  if (!profile.shape.broker_server.safeParse(server.trim()).success) {
    faults.broker_server =
      server.trim() === '' ? 'Choose the server, or type it.' : 'Enter at most 64 letters.';
  }
  return faults;
}

/** What is sent of it; an empty password keeps the one there is. */
export function accountBody({ account, server, password }: AccountDraft) {
  return {
    account_number: account.trim(),
    broker_server: server.trim(),
    terminal_password: password === '' ? null : password,
  };
}
