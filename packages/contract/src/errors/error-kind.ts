/** Codes with their HTTP status and the sentence a person reads; `{name}` stands for a detail of the error. */
export type ErrorKinds = Readonly<Record<string, { status: number; message: string }>>;
