import { sql } from 'kysely'
import { formatDate, formatDateTime } from '../../platform/format/format.ts'
import { today } from '../../platform/format/zone.ts'
import { cellEdit } from '../../platform/screens/table/cell-edit.ts'
import { formFragment } from '../../platform/screens/form/form-fragment.ts'
import { recordForms } from '../../platform/screens/form/record-forms.ts'
import { table } from '../../platform/screens/table/table.ts'
import { textFilter } from '../../platform/screens/table/table-filters.ts'
import { getSetting, savedSetting, writeSetting } from '../settings/index.ts'
import { settingsArea } from '../settings/rights.ts'
import { addClosingDay, deleteClosingDay, editClosingDay, renameClosingDay } from './holidays.commands.ts'
import { closingDayColumns } from './holidays.columns.ts'
import { closingDayFields } from './holidays.fields.ts'
import { ClosingDayEditForm, ClosingDayForm, HolidaysForm } from './holidays.forms.ts'
import { closingDayGroups } from './holidays.groups.ts'
import { getClosingDay, listClosingDays } from './holidays.queries.ts'
import { dutchHolidays } from './holidays.rules.ts'

const HOME = '/settings/closing-days'
const access = { area: settingsArea, record: 'closing_day' } as const

export const holidaySettings = formFragment({
  area: settingsArea,
  record: 'setting',
  recordParam: null,
  right: 'change',
  path: '/settings/holidays',
  pageAddress: '/settings/?tab=holidays',
  title: 'Feestdagen',
  view: 'system/holidays/form',
  form: HolidaysForm,
  load: async ({ db }) => {
    const setting = await getSetting(db, 'holidays')
    const year = Number(today().slice(0, 4))
    return {
      setting,
      years: [year, year + 1].map((shown) => ({ year: shown, days: dutchHolidays(shown, setting.value) })),
    }
  },
  version: ({ setting }) => setting.version,
  footnote: ({ setting: { updatedAt } }) => updatedAt && `Laatst gewijzigd op ${formatDateTime(updatedAt)}`,
  save: async ({ trx, form: { version, ...value } }) =>
    savedSetting(await writeSetting(trx, 'holidays', value, version)),
  example: () => ({ form: { good_friday: '1' } }),
})

export const closingDayTable = table({
  ...access,
  right: 'view',
  path: HOME,
  title: 'Sluitingsdagen',
  query: (db) => listClosingDays(db),
  filters: { search: textFilter('Zoeken', { text: sql<string>`normalise(closing_days.description)` }) },
  sorts: { first_day: { by: [sql`closing_days.first_day`], type: 'date' } },
  defaultSort: '-first_day',
  groups: closingDayGroups,
  moreColumns: closingDayColumns,
  edits: { url: '/settings/closing-days/cell', area: settingsArea },
  columns: [
    { field: 'description', edit: true, kind: 'main', cell: (row) => row.description },
    { field: 'first_day', sort: 'first_day', cell: (row) => formatDate(row.first_day) },
    { field: 'last_day', cell: (row) => formatDate(row.last_day) },
  ],
  open: (row) => `/settings/closing-day/edit/${row.id}`,
  add: {
    label: 'Sluitingsdag toevoegen',
    icon: 'plus',
    kind: 'popup',
    url: '/settings/closing-day/add',
    primary: true,
    area: settingsArea,
    right: 'change',
  },
  empty: {
    icon: 'calendar-off',
    title: 'Geen sluitingsdagen',
    text: 'Voeg dagen toe waarop u naast de feestdagen gesloten bent.',
  },
  example: () => ({}),
})

/** What a closing day is called, changed in the list. */
export const closingDayCell = cellEdit({
  ...access,
  right: 'change',
  path: '/settings/closing-days/cell',
  fields: closingDayFields,
  names: ['description'],
  save: ({ trx, id, changes, version }) => renameClosingDay(trx, id, changes.description as string, version),
  example: (story) => ({ form: { id: story.closingDay, field: 'description', value: 'Brugdag', version: 1 } }),
})

export const closingDayForms = recordForms({
  ...access,
  label: 'Sluitingsdag',
  path: '/settings/closing-day',
  home: HOME,
  size: 'small',
  view: 'system/holidays/closing-day',
  name: 'closing',
  add: {
    form: ClosingDayForm,
    save: ({ trx, form }) => addClosingDay(trx, form),
    example: () => ({ form: { description: 'Verhuizing', first_day: '01-02-2027' } }),
  },
  edit: {
    load: async ({ db, params }) => ({ closing: await getClosingDay(db, params.id) }),
    form: ClosingDayEditForm,
    save: ({ trx, params, form }) => editClosingDay(trx, params.id, form),
    example: (story) => ({ params: { id: story.closingDay }, form: { description: 'Brugdag' } }),
  },
  delete: { remove: deleteClosingDay, example: (story) => ({ form: { id: story.closingDay } }) },
})
