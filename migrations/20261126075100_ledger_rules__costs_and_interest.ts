import { type Kysely, sql } from 'kysely'

/** Costs and interest that customers pay beside their invoices have ledger accounts of their own, without VAT. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table ledger_rules drop constraint ledger_rules_kind_check,
      add constraint ledger_rules_kind_check check (kind in ('turnover', 'vat', 'debtors', 'costs', 'interest'))
  `.execute(db)
  // What every installation begins with is nobody's change.
  await sql`alter table ledger_accounts disable trigger history_insert`.execute(db)
  await sql`alter table ledger_rules disable trigger history_insert`.execute(db)
  await sql`
    insert into ledger_accounts (code, name, kind)
    values ('8900', 'Ontvangen incassokosten', 'other'), ('8910', 'Ontvangen rente van debiteuren', 'other')
    on conflict (code) do nothing
  `.execute(db)
  await sql`
    insert into ledger_rules (kind, ledger_account_id)
    select usual.kind, ledger_accounts.id from (values ('costs', '8900'), ('interest', '8910')) as usual (kind, code)
      join ledger_accounts on ledger_accounts.code = usual.code
  `.execute(db)
  await sql`alter table ledger_rules enable trigger history_insert`.execute(db)
  await sql`alter table ledger_accounts enable trigger history_insert`.execute(db)
}
