import { type SqlBool, sql } from 'kysely'
import { heldFiles } from '../../../platform/files/held-files.ts'
import type { ModulePart } from '../../../platform/manifest.ts'
import { mergeStrategies } from '../../../platform/merging.ts'
import { give } from '../../../platform/points.ts'
import { restorings } from '../../../platform/undo/points.ts'
import { attention } from '../../../system/attention/points.ts'
import { historyLabels } from '../../../system/history/points.ts'
import { personData, retentionKinds } from '../../../system/privacy/points.ts'
import { settingsArea } from '../../../system/settings/index.ts'
import { settingsTabs } from '../../../system/settings/points.ts'
import { entryFields, statementFields } from './bank.fields.ts'
import { entryNames, statementNames, waitingEntries } from './bank.queries.ts'
import * as entries from './entries.screens.ts'
import { FORGET, forgetGone } from './forgetting.job.ts'
import { ENTRY_LABELS, STATEMENT_LABELS } from './labels.ts'
import { payableSelector } from './payable.selectors.ts'
import { entryData, entryRetention } from './person-data.ts'
import { bankRestorings } from './restoring.ts'
import { bankArea } from './rights.ts'
import * as statements from './statements.screens.ts'
import * as settings from './settings.screens.ts'
import * as together from './together.screens.ts'
import { seedBank } from './story.ts'

const { HOME: _home, ...statementScreens } = statements

/** What banks tell, and what of it pays which invoice. */
export const bank: ModulePart = {
  screens: [statementScreens, entries, together, settings].flatMap((declared) => Object.values(declared)),
  records: [
    {
      type: 'bank_statement',
      label: { one: 'bankafschrift', many: 'bankafschriften' },
      area: bankArea,
      table: 'bank_statements',
      visibleTo: () => sql<SqlBool>`true`,
      open: '/administration/bank/statement/{id}',
      fields: statementFields,
      names: statementNames,
    },
    {
      type: 'bank_entry',
      label: { one: 'bankregel', many: 'bankregels' },
      area: bankArea,
      table: 'bank_entries',
      visibleTo: () => sql<SqlBool>`true`,
      open: '/administration/bank/entry/{id}',
      fields: entryFields,
      names: entryNames,
    },
  ],
  selectors: [payableSelector],
  nav: [
    {
      group: 'money',
      label: 'Bank',
      icon: 'building-bank',
      href: '/administration/bank',
      synonyms: ['afschriften', 'betaald', 'betalingen'],
      key: 'k',
      area: bankArea,
      order: 3,
      waits: 'bank_entries',
    },
  ],
  jobs: { [FORGET]: forgetGone },
  crons: { [FORGET]: '25 * * * *' },
  story: seedBank,
  gifts: [
    give(attention, [
      {
        name: 'bank_entries',
        kind: 'money',
        icon: 'building-bank',
        tone: 'warning',
        label: { one: 'te verwerken bankregel', many: 'te verwerken bankregels' },
        area: bankArea,
        url: '/administration/bank/entries?open=yes',
        rows: () => waitingEntries,
      },
    ]),
    give(settingsTabs, [
      {
        area: settingsArea,
        key: 'bank',
        page: 'administration',
        label: 'Bankafschriften',
        icon: 'building-bank',
        order: 26,
        url: '/settings/bank',
      },
    ]),
    give(mergeStrategies, [{ record: 'invoice', table: 'bank_matches', column: 'invoice_id', merges: 'moves' }]),
    // A file is read and removed; one that a process left behind when it died is named by nothing.
    give(heldFiles, [{ folders: ['bank'], are: 'imports', named: () => Promise.resolve([]) }]),
    give(personData, [entryData]),
    give(retentionKinds, [entryRetention]),
    give(restorings, bankRestorings),
    give(historyLabels, [
      {
        bank_statement: { fields: STATEMENT_LABELS },
        bank_entry: { fields: ENTRY_LABELS },
      },
    ]),
  ],
}
