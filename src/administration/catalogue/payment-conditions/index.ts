import { sql, type SqlBool } from 'kysely'
import type { ModulePart } from '../../../platform/manifest.ts'
import { give } from '../../../platform/points.ts'
import { restorings } from '../../../platform/undo/points.ts'
import { fixedTables, settingsTabs } from '../../../system/settings/points.ts'
import { paymentConditionFields } from './payment-conditions.fields.ts'
import { paymentConditionNames } from './payment-conditions.queries.ts'
import * as screens from './payment-conditions.screens.ts'
import { paymentConditionSelector } from './payment-conditions.selectors.ts'
import { paymentConditionRestoring } from './restoring.ts'
import { paymentConditionsArea } from './rights.ts'
import { seedPaymentConditions } from './story.ts'

export {
  type PaymentCondition,
  getPaymentCondition,
  listPaymentConditions,
  usualPaymentCondition,
} from './payment-conditions.queries.ts'

/** Within how many days customers pay. */
export const paymentConditions: ModulePart = {
  screens: Object.values(screens),
  selectors: [paymentConditionSelector],
  records: [
    {
      type: 'payment_condition',
      label: { one: 'betalingsconditie', many: 'betalingscondities' },
      area: paymentConditionsArea,
      table: 'payment_conditions',
      visibleTo: () => sql<SqlBool>`true`,
      open: '/settings/payment-conditions/edit/{id}',
      fields: paymentConditionFields,
      names: paymentConditionNames,
    },
  ],
  constraints: {
    payment_conditions_name_key: { field: 'name', message: 'Deze betalingsconditie bestaat al.' },
    payment_conditions_default_active: {
      field: 'active',
      message: 'De standaard blijft in gebruik. Maak eerst een andere conditie de standaard.',
    },
  },
  story: seedPaymentConditions,
  gifts: [
    give(settingsTabs, [
      {
        key: 'payment-conditions',
        page: 'administration',
        label: 'Betalingscondities',
        icon: 'calendar-dollar',
        area: paymentConditionsArea,
        order: 15,
        url: '/settings/payment-conditions?embed=1',
      },
    ]),
    give(restorings, [paymentConditionRestoring]),
    give(fixedTables, ['payment_conditions']),
  ],
}
