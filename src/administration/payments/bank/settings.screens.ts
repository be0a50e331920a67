import { action, fragment } from '../../../platform/screens/call/calls.ts'
import { formFragment } from '../../../platform/screens/form/form-fragment.ts'
import { readSetting, savedSetting, settingForm, settingsArea, writeSettings } from '../../../system/settings/index.ts'
import { BankSettingsForm, SkipForm } from './bank.forms.ts'
import { removeSkip } from './skips.commands.ts'
import { keyOfSkip, skipText, skipsOf } from './skips.rules.ts'

const access = { area: settingsArea, record: 'setting', recordParam: null, right: 'change' } as const

/** What is booked by itself, and which difference is let go. */
export const bankSettings = formFragment({
  ...access,
  ...settingForm('bank'),
  path: '/settings/bank',
  pageAddress: '/settings/?tab=bank',
  title: 'Bankafschriften',
  view: 'administration/bank/settings',
  form: BankSettingsForm,
  save: async ({ trx, form: { version, ...value } }) => {
    const [id] = await writeSettings(trx, { bank: value }, version)
    return savedSetting(id!)
  },
  example: () => ({ form: { book_certain: '0', payment_difference: '10' } }),
})

/** Accounts of which all is skipped. */
export const bankSkips = fragment({
  ...access,
  path: '/settings/bank/skips',
  pageAddress: '/settings/?tab=bank',
  view: 'administration/bank/skips',
  load: async ({ db }) => ({
    skips: skipsOf((await readSetting(db, 'bank')).skips).map((skip) => ({
      key: keyOfSkip(skip),
      text: skipText(skip),
      reason: skip.reason,
    })),
  }),
  example: () => ({}),
})

/** Entries of an account wait for somebody again; those that were skipped stay so. */
export const bankSkipRemove = action({
  ...access,
  path: '/settings/bank/skips/remove',
  form: SkipForm,
  save: async ({ trx, form }) => savedSetting(await removeSkip(trx, form.skip)),
  example: () => ({ form: { skip: 'NL39RABO0300065264 bij' } }),
})
