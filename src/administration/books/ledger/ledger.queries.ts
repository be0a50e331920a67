import { sql } from 'kysely'
import { countOf } from '../../../platform/database/count.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { NotFound, type Reason } from '../../../platform/errors.ts'
import { type AccountKind, RULE_KINDS, type RuleKind } from './labels.ts'

export const accountLabel = sql<string>`ledger_accounts.code || ' ' || ledger_accounts.name`

export const listLedgerAccounts = (db: Db | Trx) =>
  db
    .selectFrom('ledger_accounts')
    .select([
      'ledger_accounts.id',
      'ledger_accounts.code',
      'ledger_accounts.name',
      'ledger_accounts.active',
      'ledger_accounts.version',
      'ledger_accounts.updated_at',
    ])
    .select([accountLabel.as('label'), sql<AccountKind>`ledger_accounts.kind`.as('kind')])

/** How many rules of an account are told in a list. */
export const RULES_TOLD = 3

/** The accounts, with what first gets each of them, and how much does. */
export const listAccountsInUse = (db: Db | Trx) =>
  listLedgerAccounts(db)
    .select(
      sql<Pick<LedgerRule, 'kind' | 'product' | 'category' | 'tax_type'>[]>`array(
        select jsonb_build_object('kind', rules.kind, 'product', products.name,
          'category', product_categories.name, 'tax_type', tax_types.name)
        from ledger_rules rules
        left join products on products.id = rules.product_id
        left join product_categories on product_categories.id = rules.category_id
        left join tax_types on tax_types.id = rules.tax_type_id
        where rules.ledger_account_id = ledger_accounts.id
        order by num_nonnulls(rules.product_id, rules.category_id), rules.id
        limit ${RULES_TOLD})`.as('rules'),
    )
    .select(
      sql<number>`(select count(*)::integer from ledger_rules rules where rules.ledger_account_id = ledger_accounts.id)`.as('rule_count'), // prettier-ignore
    )

/** @throws NotFound */
export async function getLedgerAccount(db: Db | Trx, id: number) {
  const row = await listLedgerAccounts(db).where('ledger_accounts.id', '=', id).executeTakeFirst()
  if (!row) throw new NotFound('Grootboekrekening')
  return row
}

export async function ledgerAccountNames(db: Db | Trx, ids: number[]): Promise<Map<number, string>> {
  const rows = await listLedgerAccounts(db).where('ledger_accounts.id', 'in', ids).execute()
  return new Map(rows.map(({ id, label }) => [id, label]))
}

/** What keeps a ledger account from being deleted. */
export async function reasonsByRules(db: Db | Trx, id: number): Promise<Reason[]> {
  const count = await countOf(db.selectFrom('ledger_rules').select('id').where('ledger_account_id', '=', id))
  return [{ label: 'Boekingsregels', one: 'boekingsregel', count, url: '/settings/?tab=ledger-rules' }]
}

/** The rules, with what each is about in words. */
export const listLedgerRules = (db: Db | Trx) =>
  db
    .selectFrom('ledger_rules')
    .innerJoin('ledger_accounts', 'ledger_accounts.id', 'ledger_rules.ledger_account_id')
    .leftJoin('products', 'products.id', 'ledger_rules.product_id')
    .leftJoin('product_categories', 'product_categories.id', 'ledger_rules.category_id')
    .leftJoin('tax_types', 'tax_types.id', 'ledger_rules.tax_type_id')
    .select([
      'ledger_rules.id',
      'ledger_rules.version',
      'ledger_rules.updated_at',
      'ledger_rules.product_id',
      'ledger_rules.category_id',
      'ledger_rules.tax_type_id',
      'ledger_rules.ledger_account_id',
      'products.name as product',
      'product_categories.name as category',
      'tax_types.name as tax_type',
      accountLabel.as('ledger_account'),
    ])
    .select(sql<RuleKind>`ledger_rules.kind`.as('kind'))
export type LedgerRule = Awaited<ReturnType<typeof getLedgerRule>>

/** @throws NotFound */
export async function getLedgerRule(db: Db | Trx, id: number) {
  const row = await listLedgerRules(db).where('ledger_rules.id', '=', id).executeTakeFirst()
  if (!row) throw new NotFound('Boekingsregel')
  return row
}

/** 'Omzet, Boeken, Btw laag' */
export const ruleName = ({
  kind,
  product,
  category,
  tax_type,
}: Pick<LedgerRule, 'kind' | 'product' | 'category' | 'tax_type'>) =>
  [RULE_KINDS[kind], product ?? category, tax_type].filter(Boolean).join(', ')

export async function ledgerRuleNames(db: Db | Trx, ids: number[]): Promise<Map<number, string>> {
  const rows = await listLedgerRules(db).where('ledger_rules.id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, ruleName(row)]))
}
