import { sql } from 'kysely'
import { countOf } from '../../../platform/database/count.ts'
import { maskHistory } from '../../../platform/database/history.ts'
import { formatDate, formatMoney } from '../../../platform/format/format.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { FISCAL, personRows, type RetentionKind } from '../../../system/privacy/points.ts'
import { forgetPayers } from '../../invoices/invoices/index.ts'
import { entryFields } from './bank.fields.ts'
import { accountShown } from './bank.rules.ts'

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
    from (
      select m.entry_id from invoices i join bank_matches m on m.invoice_id = i.id
        where i.contact_id = ${contactId} and i.company_id is null
      union select m.entry_id from opening_items o join bank_matches m on m.opening_item_id = o.id
        where o.contact_id = ${contactId} and o.company_id is null
    ) paid join bank_entries e on e.id = paid.entry_id
    order by e.booked_on, e.id`.execute(db)
  return rows
}

/** They belong to the books, and stay for as long as the law wants those kept. */
export const entryData = personRows({
  key: 'bank-entries',
  label: 'Uw betalingen per bank',
  rows: entriesOf,
  show: (entry) => ({
    [entryFields.booked_on.label]: formatDate(entry.booked_on),
    [entryFields.amount.label]: formatMoney(entry.amount),
    [entryFields.counter_name.label]: entry.counter_name,
    [entryFields.counter_iban.label]: entry.counter_iban && accountShown(entry.counter_iban),
    [entryFields.description.label]: entry.description,
  }),
  keeps: [{ what: ['bankregel', 'bankregels'], why: FISCAL }],
})

/** Entries of book years that ended before, which still say who paid; the law counts from the end of the year. */
const ofYearsBefore = (db: Db | Trx, before: Date) =>
  db
    .selectFrom('bank_entries')
    .select('id')
    .where(sql<boolean>`booked_on < date_trunc('year', ${before.toISOString().slice(0, 10)}::date)`)
    .where(sql<boolean>`(counter_name is not null or counter_iban is not null or description <> ''
      or end_to_end is not null or structured_ref is not null)`)

/** So many at once: a first run finds those of years. */
const BATCH = 1000
/** What of an entry says nothing about who paid. */
export const KEPT = [
  'booked_on',
  'amount',
  'state',
  'confidence',
  'statement_id',
  'position',
  'kind',
  'invoice_id',
  'payment_id',
  'opening_item_id',
  'opening_payment_id',
]

/** Days and amounts stay, so that statements go on to add up; who paid does not. */
export const entryRetention: RetentionKind = {
  key: 'bank-entries',
  label: 'Bankregels',
  basis: 'Na het einde van het boekjaar worden naam, rekening en omschrijving van de betaler verwijderd; dag en bedrag blijven.', // prettier-ignore
  months: 84,
  least: 84,
  count: (db, before) => countOf(ofYearsBefore(db, before)),
  remove: async (trx, before) => {
    for (let removed = 0; ;) {
      const ids = (await ofYearsBefore(trx, before).orderBy('id').limit(BATCH).forUpdate().execute()).map(
        ({ id }) => id,
      )
      if (ids.length === 0) return removed
      // What is proposed names customers, and of such an old payment nobody accepts anything any more.
      await sql`
        update bank_entries set counter_name = null, counter_iban = null, description = '', end_to_end = null,
          structured_ref = null, proposal = null, proposed_ids = '{}', confidence = null,
          reason = '',
          state = case when state = 'proposed' then 'todo' else state end
        where id = any(${ids}::integer[])`.execute(trx)
      const matches = await trx.selectFrom('bank_matches').select('payment_id').where('entry_id', 'in', ids).execute()
      await forgetPayers(trx, matches.flatMap(({ payment_id }) => payment_id ?? [])) // prettier-ignore
      await maskHistory(trx, 'bank_entry', ids, KEPT)
      removed += ids.length
    }
  },
}
