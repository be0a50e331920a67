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
  // An account that is there already may stand for something else: who keeps the books chooses then, and the export says so.
  await sql`
    with usual (kind, code, name) as (
      values ('costs', '8900', 'Ontvangen incassokosten'), ('interest', '8910', 'Ontvangen rente van debiteuren')
    ), made as (
      insert into ledger_accounts (code, name, kind) select code, name, 'other' from usual
      on conflict (code) do nothing returning id, code
    )
    insert into ledger_rules (kind, ledger_account_id) select usual.kind, made.id from made join usual using (code)
  `.execute(db)
  await sql`alter table ledger_rules enable trigger history_insert`.execute(db)
  await sql`alter table ledger_accounts enable trigger history_insert`.execute(db)
}
