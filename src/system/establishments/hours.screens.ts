import { sql } from 'kysely'
import { formatDate } from '../../platform/format/format.ts'
import { may } from '../../platform/access/viewer.ts'
import { fragment } from '../../platform/screens/call/calls.ts'
import { deletion } from '../../platform/screens/popup/deletion.ts'
import { formPopup } from '../../platform/screens/form/form-popup.ts'
import { deleteOption } from '../../platform/screens/popup/record-options.ts'
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

export const specialDayAdd = formPopup({
  ...ofEstablishment,
  fieldsOf: 'establishment_day',
  right: 'change',
  path: '/settings/establishment/day/add/:id',
  home: HOME,
  size: 'small',
  load: async ({ db, params }) => ({ establishment: await getEstablishment(db, params.id), special: null }),
  title: 'Afwijkende dag toevoegen',
  subtitle: ({ establishment }) => establishment.name,
  view: 'system/establishments/special-day',
  form: SpecialDayForm,
  submits: [{ label: 'Dag toevoegen' }],
  save: async ({ trx, params, form }) => {
    await getEstablishment(trx, params.id)
    const id = await addSpecialDay(trx, params.id, form)
    return {
      changed: [{ type: 'establishment_day', id }],
      flash: { str: 'Dag toegevoegd', type: 'success' },
      body: { id },
    }
  },
  example: (story) => ({
    params: { id: story.establishments.zwolle },
    form: { day: '01-02-2027', description: 'Verhuizing' },
  }),
})

export const specialDayEdit = formPopup({
  ...ofDay,
  right: 'change',
  path: '/settings/establishment/day/edit/:id',
  home: HOME,
  size: 'small',
  load: async ({ db, params }) => ({ special: await getSpecialDay(db, params.id) }),
  title: 'Afwijkende dag wijzigen',
  view: 'system/establishments/special-day',
  form: SpecialDayEditForm,
  version: ({ special }) => special.version,
  options: ({ special }) => [
    deleteOption('/settings/establishment/day/delete', { type: 'establishment_day', id: special.id }),
  ],
  save: async ({ trx, params, form }) => {
    await editSpecialDay(trx, params.id, form)
    return {
      changed: [{ type: 'establishment_day', id: params.id }],
      flash: { str: 'Wijziging opgeslagen', type: 'success' },
    }
  },
  example: (story) => ({ params: { id: story.specialDay }, form: { description: 'Inloopdag' } }),
})

export const specialDayDelete = deletion({
  ...ofDay,
  path: '/settings/establishment/day/delete',
  flash: 'Dag verwijderd',
  remove: deleteSpecialDay,
  example: (story) => ({ form: { id: story.specialDay } }),
})
