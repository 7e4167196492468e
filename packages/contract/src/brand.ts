/** The product's name and how to reach the people behind it, once for mails, site and bot. */
export const BRAND = {
  name: 'Quorate',
  tagline: 'It trades only when the models agree.',
  supportEmail: 'support@quorate.example',
  /** Made up: an operator sets the real one. */
  phone: '+92 42 555 0100',
  phoneHours: 'Mon-Fri 9AM-6PM PKT',
  office: 'Lahore, Pakistan',
  founderName: 'Adeel Rahman',
} as const;
