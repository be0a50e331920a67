import * as z from 'zod'
import { parsersOf } from '../../../platform/fields/facts.ts'
import { version } from '../../../platform/forms/fields.ts'
import { formFragment } from '../../../platform/screens/form/form-fragment.ts'
import { savedSetting, settingFields, settingForm, settingsArea, writeSetting } from '../../../system/settings/index.ts'

const KioskForm = z.object({
  version,
  ...parsersOf(settingFields, 'show_welcome', 'show_close', 'reset', 'cancel_reset', 'welcome_note'),
})

/** How long the screens of the tablets stay, and what their welcome says. */
export const kioskSettings = formFragment({
  area: settingsArea,
  record: 'setting',
  recordParam: null,
  right: 'change',
  ...settingForm('kiosk'),
  path: '/settings/kiosk',
  pageAddress: '/settings/?tab=kiosk',
  title: 'Kiosk',
  view: 'training/kiosk/settings',
  form: KioskForm,
  save: async ({ trx, form: { version: seen, ...value } }) =>
    savedSetting(await writeSetting(trx, 'kiosk', value, seen)),
  example: () => ({ form: { show_welcome: 10 } }),
})
