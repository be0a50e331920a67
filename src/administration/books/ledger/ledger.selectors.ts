import { type SqlBool, sql } from 'kysely'
import { selector } from '../../../platform/screens/table/selector.ts'
import { accountLabel } from './ledger.queries.ts'

export const ledgerAccountSelector = selector({
  type: 'ledger_account',
  record: 'ledger_account',
  table: 'ledger_accounts',
  query: (db) => db.selectFrom('ledger_accounts').select(['ledger_accounts.id', accountLabel.as('label')]),
  searched: { text: sql<string>`normalise(${accountLabel})` },
  sort: [sql`ledger_accounts.code collate "C"`, sql`ledger_accounts.id`],
  offered: sql<SqlBool>`ledger_accounts.active`,
})
