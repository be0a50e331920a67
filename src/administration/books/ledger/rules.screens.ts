import { sql } from 'kysely'
import { formatDateTime } from '../../../platform/format/format.ts'
import { recordForms } from '../../../platform/screens/form/record-forms.ts'
import { table } from '../../../platform/screens/table/table.ts'
import { addLedgerRule, deleteLedgerRule, editLedgerRule } from './ledger.commands.ts'
import { RULE_KINDS } from './labels.ts'
import { LedgerRuleEditForm, LedgerRuleForm } from './ledger.forms.ts'
import { getLedgerRule, listLedgerRules, ruleName } from './ledger.queries.ts'
import { accountingArea } from './rights.ts'

const HOME = '/settings/ledger/rules'
const access = { area: accountingArea, record: 'ledger_rule' } as const
const RECORDS = {
  product_id: 'product',
  category_id: 'product_category',
  tax_type_id: 'tax_type',
  ledger_account_id: 'ledger_account',
} as const
const EVERYTHING = { text: 'Alle', muted: true } as const

/** What gets which ledger account; the narrower rule goes first. */
export const ledgerRuleTable = table({
  ...access,
  right: 'view',
  path: HOME,
  title: 'Boekingsregels',
  query: (db) => listLedgerRules(db),
  sorts: {
    order: {
      by: [
        sql`array_position(array['turnover', 'vat', 'debtors', 'costs', 'interest'], ledger_rules.kind)::bigint`,
        sql`(num_nonnulls(ledger_rules.product_id, ledger_rules.category_id))::bigint`,
        sql`coalesce(ledger_rules.tax_type_id, 0)::bigint`,
      ],
      types: ['bigint', 'bigint', 'bigint'],
    },
  },
  defaultSort: 'order',
  columns: [
    { field: 'kind', kind: 'main', cell: (row) => RULE_KINDS[row.kind] },
    {
      label: 'Product of categorie',
      key: 'product',
      cell: (row) => row.product ?? row.category ?? (row.kind === 'turnover' ? EVERYTHING : ''),
    },
    {
      field: 'tax_type_id',
      cell: (row) => row.tax_type ?? (row.kind === 'turnover' || row.kind === 'vat' ? EVERYTHING : ''),
    },
    { field: 'ledger_account_id', cell: (row) => row.ledger_account },
  ],
  open: (row) => `${HOME}/edit/${row.id}`,
  add: {
    area: accountingArea,
    right: 'change',
    label: 'Boekingsregel toevoegen',
    icon: 'plus',
    kind: 'popup',
    url: `${HOME}/add`,
    primary: true,
  },
  exportable: false,
  empty: {
    icon: 'arrows-split',
    title: 'Geen boekingsregels',
    text: 'Zeg op welke grootboekrekening omzet en btw komen. Een regel voor een product gaat vóór die van zijn categorie.',
  },
  example: () => ({}),
})

export const ledgerRuleForms = recordForms({
  ...access,
  label: 'Boekingsregel',
  path: HOME,
  formRecords: RECORDS,
  home: HOME,
  size: 'small',
  view: 'administration/ledger/rule',
  name: 'rule',
  add: {
    form: LedgerRuleForm,
    save: ({ trx, form: input }) => addLedgerRule(trx, input),
    example: (story) => ({
      form: {
        kind: 'turnover',
        category_id: story.productCategories.firstAid,
        ledger_account_id: story.ledgerAccounts.turnoverHigh,
      },
    }),
  },
  edit: {
    load: async ({ db, params }) => ({ rule: await getLedgerRule(db, params.id) }),
    title: ({ rule }) => ruleName(rule),
    form: LedgerRuleEditForm,
    footnote: ({ rule }) => `Laatst gewijzigd op ${formatDateTime(rule.updated_at)}`,
    save: ({ trx, params, form: input }) => editLedgerRule(trx, params.id, input),
    example: (story) => ({
      params: { id: story.ledgerRule },
      form: { ledger_account_id: story.ledgerAccounts.turnoverLow },
    }),
  },
  delete: { remove: deleteLedgerRule, example: (story) => ({ form: { id: story.ledgerRule } }) },
})
