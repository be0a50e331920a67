import * as z from 'zod'
import { Invalid } from '../../../platform/errors.ts'
import { everyParserOf, parsersOf } from '../../../platform/fields/facts.ts'
import { version } from '../../../platform/forms/fields.ts'
import { formatDate } from '../../../platform/format/format.ts'
import { formatPercents } from '../../../platform/format/price.ts'
import { deletion } from '../../../platform/screens/popup/deletion.ts'
import { formFragment } from '../../../platform/screens/form/form-fragment.ts'
import { formPopup } from '../../../platform/screens/form/form-popup.ts'
import { fittingDefaults } from '../../../system/messages/index.ts'
import {
  getSetting,
  savedSetting,
  settingFields,
  settingForm,
  settingsArea,
  writeSetting,
} from '../../../system/settings/index.ts'
import { sql } from 'kysely'
import { MAILED, reminderAudience } from './audience.ts'
import { MESSAGE_KEYS, whyNotRead } from './messages.queries.ts'
import { RATE_KINDS } from './choices.rules.ts'
import { rateFields } from './reminders.fields.ts'
import { today } from '../../../platform/format/zone.ts'
import { table } from '../../../platform/screens/table/table.ts'

const access = { area: settingsArea, record: 'setting', recordParam: null, right: 'change' } as const

const DaysForm = z.object({
  version,
  ...parsersOf(settingFields, 'first_days', 'next_days', 'notice_days', 'collection_days'),
  ...parsersOf(settingFields, 'charges_interest', 'charges_costs_vat', 'automatic_steps'),
})

/** When which letter comes, what it asks, and which go by themselves. */
export const reminderSettings = formFragment({
  ...access,
  ...settingForm('reminders'),
  path: '/settings/reminders',
  pageAddress: '/settings/?tab=reminders',
  title: 'Herinneringen',
  view: 'administration/reminders/settings',
  form: DaysForm,
  save: async ({ trx, form: { version: seen, ...value } }) =>
    savedSetting(await writeSetting(trx, 'reminders', value, seen)),
  example: () => ({ form: { first_days: 5 } }),
})

const MessagesForm = z.object({ version, ...parsersOf(settingFields, ...Object.values(MESSAGE_KEYS)) })

/** Which messages customers read with such letters. */
export const reminderMessages = formFragment({
  ...access,
  ...settingForm('reminder_messages'),
  path: '/settings/reminder-messages',
  pageAddress: '/settings/?tab=reminder-messages',
  title: 'Berichten bij herinneringen',
  view: 'administration/reminders/messages',
  form: MessagesForm,
  load: async ({ db }) => ({
    setting: await getSetting(db, 'reminder_messages'),
    options: await Promise.all(
      MAILED.map(async (kind) => ({
        key: MESSAGE_KEYS[kind],
        messages: await fittingDefaults(db, { ...reminderAudience, kinds: reminderAudience.kinds.filter(({ key }) => key === kind) }), // prettier-ignore
      })),
    ),
  }),
  save: async ({ trx, services, form: { version: seen, ...value } }) => {
    const wrong: Record<string, string[]> = {}
    for (const kind of MAILED) {
      const why = await whyNotRead(trx, services, kind, value[MESSAGE_KEYS[kind]])
      if (why !== null) wrong[MESSAGE_KEYS[kind]] = [why]
    }
    if (Object.keys(wrong).length > 0) throw new Invalid(wrong)
    return savedSetting(await writeSetting(trx, 'reminder_messages', value, seen))
  },
  example: (story) => ({
    form: { ...story.reminderMessages, reminder_message: story.reminderMessages.final_message },
  }),
})

const rateAccess = { area: settingsArea, record: 'interest_rate' } as const
const RATES = '/settings/interest-rates'

/** How much interest is, from when. */
export const rateTable = table({
  ...rateAccess,
  right: 'view',
  path: RATES,
  title: 'Wettelijke rente',
  query: (db) => db.selectFrom('interest_rates').select(['interest_rates.id', 'kind', 'percentage', 'valid_from']),
  sorts: { valid_from: { by: [sql`kind`, sql`valid_from`], types: ['text', 'date'] } },
  defaultSort: '-valid_from',
  columns: [
    { field: 'kind', kind: 'main', cell: (row) => RATE_KINDS[row.kind as keyof typeof RATE_KINDS] },
    { field: 'valid_from', sort: 'valid_from', cell: (row) => formatDate(row.valid_from) },
    { field: 'percentage', kind: 'num', cell: (row) => formatPercents(row.percentage) },
  ],
  rowActions: (row) => [
    { label: 'Verwijderen', icon: 'trash', kind: 'delete', url: `${RATES}/delete`, record: { type: 'interest_rate', id: row.id } }, // prettier-ignore
  ],
  add: {
    ...{
      area: settingsArea,
      right: 'change',
      label: 'Percentage toevoegen',
      icon: 'plus',
      kind: 'popup',
      primary: true,
    },
    url: `${RATES}/add`,
  },
  empty: {
    icon: 'percentage',
    title: 'Nog geen rentepercentages',
    text: 'Vul de wettelijke rente en de wettelijke handelsrente in, elk vanaf de dag waarop zij geldt. De percentages staan op rijksoverheid.nl. Zolang hier niets staat, wordt er geen rente gevraagd.',
  },
  example: () => ({}),
})

export const rateAdd = formPopup({
  ...rateAccess,
  recordParam: null,
  right: 'change',
  path: `${RATES}/add`,
  home: RATES,
  size: 'small',
  title: 'Percentage toevoegen',
  view: 'administration/reminders/rate',
  form: z.object(everyParserOf(rateFields)),
  load: () => ({ rate: { valid_from: today() } }),
  save: async ({ trx, form }) => {
    const { id } = await trx.insertInto('interest_rates').values(form).returning('id').executeTakeFirstOrThrow()
    return {
      changed: [{ type: 'interest_rate', id }],
      flash: { str: 'Percentage toegevoegd', type: 'success' },
      body: { id },
    }
  },
  example: () => ({ form: { kind: 'commercial', percentage: '10', valid_from: '01-01-2020' } }),
})

export const rateDelete = deletion({
  ...rateAccess,
  path: `${RATES}/delete`,
  flash: 'Percentage verwijderd',
  remove: async (trx, id) => void (await trx.deleteFrom('interest_rates').where('id', '=', id).execute()),
  example: () => ({
    first: [{ path: `${RATES}/add`, form: { kind: 'consumer', percentage: '10', valid_from: '01-01-2020' } }],
    form: (id) => ({ id }),
  }),
})
