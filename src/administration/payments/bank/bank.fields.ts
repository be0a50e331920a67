import { amount, line, optionalLine, paragraphs, references, requiredDay } from '../../../platform/fields/kinds.ts'

/** What a statement of a bank consists of; nobody types it. */
export const statementFields = {
  account: optionalLine('Rekening', 40),
  number: optionalLine('Afschriftnummer', 40),
  format: optionalLine('Soort bestand', 10),
  from_on: requiredDay('Van'),
  to_on: requiredDay('Tot en met'),
  opening: amount('Beginsaldo'),
  closing: amount('Eindsaldo'),
  file_name: optionalLine('Bestand', 200),
}

/** What an entry of it consists of; `invoice_ids`, `opening_item_ids` and `reason` are what somebody says of it. */
export const entryFields = {
  booked_on: requiredDay('Geboekt op'),
  amount: amount('Bedrag'),
  counter_name: line('Tegenpartij', 140, { personal: true }),
  counter_iban: line('Tegenrekening', 34, { personal: true }),
  description: paragraphs('Omschrijving', { maxlength: 2000, personal: true }),
  bank_ref: line('Kenmerk van de bank', 140),
  end_to_end: line('Kenmerk van de betaler', 140),
  structured_ref: line('Betalingskenmerk', 140),
  return_reason: line('Reden van terugboeken', 140),
  state: optionalLine('Stand', 20),
  reason: line('Waarom', 200),
  invoice_ids: references('Facturen', 'invoice', 20),
  opening_item_ids: references('Facturen van het oude systeem', 'opening_item', 20),
}
