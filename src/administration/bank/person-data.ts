import { sql } from 'kysely'
import { formatCount, formatDate, formatMoney } from '../../platform/format/format.ts'
import type { Db, Trx } from '../../platform/database/types.ts'
import type { PersonDataSource } from '../../system/privacy/points.ts'
import { entryFields } from './bank.fields.ts'

/** What banks told of somebody's payments: those of invoices that are the person's own. */
const entriesOf = async (db: Db | Trx, contactId: number) => {
  const { rows } = await sql<{
    booked_on: string
    amount: number
    counter_name: string | null
    counter_iban: string | null
    description: string
  }>`
    select distinct e.id, e.booked_on, e.amount, e.counter_name, e.counter_iban, e.description
    from invoices i join bank_matches m on m.invoice_id = i.id join bank_entries e on e.id = m.entry_id
    where i.contact_id = ${contactId} and i.company_id is null
    order by e.booked_on, e.id`.execute(db)
  return rows
}

/** They belong to the books, and stay for as long as the law wants those kept. */
export const entryData: PersonDataSource = {
  key: 'bank-entries',
  label: 'Uw betalingen per bank',
  collect: async ({ db }, contactId) =>
    (await entriesOf(db, contactId)).map((entry) => ({
      [entryFields.booked_on.label]: formatDate(entry.booked_on),
      [entryFields.amount.label]: formatMoney(entry.amount),
      [entryFields.counter_name.label]: entry.counter_name,
      [entryFields.counter_iban.label]: entry.counter_iban,
      [entryFields.description.label]: entry.description,
    })),
  plan: async (db, contactId) => {
    const { length } = await entriesOf(db, contactId)
    return {
      emptied: [],
      kept:
        length === 0
          ? []
          : [{ what: formatCount(length, 'bankregel', 'bankregels'), why: 'de fiscale bewaarplicht van zeven jaar' }],
      blocked: [],
    }
  },
  anonymise: () => Promise.resolve(),
  mask: () => Promise.resolve(),
}
