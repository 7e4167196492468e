/** Who a provider says a person is. */
export type Identity = Readonly<{
  /** The provider's own id of the person: addresses change hands, this does not. */
  subject: string;
  /** null when the provider has verified none. */
  email: string | null;
  /** What the person is called there, for a username to be made from; '' when it does not say. */
  name: string;
}>;

/** What is kept between sending a browser to a provider and its coming back. */
export type Handshake = Readonly<{
  state: string;
  codeVerifier: string;
  /** For providers that sign who somebody is. */
  nonce: string;
}>;

/** Somebody else who vouches for people (OAuth 2.0 code flow with PKCE). */
export type Provider = Readonly<{
  /**
   * Where to send the browser.
   *
   * @throws ProviderUnreachableError
   */
  authorizationUrl(handshake: Handshake): Promise<URL>;
  /**
   * Who came back with this code.
   *
   * @throws ProviderUnreachableError
   * @throws ProviderRefusedError also when the answer is forged, stale, or meant for somebody else
   */
  identify(code: string, handshake: Handshake): Promise<Identity>;
}>;
