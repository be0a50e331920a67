import * as z from 'zod'
import { parsersOf } from '../../../platform/fields/facts.ts'
import { version } from '../../../platform/forms/fields.ts'
import { formFragment } from '../../../platform/screens/form/form-fragment.ts'
import { savedSetting, settingFields, settingForm, settingsArea, writeSetting } from '../../../system/settings/index.ts'

const SettingForm = z
  .object({
    version,
    ...parsersOf(settingFields, 'answer_hours', 'day_from', 'day_until', 'weekdays', 'company_quota'),
  })
  .refine(({ day_from, day_until }) => day_from < day_until, {
    path: ['day_until'],
    message: 'De werkdag eindigt na het begin.',
  })
  .refine(({ weekdays }) => weekdays.length > 0, { path: ['weekdays'], message: 'Vink minimaal één werkdag aan.' })

/** How the waiting list offers places, unless a planning says otherwise. */
export const waitingSettings = formFragment({
  area: settingsArea,
  record: 'setting',
  recordParam: null,
  right: 'change',
  ...settingForm('waiting_list'),
  path: '/settings/waiting-list',
  pageAddress: '/settings/?tab=waiting-list',
  title: 'Wachtlijst',
  view: 'training/waiting-list/settings',
  form: SettingForm,
  save: async ({ trx, form: { version: seen, ...value } }) =>
    savedSetting(await writeSetting(trx, 'waiting_list', value, seen)),
  example: () => ({ form: { answer_hours: 8 } }),
})
