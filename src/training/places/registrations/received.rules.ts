import { companyFields } from '../../../relations/companies/index.ts'
import { contactFields } from '../../../relations/contacts/index.ts'
import { entryFields } from './registrations.fields.ts'
import type { Received } from './registrations.rules.ts'

/** What was received beside the person, as it is shown: label and text. */
export function receivedLines(
  { contact, company, sender, ...told }: Received,
  day: (iso: string) => string,
): [string, string][] {
  const lines: [string, string][] = [
    [contactFields.birth_date.label, contact.birth_date === null ? '' : day(contact.birth_date)],
    [entryFields.email.label, contact.email],
    [contactFields.phone.label, contact.phone],
    [companyFields.coc_no.label, company?.coc_no ?? ''],
    [companyFields.client_id.label, company?.client_id ?? ''],
    [`${entryFields.email.label} (bedrijf)`, company?.email ?? ''],
    ['Aangemeld door', sender === null ? '' : [sender.name, sender.email, sender.phone].filter(Boolean).join(', ')],
    ['Referentie', told.reference],
    ['Opmerking', told.remark],
    ['Voorwaarden', told.terms],
  ]
  return lines.filter(([, text]) => text !== '')
}
