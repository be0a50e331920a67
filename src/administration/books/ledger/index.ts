import { type SqlBool, sql } from 'kysely'
import { blockers } from '../../../platform/blockers.ts'
import type { ModulePart } from '../../../platform/manifest.ts'
import { give } from '../../../platform/points.ts'
import { fixedTables, settingsTabs } from '../../../system/settings/points.ts'
import * as exports from './export.screens.ts'
import { ledgerAccountFields, ledgerRuleFields } from './ledger.fields.ts'
import { ledgerAccountNames, ledgerRuleNames, reasonsByRules } from './ledger.queries.ts'
import { ledgerAccountSelector } from './ledger.selectors.ts'
import * as screens from './ledger.screens.ts'
import { accountingArea } from './rights.ts'
import * as rules from './rules.screens.ts'
import { seedLedger } from './story.ts'

export { type InvoiceEntry, entriesOf, postingRules } from './entries.queries.ts'
export { listLedgerAccounts } from './ledger.queries.ts'
export { type EntryLine, type PostingRule, MOST_DAYS, accountOf } from './ledger.rules.ts'

/** The ledger accounts, and which of them gets what of an invoice. */
export const ledger: ModulePart = {
  screens: [...Object.values(screens), ...Object.values(rules), ...Object.values(exports)],
  selectors: [ledgerAccountSelector],
  records: [
    {
      type: 'ledger_account',
      label: { one: 'grootboekrekening', many: 'grootboekrekeningen' },
      area: accountingArea,
      table: 'ledger_accounts',
      visibleTo: () => sql<SqlBool>`true`,
      open: '/settings/ledger/edit/{id}',
      fields: ledgerAccountFields,
      names: ledgerAccountNames,
    },
    {
      type: 'ledger_rule',
      label: { one: 'boekingsregel', many: 'boekingsregels' },
      area: accountingArea,
      table: 'ledger_rules',
      visibleTo: () => sql<SqlBool>`true`,
      open: '/settings/ledger/rules/edit/{id}',
      fields: ledgerRuleFields,
      names: ledgerRuleNames,
    },
  ],
  constraints: {
    ledger_accounts_code_key: { field: 'code', message: 'Dit nummer bestaat al.' },
    ledger_rules_once: { field: 'tax_type_id', message: 'Hiervoor is al een grootboekrekening gekozen.' },
  },
  story: seedLedger,
  gifts: [
    give(settingsTabs, [
      {
        key: 'ledger',
        page: 'administration',
        label: 'Grootboek',
        icon: 'notebook',
        area: accountingArea,
        order: 25,
        url: '/settings/ledger?embed=1',
      },
      {
        key: 'ledger-rules',
        page: 'administration',
        label: 'Boekingsregels',
        icon: 'arrows-split',
        area: accountingArea,
        order: 26,
        url: '/settings/ledger/rules?embed=1',
      },
    ]),
    give(blockers, [{ record: 'ledger_account', what: 'delete', reasons: reasonsByRules }]),
    give(fixedTables, ['ledger_accounts']),
  ],
}
