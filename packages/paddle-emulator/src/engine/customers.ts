import type { Address, CustomData, Customer } from '../model/entities.ts';
import { conflict, notFound } from './api-error.ts';
import { type Emulator, newId, nowIso } from './emulator.ts';
import { emit } from './events.ts';

type Optional<T> = T | null | undefined;

/** The body of POST /customers. */
export type CustomerInput = {
  email: string;
  name?: Optional<string>;
  locale?: string | undefined;
  custom_data?: CustomData | undefined;
};

/** The body of POST /customers/{id}/addresses. */
export type AddressInput = {
  country_code: string;
  description?: Optional<string>;
  first_line?: Optional<string>;
  second_line?: Optional<string>;
  city?: Optional<string>;
  postal_code?: Optional<string>;
  region?: Optional<string>;
  custom_data?: CustomData | undefined;
};

/** @throws ApiError 409 when another customer has the e-mail address */
export function createCustomer(emulator: Emulator, input: CustomerInput): Customer {
  refuseTakenEmail(emulator, input.email, null);
  const now = nowIso(emulator);
  const customer: Customer = {
    id: newId(emulator, 'ctm'),
    name: input.name ?? null,
    email: input.email,
    marketing_consent: false,
    status: 'active',
    custom_data: input.custom_data ?? null,
    locale: input.locale ?? 'en',
    created_at: now,
    updated_at: now,
    import_meta: null,
  };
  emulator.state.customers.set(customer.id, customer);
  emit(emulator, 'customer.created', customer);
  return customer;
}

/** @throws ApiError 409 when somebody else has the address */
export function refuseTakenEmail(emulator: Emulator, email: string, ownId: string | null): void {
  const other = customerByEmail(emulator, email);
  if (other && other.id !== ownId) {
    throw conflict(
      'customer_already_exists',
      `customer email conflicts with customer of id ${other.id}`,
    );
  }
}

/** Letters great or small are the same. */
export function customerByEmail(emulator: Emulator, email: string): Customer | undefined {
  const wanted = email.toLowerCase();
  for (const customer of emulator.state.customers.values()) {
    if (customer.email.toLowerCase() === wanted) return customer;
  }
  return undefined;
}

/** Adds an address to a customer. */
export function createAddress(
  emulator: Emulator,
  customerId: string,
  input: AddressInput,
): Address {
  findCustomer(emulator, customerId);
  const now = nowIso(emulator);
  const address: Address = {
    id: newId(emulator, 'add'),
    customer_id: customerId,
    description: input.description ?? null,
    first_line: input.first_line ?? null,
    second_line: input.second_line ?? null,
    city: input.city ?? null,
    postal_code: input.postal_code ?? null,
    region: input.region ?? null,
    country_code: input.country_code,
    status: 'active',
    custom_data: input.custom_data ?? null,
    created_at: now,
    updated_at: now,
    import_meta: null,
  };
  emulator.state.addresses.set(address.id, address);
  emit(emulator, 'address.created', address);
  return address;
}

/** @throws ApiError 404 when there is none */
export function findCustomer(emulator: Emulator, id: string): Customer {
  const customer = emulator.state.customers.get(id);
  if (!customer) throw notFound('Customer', id);
  return customer;
}

/** @throws ApiError 404 when the address is not this customer's */
export function findAddress(emulator: Emulator, customerId: string, id: string): Address {
  const address = emulator.state.addresses.get(id);
  if (address?.customer_id !== customerId) throw notFound('Address', id);
  return address;
}

/** Minor units that the customer has to their credit in a currency. */
export function creditOf(emulator: Emulator, customerId: string, currency: string): number {
  return emulator.state.creditBalances.get(`${customerId}:${currency}`) ?? 0;
}

/** Adds minor units to what a customer has to their credit; a negative figure takes. */
export function addCredit(
  emulator: Emulator,
  customerId: string,
  currency: string,
  minor: number,
): void {
  const balance = creditOf(emulator, customerId, currency) + minor;
  emulator.state.creditBalances.set(`${customerId}:${currency}`, balance);
  emulator.changed();
}
