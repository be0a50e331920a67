import { type SqlBool, sql } from 'kysely'
import { may } from '../../../platform/access/viewer.ts'
import { formatDate } from '../../../platform/format/format.ts'
import { addDays, today } from '../../../platform/format/zone.ts'
import { recordForms } from '../../../platform/screens/form/record-forms.ts'
import { periodFilter, selectorFilter, textFilter, yesNoFilter } from '../../../platform/screens/table/table-filters.ts'
import { table } from '../../../platform/screens/table/table.ts'
import { byName, companyText, fullName } from '../../../relations/contacts/index.ts'
import { formatDuration } from '../../catalogue/courses/index.ts'
import { companyGroup } from '../../catalogue/people/index.ts'
import { driverColumns } from './drivers.columns.ts'
import { addCredit, addDriver, deleteCredit, deleteDriver, editCredit, editDriver } from './drivers.commands.ts'
import { CreditEditForm, CreditForm, DriverEditForm, DriverForm } from './drivers.forms.ts'
import { getCredit, getDriver, isShort, isSoon, listCredits, listDrivers } from './drivers.queries.ts'
import { isComplete, standText } from './drivers.rules.ts'
import { driversArea } from './rights.ts'

const HOME = '/code95/drivers'
const driver = { area: driversArea, record: 'code95-driver' } as const
const credit = { area: driversArea, record: 'code95-credit' } as const

/** Whose code ends when, and how many of the hours are there. */
export const driverTable = table({
  ...driver,
  right: 'view',
  path: HOME,
  title: 'Code 95',
  query: (db, viewer) => listDrivers(db, viewer),
  filters: {
    search: textFilter('Naam', { text: sql<string>`contacts.search_text` }),
    company_id: selectorFilter('Bedrijf', 'company', (ids) => sql<SqlBool>`contacts.company_id in (${sql.join(ids)})`),
    until: periodFilter('Geldig tot', { column: sql`code95_drivers.valid_until`, type: 'date' }),
    short: yesNoFilter('Uren tekort', isShort),
    soon: yesNoFilter('Verloopt binnen een jaar', isSoon),
  },
  sorts: {
    until: { by: [sql`code95_drivers.valid_until`], type: 'date' },
    name: { by: byName },
  },
  defaultSort: 'until',
  groups: { company: companyGroup },
  moreColumns: driverColumns,
  columns: [
    { field: 'contact_id', kind: 'main', sort: 'name', cell: (row) => fullName(row) },
    { label: 'Bedrijf', key: 'company', cell: (row) => companyText(row) },
    {
      field: 'valid_until',
      sort: 'until',
      cell: (row) =>
        row.valid_until < today()
          ? { status: { label: `Verlopen op ${formatDate(addDays(row.valid_until, 1))}`, css: 'st-cancelled' } }
          : formatDate(row.valid_until),
    },
    { label: 'Uren', key: 'hours', cell: ({ stand }) => standText(stand) },
    {
      label: 'Stand',
      key: 'state',
      cell: ({ stand }) => ({
        status: isComplete(stand)
          ? { label: 'Compleet', css: 'st-confirmed' }
          : { label: 'Uren tekort', css: 'st-option' },
      }),
    },
  ],
  open: (row) => `/contact/view/${row.contact_id}?item=code95`,
  rowActions: (row, viewer) =>
    may(viewer, driversArea, 'change')
      ? [{ label: 'Geldigheid wijzigen', icon: 'pencil', kind: 'popup', url: `/code95/driver/edit/${row.id}` }]
      : [],
  add: {
    label: 'Chauffeur toevoegen',
    icon: 'plus',
    kind: 'popup',
    url: '/code95/driver/add',
    primary: true,
    area: driversArea,
    right: 'change',
  },
  empty: {
    icon: 'truck',
    title: 'Nog geen chauffeurs',
    text: 'Van een chauffeur houdt u bij tot wanneer code 95 geldt en hoeveel van de 35 uur er zijn.',
  },
  example: () => ({ foreign: null }),
})

export const driverForms = recordForms({
  ...driver,
  label: 'Chauffeur',
  path: '/code95/driver',
  home: HOME,
  size: 'small',
  view: 'training/drivers/driver',
  name: 'driver',
  add: {
    form: DriverForm,
    formRecords: { contact_id: 'contact' },
    save: async ({ trx, form }) => ({
      id: await addDriver(trx, form),
      also: [{ type: 'contact', id: form.contact_id }],
    }),
    example: (story) => ({
      form: { contact_id: story.contacts.anouk, valid_until: formatDate(addDays(today(), 300)) },
    }),
  },
  edit: {
    load: async ({ db, params }) => ({ driver: await getDriver(db, params.id) }),
    title: ({ driver: { name } }) => name,
    subtitle: 'Code 95',
    form: DriverEditForm,
    save: async ({ trx, params, form }) => {
      await editDriver(trx, params.id, form)
      const { contact_id } = await getDriver(trx, params.id)
      return { also: [{ type: 'contact', id: contact_id }] }
    },
    example: (story) => ({
      params: { id: story.drivers.short },
      form: { valid_until: formatDate(addDays(today(), 900)) },
    }),
  },
  delete: { remove: deleteDriver, example: (story) => ({ form: { id: story.drivers.short } }) },
})

/** What somebody got for code 95, the last in front: a tab of the contact. */
export const creditTable = table({
  ...credit,
  recordParam: null,
  alsoRecords: { id: 'contact' },
  right: 'view',
  path: '/contact/:id/code95',
  title: 'Code 95',
  query: (db, _viewer, { id }) => listCredits(db, id),
  sorts: { date: { by: [sql`code95_credits.counted_on`, sql`code95_credits.id`], type: 'date' } },
  defaultSort: '-date',
  columns: [
    {
      field: 'description',
      kind: 'main',
      cell: (row) => ({
        text: row.description,
        sub: row.group_id === null ? 'Elders gevolgd' : `Planning ${row.group_id}`,
      }),
    },
    { field: 'code', cell: (row) => row.code },
    { field: 'minutes', cell: (row) => formatDuration(row.minutes) },
    { field: 'practice', cell: (row) => (row.practice ? 'Praktijk' : '') },
    { field: 'counted_on', sort: 'date', cell: (row) => formatDate(row.counted_on) },
  ],
  open: (row, viewer) =>
    row.group_id === null && may(viewer, driversArea, 'change') ? `/code95/credit/edit/${row.id}` : null,
  add: {
    label: 'Uren van elders toevoegen',
    icon: 'plus',
    kind: 'popup',
    url: '/code95/credit/add/:id',
    primary: true,
    area: driversArea,
    right: 'change',
  },
  empty: {
    icon: 'truck',
    title: 'Nog geen uren',
    text: 'Uren van een planning komen hier bij het afronden; wat elders is gevolgd, voegt u zelf toe.',
  },
  example: (story) => ({ params: { id: story.drivers.led }, foreign: { id: story.code95.drivers[0]! } }),
})

const creditForm = { home: HOME, size: 'small', view: 'training/drivers/credit' } as const

export const creditForms = recordForms({
  ...credit,
  ...creditForm,
  label: 'Uren',
  path: '/code95/credit',
  name: 'credit',
  add: {
    of: 'contact',
    title: 'Uren van elders toevoegen',
    form: CreditForm,
    save: async ({ trx, params, form }) => ({
      id: await addCredit(trx, params.id, form),
      also: [{ type: 'contact', id: params.id }],
    }),
    example: (story) => ({
      params: { id: story.code95.drivers[0]! },
      form: {
        description: 'Het nieuwe rijden',
        code: 'W01-2',
        minutes: '7:00',
        counted_on: formatDate(addDays(today(), -30)),
      },
    }),
  },
  edit: {
    load: async ({ db, params }) => ({ credit: await getCredit(db, params.id) }),
    title: ({ credit: { description } }) => description,
    form: CreditEditForm,
    save: async ({ trx, params, form }) => {
      const contact_id = await editCredit(trx, params.id, form)
      return { also: [{ type: 'contact', id: contact_id }] }
    },
    example: (story) => ({
      params: { id: story.drivers.credit },
      form: { description: 'Rijden in de winter', minutes: '7:00', counted_on: formatDate(addDays(today(), -40)) },
    }),
  },
  delete: { remove: deleteCredit, example: (story) => ({ form: { id: story.drivers.credit } }) },
})
