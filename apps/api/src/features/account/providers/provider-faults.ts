/** No answer came, not in time, or none that says anything: in a moment it may be different. */
export class ProviderUnreachableError extends Error {
  override readonly name = 'ProviderUnreachableError';
}

/** The provider answered, and its answer is no. */
export class ProviderRefusedError extends Error {
  override readonly name = 'ProviderRefusedError';
}

/** The person is known to the provider, and no address of theirs has been verified there. */
export class EmailUnverifiedError extends Error {
  override readonly name = 'EmailUnverifiedError';
}
