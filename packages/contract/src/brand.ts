/**
 * The product's name and how to reach the people behind it, as mails, site and assistant show them. An
 * operator sets each by a variable of the service; values are one line of plain text that is safe in
 * HTML, in attributes and in JSON as it stands.
 */
export type Brand = Readonly<{
  name: string;
  /** One sentence: what the product does. */
  tagline: string;
  supportEmail: string;
  /** As people read it: digits, spaces, parentheses and hyphens, with a + before the country. */
  phone: string;
  phoneHours: string;
  office: string;
  founderName: string;
}>;

/** What stands where the operator sets nothing. Address, phone and founder are made up. */
export const DEFAULT_BRAND: Brand = {
  name: 'Quorate',
  tagline: 'It trades only when the models agree.',
  supportEmail: 'support@quorate.example',
  phone: '+92 42 555 0100',
  phoneHours: 'Mon-Fri 9AM-6PM PKT',
  office: 'Lahore, Pakistan',
  founderName: 'Adeel Rahman',
};
