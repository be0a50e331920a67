import { sql, type SqlBool } from 'kysely'
import { billables } from '../../../administration/invoices/billing/points.ts'
import type { ModulePart } from '../../../platform/manifest.ts'
import { mergeStrategies } from '../../../platform/merging.ts'
import { give } from '../../../platform/points.ts'
import { openPoints } from '../../../platform/screens/popup/open-points.ts'
import { popupActions } from '../../../platform/screens/popup/popup-actions.ts'
import { personData } from '../../../system/privacy/points.ts'
import { heldPlannings } from './billables.ts'
import { chargeFields } from './invoicing.fields.ts'
import * as screens from './invoicing.screens.ts'
import { invoicesStep, unchargedOfPlanning } from './planning.todo.ts'
import { chargeData } from './person-data.ts'
import { invoicingArea } from './rights.ts'

export { agreedOn } from './invoicing.plan.ts'
export { isBilled, listChargedPlannings, listPapersOf } from './invoicing.queries.ts'
export {
  type Charge,
  type ChargedPlanning,
  type ChargedStudent,
  daysText,
  payerKey,
  wholeLines,
} from './invoicing.rules.ts'

/** Invoices for who is in a planning, or for a planning as a whole. */
export const invoicing: ModulePart = {
  screens: Object.values(screens),
  records: [
    {
      type: 'planning_charge',
      label: { one: 'gefactureerde inschrijving', many: 'gefactureerde inschrijvingen' },
      area: invoicingArea,
      table: 'planning_charges',
      visibleTo: () => sql<SqlBool>`true`,
      open: null,
      fields: chargeFields,
    },
  ],
  constraints: {
    planning_charges_once: { field: 'charges', message: 'Een cursist staat intussen al op een factuur.' },
  },
  gifts: [
    give(billables, [heldPlannings]),
    give(openPoints, [unchargedOfPlanning]),
    give(popupActions, [invoicesStep]),
    give(mergeStrategies, [
      { record: 'contact', table: 'planning_charges', column: 'contact_id', merges: 'drop' },
      { record: 'invoice', table: 'planning_charges', column: 'invoice_id', merges: 'moves' },
    ]),
    give(personData, [chargeData]),
  ],
}
