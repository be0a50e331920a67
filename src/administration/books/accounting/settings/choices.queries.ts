import { sql } from 'kysely'
import type { Db, Trx } from '../../../../platform/database/types.ts'
import { listLedgerAccounts } from '../../ledger/index.ts'
import { listPaymentConditions } from '../../../catalogue/payment-conditions/index.ts'
import type { ListKind, ProviderKey } from '../types.ts'

/** What is called how there, by our ids. */
export interface Choices {
  vat: Map<number, string>
  account: Map<number, string>
  payment_condition: Map<number, string>
}
export type ChoiceKind = keyof Choices

export async function choicesOf(db: Db | Trx, provider: ProviderKey): Promise<Choices> {
  const rows = await db
    .selectFrom('accounting_choices')
    .select([
      sql<ChoiceKind>`kind`.as('kind'),
      'their_id',
      sql<number>`coalesce(tax_type_id, ledger_account_id, payment_condition_id)`.as('our_id'),
    ])
    .where('provider', '=', provider)
    .execute()
  const of = (kind: ChoiceKind) =>
    new Map(rows.flatMap((row) => (row.kind === kind ? [[row.our_id, row.their_id] as const] : [])))
  return { vat: of('vat'), account: of('account'), payment_condition: of('payment_condition') }
}

export interface Theirs {
  kind: ListKind
  their_id: string
  code: string
  label: string
  percentage: string | null
  days: number | null
}

/** What can be chosen there, as it was fetched last. */
export const listTheirs = (db: Db | Trx, provider: ProviderKey): Promise<Theirs[]> =>
  db
    .selectFrom('accounting_lists')
    .select(['their_id', 'code', 'label', 'percentage', 'days', sql<ListKind>`kind`.as('kind')])
    .where('provider', '=', provider)
    .orderBy('code')
    .orderBy('label')
    .execute()

/** Something of ours that is called somehow there. */
export interface Ours {
  id: number
  label: string
  /** By which a likely one is found. */
  code?: string
  percentage?: string | null
  days?: number
}

/** All that can be named there: VAT types, accounts of turnover, payment conditions. */
export async function listOurs(db: Db | Trx): Promise<Record<ChoiceKind, Ours[]>> {
  const taxes = await db
    .selectFrom('tax_types')
    .select(['tax_types.id', 'tax_types.name as label'])
    .select(
      sql<string | null>`(select t.percentage from taxes t where t.tax_type_id = tax_types.id
        and t.valid_from <= current_date order by t.valid_from desc limit 1)`.as('percentage'),
    )
    .where('tax_types.active', '=', true)
    .orderBy('tax_types.id')
    .execute()
  const accounts = await listLedgerAccounts(db)
    // Turnover, and what is paid beside invoices.
    .where(
      sql<boolean>`(ledger_accounts.kind = 'turnover' or ledger_accounts.id in (
      select ledger_account_id from ledger_rules where kind in ('costs', 'interest')))`,
    )
    .where('ledger_accounts.active', '=', true)
    .orderBy('ledger_accounts.code')
    .execute()
  const conditions = await listPaymentConditions(db).orderBy('payment_conditions.position').execute()
  return {
    vat: taxes,
    account: accounts.map(({ id, label, code }) => ({ id, label, code })),
    payment_condition: conditions.map(({ id, name, days }) => ({ id, label: name, days })),
  }
}
