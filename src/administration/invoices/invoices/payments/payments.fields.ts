import { amount, line, requiredDay } from '../../../../platform/fields/kinds.ts'

/** What was paid of an invoice. */
export const paymentFields = {
  paid_on: requiredDay('Betaald op'),
  amount: amount('Bedrag'),
  note: line('Omschrijving', 200),
}
