import { sql } from 'kysely'
import { formatDateTime } from '../../../platform/format/format.ts'
import { deletion } from '../../../platform/screens/popup/deletion.ts'
import { formPopup } from '../../../platform/screens/form/form-popup.ts'
import { deleteOption } from '../../../platform/screens/popup/record-options.ts'
import { table } from '../../../platform/screens/table/table.ts'
import { addLedgerAccount, deleteLedgerAccount, editLedgerAccount } from './ledger.commands.ts'
import { ACCOUNT_KINDS } from './labels.ts'
import { LedgerAccountEditForm, LedgerAccountForm } from './ledger.forms.ts'
import { getLedgerAccount, listLedgerAccounts } from './ledger.queries.ts'
import { accountingArea } from './rights.ts'

const HOME = '/settings/ledger'
const access = { area: accountingArea, record: 'ledger_account' } as const
const changed = (id: number) => [{ type: 'ledger_account', id }]

export const ledgerAccountTable = table({
  ...access,
  right: 'view',
  path: HOME,
  title: 'Grootboekrekeningen',
  query: (db) => listLedgerAccounts(db),
  sorts: { code: { by: [sql`ledger_accounts.code collate "C"`] } },
  defaultSort: 'code',
  columns: [
    { field: 'code', kind: 'main', sort: 'code', cell: (row) => row.code },
    { field: 'name', cell: (row) => row.name },
    { field: 'kind', cell: (row) => ACCOUNT_KINDS[row.kind] },
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

const form = { home: HOME, size: 'small', view: 'administration/ledger/account' } as const

export const ledgerAccountAdd = formPopup({
  ...access,
  ...form,
  recordParam: null,
  right: 'change',
  path: `${HOME}/add`,
  load: () => ({ account: null }),
  title: 'Grootboekrekening toevoegen',
  form: LedgerAccountForm,
  submits: [{ label: 'Grootboekrekening toevoegen' }],
  save: async ({ trx, form: input }) => {
    const id = await addLedgerAccount(trx, input)
    return {
      changed: changed(id),
      flash: { str: 'Grootboekrekening toegevoegd', type: 'success' },
      body: { id },
    }
  },
  example: () => ({ form: { code: '8200', name: 'Omzet e-learning', kind: 'turnover' } }),
})

export const ledgerAccountEdit = formPopup({
  ...access,
  ...form,
  right: 'change',
  path: `${HOME}/edit/:id`,
  load: async ({ db, params }) => ({ account: await getLedgerAccount(db, params.id) }),
  title: ({ account }) => account.label,
  form: LedgerAccountEditForm,
  version: ({ account }) => account.version,
  footnote: ({ account }) => `Laatst gewijzigd op ${formatDateTime(account.updated_at)}`,
  options: ({ account }) => [
    deleteOption(`${HOME}/delete`, { type: 'ledger_account', id: account.id }, accountingArea),
  ],
  save: async ({ trx, params, form: input }) => {
    await editLedgerAccount(trx, params.id, input)
    return { changed: changed(params.id), flash: { str: 'Wijziging opgeslagen', type: 'success' } }
  },
  example: (story) => ({ params: { id: story.ledgerAccounts.books }, form: { name: 'Omzet lesmateriaal' } }),
})

export const ledgerAccountDelete = deletion({
  ...access,
  path: `${HOME}/delete`,
  flash: 'Grootboekrekening verwijderd',
  remove: deleteLedgerAccount,
  example: () => ({
    first: [{ path: `${HOME}/add`, form: { code: '8200', name: 'Omzet e-learning', kind: 'turnover' } }],
    form: (made) => ({ id: made }),
  }),
})
