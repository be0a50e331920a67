import { amount, line, reference, requiredDay, requiredLine, yesNo } from '../../../platform/fields/kinds.ts'

/** An invoice of the system before this one, as far as it was not paid when this one began. */
export const openingItemFields = {
  company_id: reference('Bedrijf', 'company'),
  contact_id: reference('Contact', 'contact'),
  number: requiredLine('Nummer', 40),
  invoice_date: requiredDay('Factuurdatum'),
  expires_at: requiredDay('Vervaldatum'),
  total: amount('Totaal', { required: true }),
  opening: amount('Openstaand bij de start', { required: true }),
  disputed: yesNo('Betwist door de klant'),
  written_off: yesNo('Afgeboekt, dit wordt niet meer betaald'),
  note: line('Toelichting', 500),
}

/** What was paid of it since. */
export const openingPaymentFields = {
  paid_on: requiredDay('Betaald op'),
  amount: amount('Bedrag', { required: true }),
  note: line('Omschrijving', 200),
}
