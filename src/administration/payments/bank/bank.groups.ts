import { sql } from 'kysely'
import { stateGroup } from '../../../platform/screens/table/state-group.ts'
import { counted, moneyUnder } from '../../../platform/screens/table/table-groups.ts'
import { valueGroup } from '../../../platform/screens/table/value-groups.ts'
import { entryFields, statementFields } from './bank.fields.ts'
import { entriesOf, openEntriesOf } from './bank.queries.ts'
import { ENTRY_STATES, accountShown } from './bank.rules.ts'

export const entryGroups = {
  state: stateGroup({
    label: entryFields.state.label,
    column: sql<string>`bank_entries.state`,
    states: ENTRY_STATES,
    indexed: true,
    sums: [moneyUnder('amount', sql<number>`bank_entries.amount`)],
  }),
}

export const statementGroups = {
  account: valueGroup<{ account: string }>({
    label: statementFields.account.label,
    column: sql<string>`bank_statements.account`,
    name: (statement) => accountShown(statement.account),
    sums: [counted(entriesOf, 'regel', 'regels'), { of: openEntriesOf, text: (entries) => `${entries} te verwerken` }],
  }),
}
