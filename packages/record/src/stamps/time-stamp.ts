import { sha256 } from '@quorate/tlog/sha256';
import { Integer, ObjectIdentifier, OctetString, Sequence } from 'asn1js';
import {
  AlgorithmIdentifier,
  type Attribute,
  Certificate,
  CertificateChainValidationEngine,
  ContentInfo,
  ExtKeyUsage,
  MessageImprint,
  SignedData,
  SignedDataVerifyError,
  TimeStampReq,
  TimeStampResp,
  TSTInfo,
} from 'pkijs';

// Stamps of time by RFC 3161, read and verified with PKI.js. It leaves out what a stamp's own standard asks for: whose
// certificate may stamp, and that the signature names it (RFC 5816). That is done here.

const OID = {
  sha256: '2.16.840.1.101.3.4.2.1',
  signedData: '1.2.840.113549.1.7.2',
  stampInfo: '1.2.840.113549.1.9.16.1.4',
  contentType: '1.2.840.113549.1.9.3',
  signingCertificate: '1.2.840.113549.1.9.16.2.12',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  keyUsages: '2.5.29.37',
  stamps: '1.3.6.1.5.5.7.3.8',
  commonName: '2.5.4.3',
} as const;

/** Digests that stamps may be signed over. SHA-1 is not among them: it can be made to fit. */
const DIGESTS: Readonly<Record<string, string>> = {
  [OID.sha256]: 'SHA-256',
  '2.16.840.1.101.3.4.2.2': 'SHA-384',
  '2.16.840.1.101.3.4.2.3': 'SHA-512',
};

/** @param nonce 8 bytes or more @returns what an authority is asked, in DER */
export function stampQuery(note: string, nonce: Uint8Array): Uint8Array {
  const query = new TimeStampReq({
    version: 1,
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({ algorithmId: OID.sha256 }),
      hashedMessage: new OctetString({ valueHex: imprintOf(note) }),
    }),
    nonce: new Integer({ valueHex: nonceOf(nonce) }),
    certReq: true,
  });
  return new Uint8Array(query.toSchema().toBER());
}

function imprintOf(note: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(sha256(new TextEncoder().encode(note)));
}

/** A number above zero, which DER writes in one way only. */
function nonceOf(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return Uint8Array.of(0x40 | ((bytes[0] ?? 0) & 0x3f), ...bytes.subarray(1));
}

/** Why something is no stamp, in a sentence that operators read. */
export class StampError extends Error {
  override name = 'StampError';
  /** Whether the stamp holds, and nobody vouches for who has made it. */
  isOfAuthority = false;
}

/**
 * Takes the token out of an authority's answer.
 *
 * @param bytes as it came
 * @throws StampError for a refusal, and for what is no answer
 */
export function readStampAnswer(bytes: Uint8Array): Uint8Array {
  const answer = parsed(
    () => TimeStampResp.fromBER(Uint8Array.from(bytes)),
    'no answer of RFC 3161',
  );
  const { status, statusStrings = [] } = answer.status;
  // Granted, or granted with changes.
  if (status > 1) {
    const why = statusStrings
      .map((each) => each.valueBlock.value)
      .join(' ')
      .slice(0, 200);
    throw new StampError(`it refused with status ${status}${why === '' ? '' : `: ${why}`}`);
  }
  if (!answer.timeStampToken) throw new StampError('it answered without a stamp');
  return new Uint8Array(answer.timeStampToken.toSchema().toBER());
}

function parsed<T>(read: () => T, what: string): T {
  try {
    return read();
  } catch (error) {
    throw new StampError(`it is ${what}`, { cause: error });
  }
}

export type TimeStamp = Readonly<{
  /** ISO 8601, UTC. */
  at: string;
  /** What the certificate calls its holder. Nobody vouches for it unless `vouched`. */
  authority: string;
  /** Whether a given certificate is the authority's, or leads to it. */
  vouched: boolean;
}>;

export type StampExpectation = Readonly<{
  /** What was stamped. */
  note: string;
  /** As it was asked; leave it out where only the token is left. */
  nonce?: Uint8Array;
  /** Certificates in DER: the authority's, or of whoever has issued it. Without any, it is nobody known. */
  authorities?: readonly Uint8Array[];
}>;

/**
 * Verifies a stamp: that it is of this note, that its signature is true and that its certificate may stamp. With
 * certificates, also that one of them leads to it and that all were valid at its time.
 *
 * @param token in DER
 * @throws StampError
 */
export async function verifyStamp(
  token: Uint8Array,
  expected: StampExpectation,
): Promise<TimeStamp> {
  try {
    return await verify(token, expected);
  } catch (error) {
    if (error instanceof StampError) throw error;
    throw new StampError('the stamp is not written as RFC 3161 says', { cause: error });
  }
}

async function verify(
  token: Uint8Array,
  { note, nonce, authorities = [] }: StampExpectation,
): Promise<TimeStamp> {
  const signed = openToken(token);
  const content = signed.encapContentInfo.eContent?.getValue();
  if (!content) throw new StampError('the stamp is empty');
  const info = TSTInfo.fromBER(content);
  const { hashAlgorithm, hashedMessage } = info.messageImprint;
  const isOfNote =
    hashAlgorithm.algorithmId === OID.sha256 &&
    isSame(hashedMessage.valueBlock.valueHexView, imprintOf(note));
  if (!isOfNote) throw new StampError('the stamp is of something else');
  if (nonce && !isSame(info.nonce?.valueBlock.valueHexView ?? new Uint8Array(), nonceOf(nonce)))
    throw new StampError('the stamp answers another question: its nonce differs');
  const signer = await expectSigned(signed, note);
  const vouched = authorities.length > 0;
  if (vouched) await expectVouched(signer, signed, authorities, info.genTime);
  return { at: info.genTime.toISOString(), authority: nameOf(signer), vouched };
}

function openToken(token: Uint8Array): SignedData {
  const outer = ContentInfo.fromBER(Uint8Array.from(token));
  if (outer.contentType !== OID.signedData) throw new Error('it is signed by nobody');
  const signed = new SignedData({ schema: outer.content });
  if (signed.encapContentInfo.eContentType !== OID.stampInfo) throw new Error('it is no stamp');
  return signed;
}

/** @returns the certificate of whoever has signed it */
async function expectSigned(signed: SignedData, note: string): Promise<Certificate> {
  const [signer, ...more] = signed.signerInfos;
  if (!signer || more.length > 0) throw new StampError('a stamp is signed by one authority');
  const digest = DIGESTS[signer.digestAlgorithm.algorithmId];
  if (digest === undefined)
    throw new StampError('the stamp is signed over a digest that is too weak');
  const data = Uint8Array.from(new TextEncoder().encode(note)).buffer;
  const verdict = await signed
    .verify({ signer: 0, data, extendedMode: true })
    .catch((error: unknown) => {
      throw new StampError(`the stamp cannot be verified: ${reasonOf(error)}`, { cause: error });
    });
  const { signatureVerified, signerCertificate } = verdict;
  if (!signatureVerified || !signerCertificate)
    throw new StampError('the signature of the stamp is false');
  const attributes = signer.signedAttrs?.attributes ?? [];
  const type = attributeOf(attributes, OID.contentType);
  if (!(type instanceof ObjectIdentifier) || type.valueBlock.toString() !== OID.stampInfo)
    throw new StampError('the signature of the stamp is of something else');
  if (!(await namesCertificate(attributes, signerCertificate)))
    throw new StampError('the stamp does not name the certificate that it is signed with');
  if (!mayStamp(signerCertificate))
    throw new StampError('its certificate is not one that stamps (RFC 3161, section 2.3)');
  return signerCertificate;
}

function attributeOf(attributes: readonly Attribute[], type: string): unknown {
  const found = attributes.filter((each) => each.type === type);
  return found.length === 1 && found[0]?.values.length === 1 ? found[0].values[0] : undefined;
}

/** The first of the certificates that are named is the one that signs: by its hash, of SHA-256 where none is told. */
async function namesCertificate(
  attributes: readonly Attribute[],
  certificate: Certificate,
): Promise<boolean> {
  const v2 = attributeOf(attributes, OID.signingCertificateV2);
  const [list] = membersOf(v2 ?? attributeOf(attributes, OID.signingCertificate));
  const [first, second] = membersOf(membersOf(list)[0]);
  const hash = first instanceof OctetString ? first : second;
  const algorithm =
    first === hash ? OID.sha256 : new AlgorithmIdentifier({ schema: first }).algorithmId;
  const digest = v2 === undefined ? 'SHA-1' : DIGESTS[algorithm];
  if (!(hash instanceof OctetString) || digest === undefined) return false;
  const own = await crypto.subtle.digest(digest, derOf(certificate));
  return isSame(hash.valueBlock.valueHexView, new Uint8Array(own));
}

function membersOf(value: unknown): readonly unknown[] {
  return value instanceof Sequence ? value.valueBlock.value : [];
}

function derOf(certificate: Certificate): Uint8Array<ArrayBuffer> {
  return new Uint8Array(certificate.toSchema().toBER());
}

function mayStamp({ extensions = [] }: Certificate): boolean {
  const usage = extensions.find(({ extnID }) => extnID === OID.keyUsages);
  return (
    usage?.critical === true &&
    usage.parsedValue instanceof ExtKeyUsage &&
    usage.parsedValue.keyPurposes.length === 1 &&
    usage.parsedValue.keyPurposes[0] === OID.stamps
  );
}

/** Whether these bytes are a certificate that stamps can be checked with. */
export function isCertificate(der: Uint8Array): boolean {
  try {
    return Certificate.fromBER(Uint8Array.from(der)).subject.typesAndValues.length >= 0;
  } catch {
    return false;
  }
}

/** @param at the time of the stamp: certificates run out, and what they signed before stays true */
async function expectVouched(
  signer: Certificate,
  signed: SignedData,
  authorities: readonly Uint8Array[],
  at: Date,
): Promise<void> {
  const trusted = authorities.map((der) =>
    parsed(() => Certificate.fromBER(Uint8Array.from(der)), 'no certificate'),
  );
  if (trusted.some((each) => isSame(derOf(each), derOf(signer)))) {
    if (signer.notBefore.value <= at && at <= signer.notAfter.value) return;
    throw notVouched(signer, `its certificate was not valid at ${at.toISOString()}`);
  }
  const carried = (signed.certificates ?? []).filter((each) => each instanceof Certificate);
  const others = carried.filter((each) => each !== signer);
  const engine = new CertificateChainValidationEngine({
    trustedCerts: trusted,
    // The last one is the one that is looked at.
    certs: [...others, signer],
    checkDate: at,
  });
  const { result, resultMessage } = await engine.verify().catch((error: unknown) => ({
    result: false,
    resultMessage: reasonOf(error),
  }));
  if (!result) throw notVouched(signer, inOurWords(resultMessage));
}

/** PKI.js says what it looked for, and not what its reader can do. */
function inOurWords(message: string): string {
  return message.startsWith('No valid certificate paths')
    ? 'no certificate that you gave is theirs or has issued theirs'
    : message;
}

function notVouched(signer: Certificate, reason: string): StampError {
  const error = new StampError(`${nameOf(signer)}: ${reason}`);
  error.isOfAuthority = true;
  return error;
}

function nameOf({ subject }: Certificate): string {
  const names = subject.typesAndValues;
  const named = names.find(({ type }) => type === OID.commonName) ?? names.at(-1);
  return named ? String(named.value.valueBlock.value) : 'an authority without a name';
}

function reasonOf(error: unknown): string {
  if (error instanceof SignedDataVerifyError || error instanceof Error) return error.message;
  return String((error as { resultMessage?: unknown } | null)?.resultMessage ?? error);
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}
