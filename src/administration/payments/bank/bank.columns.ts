import { sql } from 'kysely'
import { formatMoney } from '../../../platform/format/format.ts'
import { addedColumn, askedColumn } from '../../../platform/screens/table/table-columns.ts'
import { statementFields } from './bank.fields.ts'
import { CONFIDENCES, accountShown } from './bank.rules.ts'
import type { Confidence } from './matching/types.ts'

const told = (field: 'bank_ref' | 'end_to_end' | 'structured_ref' | 'return_reason') =>
  askedColumn({
    field,
    asks: () => sql<string | null>`${sql.ref(`bank_entries.${field}`)}`,
    cell: (text) => text,
  })

/** What else is known of entries, for who wants it in the list. */
export const entryColumns = [
  askedColumn({
    field: 'account',
    label: statementFields.account.label,
    asks: () => sql<string>`bank_entries.account`,
    cell: (account) => accountShown(account),
  }),
  askedColumn({
    field: 'statement_id',
    label: statementFields.number.label,
    asks: () => sql<string>`(select s.number from bank_statements s where s.id = bank_entries.statement_id)`,
    cell: (number) => number,
  }),
  told('structured_ref'),
  told('end_to_end'),
  told('bank_ref'),
  told('return_reason'),
  askedColumn({
    field: 'confidence',
    label: 'Zekerheid',
    // Of what waits for somebody, as its page says it.
    asks: () => sql<Confidence | null>`case when bank_entries.state <> 'booked' then bank_entries.confidence end`,
    cell: (confidence) => (confidence === null ? null : CONFIDENCES[confidence]),
  }),
  askedColumn({
    field: 'invoices',
    label: 'Facturen',
    asks: () => sql<string | null>`(select string_agg(coalesce(i.uid, o.number), ', ' order by m.id) from bank_matches m
      left join invoices i on i.id = m.invoice_id left join opening_items o on o.id = m.opening_item_id where m.entry_id = bank_entries.id)`,
    cell: (uids) => uids,
  }),
  addedColumn('bank_entries'),
]

/** What else is known of statements, for who wants it in the list. */
export const statementColumns = [
  askedColumn({ field: 'file_name', asks: () => sql<string>`bank_statements.file_name`, cell: (name) => name }),
  askedColumn({
    field: 'format',
    asks: () => sql<string>`bank_statements.format`,
    cell: (format) => (format === 'camt' ? 'CAMT.053' : 'MT940'),
  }),
  askedColumn({
    field: 'change',
    label: 'Verschil',
    kind: 'num',
    asks: () => sql<number>`(bank_statements.closing - bank_statements.opening)`,
    cell: (cents) => formatMoney(cents),
  }),
  askedColumn({
    field: 'created_by',
    label: 'Ingelezen door',
    asks: () => sql<string | null>`(select users.name from users where users.id = bank_statements.created_by)`,
    cell: (name) => name,
  }),
  { ...addedColumn('bank_statements'), label: 'Ingelezen op' },
]
