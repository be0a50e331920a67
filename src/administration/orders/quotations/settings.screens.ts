import * as z from 'zod'
import { parsersOf } from '../../../platform/fields/facts.ts'
import { version } from '../../../platform/forms/fields.ts'
import { formFragment } from '../../../platform/screens/form/form-fragment.ts'
import { savedSetting, settingFields, settingForm, settingsArea, writeSetting } from '../../../system/settings/index.ts'

const QuotationSettingsForm = z.object({ version, ...parsersOf(settingFields, 'order_when_accepted') })

/** What becomes of a quotation that its customer accepts. */
export const quotationSettings = formFragment({
  area: settingsArea,
  record: 'setting',
  recordParam: null,
  right: 'change',
  ...settingForm('quotations'),
  path: '/settings/quotations',
  pageAddress: '/settings/?tab=quotations',
  title: 'Offertes',
  view: 'administration/quotations/settings',
  form: QuotationSettingsForm,
  save: async ({ trx, form: { version, ...value } }) =>
    savedSetting(await writeSetting(trx, 'quotations', value, version)),
  example: () => ({ form: {} }),
})
