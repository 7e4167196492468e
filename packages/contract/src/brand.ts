/** The product's name and how to reach the people behind it, once for mails, site and bot. */
export const BRAND = {
  name: 'Quorate',
  tagline: 'It trades only when the models agree.',
  supportEmail: 'support@quorate.example',
  /** A number from the block that is reserved for fiction. */
  phone: '+1 202 555 0143',
  phoneHours: 'Mon-Fri 9AM-6PM PKT',
  office: 'Lahore, Pakistan',
  founderName: 'Adeel Rahman',
} as const;
