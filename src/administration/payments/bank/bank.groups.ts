import { type SqlBool, sql } from 'kysely'
import { formatCount } from '../../../platform/format/format.ts'
import { type Group, moneyUnder } from '../../../platform/screens/table/table-groups.ts'
import { stateGroup } from '../../../platform/screens/table/state-group.ts'
import { entryFields, statementFields } from './bank.fields.ts'
import { entriesOf, openEntriesOf } from './bank.queries.ts'
import { ENTRY_STATES, accountShown } from './bank.rules.ts'

export const entryGroups = {
  state: stateGroup({
    label: entryFields.state.label,
    column: sql<string>`bank_entries.state`,
    states: Object.fromEntries(Object.entries(ENTRY_STATES).map(([key, { label }]) => [key, label])),
    indexed: true,
    sums: [moneyUnder('amount', sql<number>`bank_entries.amount`)],
  }),
}

const account: Group<{ account: string }> = {
  label: statementFields.account.label,
  sort: { by: [sql`bank_statements.account`] },
  key: sql<string>`bank_statements.account`,
  among: (keys) => sql<SqlBool>`bank_statements.account = any(${keys}::text[])`,
  name: (statement) => accountShown(statement.account),
  sums: [
    { of: entriesOf, text: (entries) => formatCount(entries, 'regel', 'regels') },
    { of: openEntriesOf, text: (entries) => `${entries} te verwerken` },
  ],
}

export const statementGroups = { account }
