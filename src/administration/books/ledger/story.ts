import { sql } from 'kysely'
import type { Trx } from '../../../platform/database/types.ts'
import type { Story } from '../../../platform/story.ts'

declare module '../../../platform/story.ts' {
  interface Story {
    ledgerAccounts: { turnoverHigh: number; turnoverLow: number; books: number }
    /** Of the turnover of books. */
    ledgerRule: number
  }
}

/** The accounts that the migrations bring with their rules, and one of its own for books. */
export async function seedLedger(trx: Trx, story: Story): Promise<void> {
  // Rules name products, so that they go with those when everything is put back; the usual ones begin again then.
  await sql`
    insert into ledger_rules (kind, tax_type_id, ledger_account_id)
    values ('debtors', null, 1), ('vat', 1, 2), ('vat', 2, 3), ('turnover', 1, 4), ('turnover', 2, 5), ('turnover', 3, 6),
      ('turnover', 4, 7), ('turnover', 5, 8), ('turnover', 6, 9), ('turnover', 7, 10)
    on conflict do nothing
  `.execute(trx)
  await sql`
    insert into ledger_rules (kind, ledger_account_id)
    select usual.kind, ledger_accounts.id from (values ('costs', '8900'), ('interest', '8910')) as usual (kind, code)
      join ledger_accounts on ledger_accounts.code = usual.code
    on conflict do nothing
  `.execute(trx)
  const { id: books } = await trx
    .insertInto('ledger_accounts')
    .values({ code: '8110', name: 'Omzet boeken', kind: 'turnover' })
    .onConflict((conflict) => conflict.column('code').doUpdateSet({ name: 'Omzet boeken' }))
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id } = await trx
    .insertInto('ledger_rules')
    .values({ kind: 'turnover', category_id: story.productCategories.books, ledger_account_id: books })
    .returning('id')
    .executeTakeFirstOrThrow()
  story.ledgerAccounts = { turnoverHigh: 4, turnoverLow: 5, books }
  story.ledgerRule = id
}
