import { type SqlBool, sql } from 'kysely'
import { type Group, moneyUnder } from '../../../platform/screens/table/table-groups.ts'
import { stateGroup } from '../../../platform/screens/table/state-group.ts'
import { customerName } from '../../sales/sales/index.ts'
import { openingState } from './opening-items.queries.ts'
import { OPENING_STATES } from './opening-items.rules.ts'

const sums = [
  moneyUnder('total', sql<number>`opening_items.total`),
  moneyUnder('open', sql<number>`opening_items.open`, 'open'),
]

/** Who owes it: a company, or below zero a person of none. */
const buyer = sql<number>`coalesce(opening_items.company_id, -opening_items.contact_id)`

const customer: Group<{ customer: string }> = {
  label: 'Klant',
  sort: { by: [sql`(${customerName}) collate "nl-x-icu"`, buyer], types: ['text', 'bigint'] },
  key: sql<string>`${buyer}::text`,
  among: (keys) => {
    const ids = keys.map(Number)
    return sql<SqlBool>`(opening_items.company_id = any(${ids.filter((id) => id > 0)}::integer[])
      or opening_items.company_id is null and opening_items.contact_id = any(${ids.filter((id) => id < 0).map((id) => -id)}::integer[]))`
  },
  name: (item) => item.customer,
  sums,
}

const state = stateGroup({ label: 'Status', column: openingState, states: OPENING_STATES, sums })

export const openingGroups = { customer, state }
