import { sql } from 'kysely'
import { formatDate } from '../../platform/format/format.ts'
import { may } from '../../platform/access/viewer.ts'
import { fragment } from '../../platform/screens/call/calls.ts'
import { formPopup } from '../../platform/screens/form/form-popup.ts'
import { recordForms } from '../../platform/screens/form/record-forms.ts'
import { table } from '../../platform/screens/table/table.ts'
import { getEstablishment } from './establishments.queries.ts'
import { addSpecialDay, deleteSpecialDay, editSpecialDay, saveWeek } from './hours.commands.ts'
import { OpeningHoursForm, SpecialDayEditForm, SpecialDayForm } from './hours.forms.ts'
import { getSpecialDay, getWeek, listSpecialDays } from './hours.queries.ts'
import { establishmentsArea } from './rights.ts'

const HOME = '/settings/establishments'
const ofEstablishment = { area: establishmentsArea, record: 'establishment' } as const
const ofDay = { area: establishmentsArea, record: 'establishment_day' } as const

/** The tab of an establishment: its week, and the days that differ from it. */
export const openingHours = fragment({
  ...ofEstablishment,
  right: 'view',
  path: '/settings/establishment/hours/view/:id',
  pageAddress: '/settings/establishment/view/:id?item=hours',
  view: 'system/establishments/hours',
  load: async ({ db, params, viewer }) => ({
    establishment: await getEstablishment(db, params.id),
    week: await getWeek(db, params.id),
    mayChange: may(viewer, establishmentsArea, 'change'),
  }),
  example: (story) => ({ params: { id: story.establishments.zwolle } }),
})

export const openingHoursEdit = formPopup({
  ...ofEstablishment,
  right: 'change',
  path: '/settings/establishment/hours/edit/:id',
  home: HOME,
  size: 'medium',
  load: async ({ db, params }) => ({
    establishment: await getEstablishment(db, params.id),
    week: await getWeek(db, params.id),
  }),
  title: ({ establishment }) => `Openingstijden ${establishment.name}`,
  view: 'system/establishments/hours-form',
  form: OpeningHoursForm,
  version: ({ establishment }) => establishment.version,
  save: async ({ trx, params, form }) => {
    await saveWeek(trx, params.id, form.days, form.version)
    return {
      changed: [{ type: 'establishment', id: params.id }],
      flash: { str: 'Wijziging opgeslagen', type: 'success' },
    }
  },
  example: (story) => ({ params: { id: story.establishments.zwolle }, form: { 'days[0][opens]': '07:30' } }),
})

export const specialDays = table({
  ...ofDay,
  alsoRecords: { id: 'establishment' },
  right: 'view',
  path: '/settings/establishment/days/:id',
  title: 'Afwijkende dagen',
  query: (db, _viewer, { id }) => listSpecialDays(db).where('establishment_days.establishment_id', '=', id),
  sorts: { day: { by: [sql`establishment_days.day`], type: 'date' } },
  defaultSort: '-day',
  columns: [
    { field: 'day', kind: 'main', sort: 'day', cell: (row) => formatDate(row.day) },
    { field: 'open', cell: (row) => (row.opens === null ? 'Gesloten' : `${row.opens}–${row.closes}`) },
    { field: 'description', cell: (row) => row.description },
  ],
  open: (row, viewer) =>
    may(viewer, establishmentsArea, 'change') ? `/settings/establishment/day/edit/${row.id}` : null,
  empty: { icon: 'calendar', title: 'Geen afwijkende dagen', text: 'Elke week is hetzelfde.' },
  example: (story) => ({ params: { id: story.establishments.zwolle } }),
})

export const specialDayForms = recordForms({
  ...ofDay,
  label: 'Dag',
  path: '/settings/establishment/day',
  home: HOME,
  size: 'small',
  view: 'system/establishments/special-day',
  name: 'special',
  add: {
    of: 'establishment',
    load: async ({ db, params }) => ({ establishment: await getEstablishment(db, params.id), special: null }),
    title: 'Afwijkende dag toevoegen',
    subtitle: ({ establishment }) => establishment.name,
    form: SpecialDayForm,
    save: async ({ trx, params, form }) => {
      await getEstablishment(trx, params.id)
      return addSpecialDay(trx, params.id, form)
    },
    example: (story) => ({
      params: { id: story.establishments.zwolle },
      form: { day: '01-02-2027', description: 'Verhuizing' },
    }),
  },
  edit: {
    load: async ({ db, params }) => ({ special: await getSpecialDay(db, params.id) }),
    title: 'Afwijkende dag wijzigen',
    form: SpecialDayEditForm,
    save: ({ trx, params, form }) => editSpecialDay(trx, params.id, form),
    example: (story) => ({ params: { id: story.specialDay }, form: { description: 'Inloopdag' } }),
  },
  delete: { remove: deleteSpecialDay, example: (story) => ({ form: { id: story.specialDay } }) },
})
