import * as z from 'zod'
import { parsersOf } from '../../../platform/fields/facts.ts'
import { Invalid } from '../../../platform/errors.ts'
import { version } from '../../../platform/forms/fields.ts'
import { formFragment } from '../../../platform/screens/form/form-fragment.ts'
import { fittingDefaults } from '../../../system/messages/index.ts'
import {
  getSetting,
  savedSetting,
  settingFields,
  settingForm,
  settingsArea,
  writeSetting,
} from '../../../system/settings/index.ts'
import { KEYS, READ_BY, whyNotRead } from './messages.queries.ts'

const MessagesForm = z.object({ version, ...parsersOf(settingFields, ...KEYS) })

/** Which messages customers read with what they are sent, until somebody writes something else. */
export const saleMessages = formFragment({
  ...settingForm('sale_messages'),
  area: settingsArea,
  record: 'setting',
  recordParam: null,
  right: 'change',
  path: '/settings/sale-messages',
  pageAddress: '/settings/?tab=sale-messages',
  title: 'Berichten bij facturen en offertes',
  view: 'administration/sending/settings',
  form: MessagesForm,
  load: async ({ db }) => ({
    setting: await getSetting(db, 'sale_messages'),
    options: await Promise.all(
      KEYS.map(async (key) => ({ key, messages: await fittingDefaults(db, READ_BY[key].audience) })),
    ),
  }),
  save: async ({ trx, services, form: { version: seen, ...value } }) => {
    const wrong: Record<string, string[]> = {}
    for (const key of KEYS) {
      const why = await whyNotRead(trx, services, key, value[key])
      if (why !== null) wrong[key] = [why]
    }
    if (Object.keys(wrong).length > 0) throw new Invalid(wrong)
    return savedSetting(await writeSetting(trx, 'sale_messages', value, seen))
  },
  example: (story) => ({ form: { ...story.saleMessages, invoice_message: story.shortInvoiceMessage } }),
})
