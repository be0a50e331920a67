import * as z from 'zod'
import { parsersOf } from '../../../../platform/fields/facts.ts'
import { version } from '../../../../platform/forms/fields.ts'
import { formFragment } from '../../../../platform/screens/form/form-fragment.ts'
import {
  savedSetting,
  settingFields,
  settingForm,
  settingsArea,
  writeSetting,
} from '../../../../system/settings/index.ts'

const PeriodForm = z.object({ version, ...parsersOf(settingFields, 'closed_until') })

/** Until when what was booked stays as it is: no invoice gets a number before. */
export const periodSettings = formFragment({
  area: settingsArea,
  record: 'setting',
  recordParam: null,
  right: 'change',
  ...settingForm('bookkeeping'),
  path: '/settings/bookkeeping',
  pageAddress: '/settings/?tab=bookkeeping',
  title: 'Afgesloten periode',
  view: 'administration/invoices/period',
  form: PeriodForm,
  save: async ({ trx, form: { version, ...value } }) =>
    savedSetting(await writeSetting(trx, 'bookkeeping', value, version)),
  example: () => ({ form: { closed_until: '31-12-2019' } }),
})
