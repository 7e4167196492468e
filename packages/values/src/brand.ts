/**
 * A nominal type: a `Brand<string, 'UserId'>` is a string that no other string type is assignable to.
 *
 * @example
 * type UserId = Brand<string, 'UserId'>;
 */
export type Brand<T, Name extends string> = T & { readonly __brand: Name };
