/** A finished mail; who sends it is the transport's matter. */
export type Mail = Readonly<{
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Somebody sits and waits for it: it goes before all that are news, however many these are. */
  awaited?: true;
}>;
