import type { Catalogue } from '../../../platform/fields/facts.ts'
import { addressFields } from '../../../platform/fields/address.ts'
import { line, paragraphs, reference, wholeNumber } from '../../../platform/fields/kinds.ts'

const TEXT = { maxlength: 5000 }

const shared = {
  year: wholeNumber('Jaar', 2000, 2200),
  sequence: wholeNumber('Volgnummer', 1, 2_000_000_000),
  company_id: reference('Bedrijf', 'company'),
  contact_id: reference('Contact', 'contact'),
  employee_id: reference('Medewerker', 'user'),
  reference: line('Referentie', 200),
  header_text: paragraphs('Tekst boven de regels', TEXT),
  footer_text: paragraphs('Tekst onder de regels', TEXT),
  ...addressFields,
}

/** The fields of a quotation, an order or an invoice: those that they have in common, and its own. */
export const saleFieldsWith = <Own extends Catalogue>(own: Own) => ({ ...shared, ...own })
