/** Who reads what is sent: SQL over an invoice or a quotation with its `companies` and `contacts`. */
import { sql } from 'kysely'
import type { MailVariable } from '../../../system/messages/points.ts'
import { contactName } from '../../sales/sales/index.ts'

/** Who reads an invoice: the company where it has an address for that, or else the person that it names. */
export const invoiceReader = sql<string>`case when companies.invoice_email is not null then companies.name
  else coalesce(${contactName}, companies.name) end`

/** Where an invoice goes: to the address of the company for that, or else to the person, or to the company. */
export const invoiceAddress = sql<string | null>`case when companies.id is null then contacts.email::text
  else coalesce(companies.invoice_email::text, contacts.email::text, companies.email::text) end`

/** What every message about a sale can say of who reads it. */
export const READER_VARIABLES: MailVariable[] = [
  { name: 'ontvanger.naam', label: 'Naam van de ontvanger' },
  { name: 'ontvanger.email', label: 'E-mailadres van de ontvanger' },
  { name: 'klant.naam', label: 'Naam van de klant' },
]

/** The values of those variables. */
export const readerValues = (row: { reader: string; email: string | null; customer: string }) => ({
  ontvanger: { naam: row.reader, email: row.email ?? '' },
  klant: { naam: row.customer },
})

/** Who reads a quotation: the person that it names, or else the company. */
export const quotationReader = sql<string>`coalesce(${contactName}, companies.name)`

/** Where a quotation goes: to the person, or else to the company. */
export const quotationAddress = sql<string | null>`coalesce(contacts.email::text, companies.email::text)`
