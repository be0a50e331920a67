import { sql } from 'kysely'
import * as z from 'zod'
import { NotFound } from '../../../platform/errors.ts'
import { parsersOf } from '../../../platform/fields/facts.ts'
import { idList } from '../../../platform/forms/fields.ts'
import { formatCount, formatDate } from '../../../platform/format/format.ts'
import { action } from '../../../platform/screens/call/calls.ts'
import { formPopup } from '../../../platform/screens/form/form-popup.ts'
import { type GuardedAction, permittedActions } from '../../../platform/screens/popup/guarded-actions.ts'
import { table } from '../../../platform/screens/table/table.ts'
import { periodFilter, selectFilter, selectorFilter, textFilter, yesNoFilter } from '../../../platform/screens/table/table-filters.ts' // prettier-ignore
import { byName, fullName } from '../../../relations/contacts/index.ts'
import { enrolmentArea, planningsArea } from '../../rights.ts'
import { companyGroup, courseGroup } from '../../catalogue/people/index.ts'
import { bringBack, setAside } from './retakes.commands.ts'
import { retakeColumns } from './retakes.columns.ts'
import { retakeFields } from './retakes.fields.ts'
import { type Retake, isAbsent, isAside, listChosen, listRetakes } from './retakes.queries.ts'
import { enrolUrl, outcomeText } from './retakes.rules.ts'
import { rescheduleArea, retakesArea } from './rights.ts'

const HOME = '/courses/retakes'
const access = { area: retakesArea, record: 'enrolment' } as const

const enrolAgain = (row: Retake, what: 'this' | 'all', label: string): GuardedAction => ({
  label,
  icon: what === 'this' ? 'repeat' : 'user-plus',
  kind: 'popup',
  url: enrolUrl(row, what),
  area: enrolmentArea,
  right: 'change',
})

/** The part alone, where the course has others; or the whole course anew; or nobody plans them again. */
const rowActions = (row: Retake): GuardedAction[] => [
  { label: 'Opnieuw inplannen', icon: 'calendar-repeat', kind: 'popup', url: `/reschedule/view/${row.id}`, area: rescheduleArea, right: 'change' }, // prettier-ignore
  ...(row.parts > 1 ? [enrolAgain(row, 'this', 'Herkansing inplannen')] : []),
  enrolAgain(row, 'all', 'Opnieuw inschrijven'),
  row.reason === null
    ? { label: 'Opzij zetten', icon: 'archive', kind: 'popup', url: `${HOME}/aside?ids=${row.id}`, area: retakesArea, right: 'change' } // prettier-ignore
    : { label: 'Terugzetten', icon: 'arrow-back-up', kind: 'post', url: `${HOME}/back/${row.id}`, area: retakesArea, right: 'change' }, // prettier-ignore
]

/** Who was absent or did not pass, and is not enrolled again. */
export const retakeTable = table({
  ...access,
  right: 'view',
  path: HOME,
  title: 'Opnieuw in te plannen',
  query: (db) => listRetakes(db),
  filters: {
    search: textFilter('Naam', { text: sql<string>`contacts.search_text` }),
    aside: yesNoFilter('Opzij gezet', isAside),
    course_id: selectorFilter('Opleiding', 'course', (ids) => sql`appointment_groups.course_id in (${sql.join(ids)})`),
    company_id: selectorFilter('Bedrijf', 'company', (ids) => sql`enrolments.company_id in (${sql.join(ids)})`),
    outcome: selectFilter(
      'Wat',
      [
        { value: 'absent', label: 'Niet gekomen' },
        { value: 'failed', label: 'Niet geslaagd' },
      ],
      (value) => (value === 'absent' ? isAbsent : sql`not (${isAbsent})`),
    ),
    on: periodFilter('Datum', { column: sql`appointments.starts_at`, type: 'timestamptz' }),
    appointment_id: selectorFilter(
      'Planning',
      'appointment',
      (ids) => sql`appointments.group_id in (select p.group_id from appointments p where p.id in (${sql.join(ids)}))`,
    ),
    contact_id: selectorFilter('Contact', 'contact', (ids) => sql`enrolments.contact_id in (${sql.join(ids)})`),
  },
  defaults: { aside: 'no' },
  sorts: {
    date: { by: [sql`appointments.starts_at`], type: 'timestamptz' },
    name: { by: byName },
    course: { by: [sql`courses.description collate "nl-x-icu"`] },
  },
  defaultSort: '-date',
  groups: {
    course: courseGroup<{ course_description: string }>(
      sql`appointment_groups.course_id`,
      (row) => row.course_description,
    ),
    company: companyGroup,
  },
  moreColumns: retakeColumns,
  columns: [
    { field: 'contact_id', kind: 'main', sort: 'name', cell: (row) => fullName(row) },
    { label: 'Bedrijf', key: 'company', cell: (row) => row.company_name ?? { text: 'Particulier', muted: true } },
    {
      label: 'Opleiding',
      key: 'course',
      sort: 'course',
      cell: (row) => ({
        text: row.course_description,
        sub: row.lacking.map(({ description }) => description).join(', '),
      }),
    },
    { label: 'Wat', key: 'outcome', cell: ({ lacking }) => outcomeText(lacking) },
    {
      label: 'Datum',
      key: 'on',
      sort: 'date',
      cell: (row) => ({
        text: formatDate(row.starts_at),
        popup: `/calendar/view-appointment/${row.appointment_id}`,
      }),
    },
    { label: 'Opzij gezet', key: 'aside', kind: 'long', cell: ({ reason }) => reason },
  ],
  open: (row) => `/contact/view/${row.contact_id}`,
  rowActions: (row, viewer) => permittedActions(viewer, rowActions(row)),
  bulk: [
    { label: 'Opnieuw inschrijven', icon: 'user-plus', kind: 'popup', url: `${HOME}/again`, area: retakesArea, right: 'change' }, // prettier-ignore
    { label: 'Opzij zetten', icon: 'archive', kind: 'popup', url: `${HOME}/aside`, area: retakesArea, right: 'change' },
  ],
  empty: {
    icon: 'repeat',
    title: 'Niemand opnieuw in te plannen',
    text: 'Wie niet kwam of niet slaagde, komt hier als de planning is afgerond, tot die opnieuw is ingeschreven.',
    action: { label: 'Planningen bekijken', icon: 'calendar-check', kind: 'link', url: '/plannings', area: planningsArea, right: 'view' }, // prettier-ignore
  },
})

/** Nobody plans these people again, for a reason. */
export const retakesAside = formPopup({
  ...access,
  recordParam: null,
  fieldsOf: 'retake',
  right: 'change',
  path: `${HOME}/aside`,
  home: HOME,
  size: 'small',
  query: z.object({ ids: idList(1000) }),
  load: async ({ db, query }) => {
    const rows = await listChosen(db, query.ids)
    return { rows: rows.map(({ name, course_description }) => `${name}, ${course_description}`) }
  },
  title: ({ rows }) => (rows.length === 1 ? `${rows[0]!.split(',')[0]!} opzij zetten` : `${formatCount(rows.length, 'cursist', 'cursisten')} opzij zetten`), // prettier-ignore
  view: 'training/retakes/aside',
  form: z.object(parsersOf(retakeFields, 'reason')),
  submits: [{ label: 'Opzij zetten' }],
  save: async ({ trx, query, form }) => {
    const rows = await listChosen(trx, query.ids)
    if (rows.length === 0) throw new NotFound('Cursist')
    await setAside(trx, rows, form.reason)
    return {
      changed: rows.flatMap(({ id, contact_id }) => [
        { type: 'enrolment', id },
        { type: 'contact', id: contact_id },
      ]),
      flash: { str: `${formatCount(rows.length, 'cursist', 'cursisten')} opzij gezet`, type: 'success' },
    }
  },
  example: (story) => ({ query: { ids: String(story.retakes.open) }, form: { reason: 'Uit dienst' } }),
})

/** They are to be planned again after all. */
export const retakeBack = action({
  ...access,
  right: 'change',
  path: `${HOME}/back/:id`,
  save: async ({ trx, params }) => {
    const [row] = await listChosen(trx, [params.id])
    if (!row) throw new NotFound('Cursist')
    await bringBack(trx, row)
    return {
      changed: [
        { type: 'enrolment', id: row.id },
        { type: 'contact', id: row.contact_id },
      ],
      flash: { str: `${row.name} teruggezet`, type: 'success' },
    }
  },
  example: (story) => ({ params: { id: story.retakes.aside } }),
})
