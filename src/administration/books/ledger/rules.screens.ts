import { sql } from 'kysely'
import { formatDateTime } from '../../../platform/format/format.ts'
import { deletion } from '../../../platform/screens/popup/deletion.ts'
import { formPopup } from '../../../platform/screens/form/form-popup.ts'
import { deleteOption } from '../../../platform/screens/popup/record-options.ts'
import { table } from '../../../platform/screens/table/table.ts'
import { addLedgerRule, deleteLedgerRule, editLedgerRule } from './ledger.commands.ts'
import { RULE_KINDS } from './labels.ts'
import { LedgerRuleEditForm, LedgerRuleForm } from './ledger.forms.ts'
import { getLedgerRule, listLedgerRules, ruleName } from './ledger.queries.ts'
import { accountingArea } from './rights.ts'

const HOME = '/settings/ledger/rules'
const access = { area: accountingArea, record: 'ledger_rule' } as const
const changed = (id: number) => [{ type: 'ledger_rule', id }]
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

const form = { home: HOME, size: 'small', view: 'administration/ledger/rule' } as const

export const ledgerRuleAdd = formPopup({
  ...access,
  ...form,
  recordParam: null,
  right: 'change',
  path: `${HOME}/add`,
  load: () => ({ rule: null }),
  title: 'Boekingsregel toevoegen',
  form: LedgerRuleForm,
  formRecords: RECORDS,
  submits: [{ label: 'Boekingsregel toevoegen' }],
  save: async ({ trx, form: input }) => {
    const id = await addLedgerRule(trx, input)
    return { changed: changed(id), flash: { str: 'Boekingsregel toegevoegd', type: 'success' }, body: { id } }
  },
  example: (story) => ({
    form: {
      kind: 'turnover',
      category_id: story.productCategories.firstAid,
      ledger_account_id: story.ledgerAccounts.turnoverHigh,
    },
  }),
})

export const ledgerRuleEdit = formPopup({
  ...access,
  ...form,
  right: 'change',
  path: `${HOME}/edit/:id`,
  load: async ({ db, params }) => ({ rule: await getLedgerRule(db, params.id) }),
  title: ({ rule }) => ruleName(rule),
  form: LedgerRuleEditForm,
  formRecords: RECORDS,
  version: ({ rule }) => rule.version,
  footnote: ({ rule }) => `Laatst gewijzigd op ${formatDateTime(rule.updated_at)}`,
  options: ({ rule }) => [deleteOption(`${HOME}/delete`, { type: 'ledger_rule', id: rule.id }, accountingArea)],
  save: async ({ trx, params, form: input }) => {
    await editLedgerRule(trx, params.id, input)
    return { changed: changed(params.id), flash: { str: 'Wijziging opgeslagen', type: 'success' } }
  },
  example: (story) => ({
    params: { id: story.ledgerRule },
    form: { ledger_account_id: story.ledgerAccounts.turnoverLow },
  }),
})

export const ledgerRuleDelete = deletion({
  ...access,
  path: `${HOME}/delete`,
  flash: 'Boekingsregel verwijderd',
  remove: deleteLedgerRule,
  example: (story) => ({ form: { id: story.ledgerRule } }),
})
