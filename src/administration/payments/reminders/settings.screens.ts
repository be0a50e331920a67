import * as z from 'zod'
import { everyParserOf, parsersOf } from '../../../platform/fields/facts.ts'
import { version } from '../../../platform/forms/fields.ts'
import { formatDate } from '../../../platform/format/format.ts'
import { formatPercents } from '../../../platform/format/price.ts'
import { deletion } from '../../../platform/screens/popup/deletion.ts'
import { formFragment } from '../../../platform/screens/form/form-fragment.ts'
import { formPopup } from '../../../platform/screens/form/form-popup.ts'
import { savedSetting, settingFields, settingForm, settingsArea, writeSetting } from '../../../system/settings/index.ts'
import { sql } from 'kysely'
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
