import { sql } from 'kysely'
import { formatDateTime } from '../../../platform/format/format.ts'
import { recordForms } from '../../../platform/screens/form/record-forms.ts'
import { table } from '../../../platform/screens/table/table.ts'
import { addLedgerAccount, deleteLedgerAccount, editLedgerAccount } from './ledger.commands.ts'
import { ACCOUNT_KINDS } from './labels.ts'
import { LedgerAccountEditForm, LedgerAccountForm } from './ledger.forms.ts'
import { RULES_TOLD, getLedgerAccount, listAccountsInUse, ruleName } from './ledger.queries.ts'
import { accountingArea } from './rights.ts'

const HOME = '/settings/ledger'
const access = { area: accountingArea, record: 'ledger_account' } as const

export const ledgerAccountTable = table({
  ...access,
  right: 'view',
  path: HOME,
  title: 'Grootboekrekeningen',
  query: (db) => listAccountsInUse(db),
  sorts: { code: { by: [sql`ledger_accounts.code collate "C"`] } },
  defaultSort: 'code',
  columns: [
    { field: 'code', kind: 'main', sort: 'code', cell: (row) => row.code },
    { field: 'name', cell: (row) => row.name },
    { field: 'kind', cell: (row) => ACCOUNT_KINDS[row.kind] },
    {
      label: 'Waarvoor',
      key: 'rules',
      cell: ({ rules, rule_count: count }) =>
        [...rules.map(ruleName), count > RULES_TOLD && `en ${count - RULES_TOLD} meer`].filter(Boolean).join(' · '),
    },
  ],
  rowCss: (row) => (row.active ? null : 'is-off'),
  open: (row) => `${HOME}/edit/${row.id}`,
  add: {
    area: accountingArea,
    right: 'change',
    label: 'Grootboekrekening toevoegen',
    icon: 'plus',
    kind: 'popup',
    url: `${HOME}/add`,
    primary: true,
  },
  empty: {
    icon: 'notebook',
    title: 'Geen grootboekrekeningen',
    text: 'Voeg de rekeningen toe waarop uw boekhouder omzet, btw en debiteuren boekt.',
  },
  example: () => ({}),
})

export const ledgerAccountForms = recordForms({
  ...access,
  label: 'Grootboekrekening',
  path: HOME,

  home: HOME,
  size: 'small',
  view: 'administration/ledger/account',
  name: 'account',
  add: {
    form: LedgerAccountForm,
    save: ({ trx, form: input }) => addLedgerAccount(trx, input),
    example: () => ({ form: { code: '8200', name: 'Omzet e-learning', kind: 'turnover' } }),
  },
  edit: {
    load: async ({ db, params }) => ({ account: await getLedgerAccount(db, params.id) }),
    title: ({ account }) => account.label,
    form: LedgerAccountEditForm,
    footnote: ({ account }) => `Laatst gewijzigd op ${formatDateTime(account.updated_at)}`,
    save: ({ trx, params, form: input }) => editLedgerAccount(trx, params.id, input),
    example: (story) => ({ params: { id: story.ledgerAccounts.books }, form: { name: 'Omzet lesmateriaal' } }),
  },
  delete: { remove: deleteLedgerAccount },
})
