/** A finished mail; who sends it is the transport's matter. */
export type Mail = Readonly<{ to: string; subject: string; text: string; html: string }>;
