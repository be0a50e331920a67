import { sql } from 'kysely'
import { columnsOf } from '../../../platform/screens/table/shown-columns.ts'
import { entryFields, statementFields } from './bank.fields.ts'
import { CONFIDENCES, accountShown } from './bank.rules.ts'
import type { Confidence } from './matching/types.ts'

const ofEntry = columnsOf('bank_entries', entryFields)
const ofStatement = columnsOf('bank_statements', statementFields)

// Of what waits for somebody, as its page says it.
const confidence = sql`case when bank_entries.state <> 'booked' then bank_entries.confidence end`

const invoices = sql`(select string_agg(coalesce(i.uid, o.number), ', ' order by m.id) from bank_matches m
  left join invoices i on i.id = m.invoice_id left join opening_items o on o.id = m.opening_item_id where m.entry_id = bank_entries.id)`

/** What else is known of entries, for who wants it in the list. */
export const entryColumns = [
  ofEntry.shown('account', { label: statementFields.account.label, as: accountShown }),
  ofEntry.named('statement_id', 'bank_statements', 'number', { label: statementFields.number.label }),
  ofEntry.shown('structured_ref'),
  ofEntry.shown('end_to_end'),
  ofEntry.shown('bank_ref'),
  ofEntry.shown('return_reason'),
  ofEntry.shown('confidence', {
    label: 'Zekerheid',
    as: (known: Confidence | null) => (known === null ? null : CONFIDENCES[known]),
    of: confidence,
  }),
  ofEntry.shown('invoices', { label: 'Facturen', as: 'text', of: invoices }),
  ofEntry.added,
]

/** What else is known of statements, for who wants it in the list. */
export const statementColumns = [
  ofStatement.shown('file_name'),
  ofStatement.shown('format', { as: (format: string) => (format === 'camt' ? 'CAMT.053' : 'MT940') }),
  ofStatement.shown('change', {
    label: 'Verschil',
    as: 'money',
    of: sql`(bank_statements.closing - bank_statements.opening)`,
  }),
  ofStatement.named('created_by', 'users', 'name', { label: 'Ingelezen door' }),
  { ...ofStatement.added, label: 'Ingelezen op' },
]
