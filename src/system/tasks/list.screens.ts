import { type SqlBool, sql } from 'kysely'
import * as z from 'zod'
import type { Db, Trx } from '../../platform/database/types.ts'
import { idList } from '../../platform/forms/fields.ts'
import { formatDate } from '../../platform/format/format.ts'
import { instantOf, today } from '../../platform/format/zone.ts'
import type { RecordType } from '../../platform/manifest.ts'
import { ownerFilters, ownerParam } from '../../platform/screens/form/carried.ts'
import { bulkAction } from '../../platform/screens/table/bulk.ts'
import { planOf } from '../../platform/screens/table/bulk-plan.ts'
import { table } from '../../platform/screens/table/table.ts'
import {
  periodFilter,
  selectFilter,
  selectorFilter,
  textFilter,
  yesNoFilter,
} from '../../platform/screens/table/table-filters.ts'
import { deleteTask, finishTasks } from './tasks.commands.ts'
import { taskColumns } from './tasks.columns.ts'
import { taskFields } from './tasks.fields.ts'
import { taskGroups } from './tasks.groups.ts'
import { aboutRecord, isDue, listTasks } from './tasks.queries.ts'
import { KINDS, OFFICE } from './tasks.rules.ts'
import { taskListArea, tasksArea } from './rights.ts'

const HOME = '/tasks'

const dayOf = (day: string) => formatDate(instantOf(day, '12:00'))

const filtersOf = (types: readonly RecordType[]) => ({
  search: textFilter('Zoeken', { text: sql<string>`normalise(tasks.title)`, table: 'tasks' }),
  done: yesNoFilter(taskFields.done.label, sql<SqlBool>`tasks.done`),
  due: selectFilter('Aan de beurt', [{ value: 'now', label: 'Vandaag of eerder' }], () => isDue),
  day: periodFilter(taskFields.day.label, { column: sql`tasks.day`, type: 'date' }),
  kind: selectFilter(
    taskFields.kind.label,
    Object.entries(KINDS).map(([value, label]) => ({ value, label })),
    (kind) => sql<SqlBool>`tasks.kind = ${kind}`,
  ),
  user_id: selectorFilter(
    taskFields.user_id.label,
    'employee',
    (ids) => sql<SqlBool>`tasks.user_id in (${sql.join(ids)})`,
    sql<SqlBool>`tasks.user_id is null`,
  ),
  ...ownerFilters(types, aboutRecord),
})

/** What there is to do, about records of these types or about none. */
export const taskTable = (types: readonly RecordType[]) =>
  table({
    area: tasksArea,
    record: 'task',
    right: 'view',
    path: HOME,
    title: 'Taken',
    query: (db, _viewer, _params, { registry }) => listTasks(db, registry),
    filters: filtersOf(types),
    defaults: { done: 'no' },
    views: [
      { key: 'due', name: 'Vandaag of eerder', query: 'done=no&due=now&sort=day' },
      { key: 'done', name: 'Afgevinkt', query: 'done=yes&sort=-day' },
    ],
    sorts: {
      day: { by: [sql`tasks.day`], type: 'date' },
      title: { by: [sql`tasks.title collate "nl-x-icu"`] },
    },
    defaultSort: 'day',
    groups: taskGroups,
    moreColumns: taskColumns,
    columns: [
      { field: 'title', kind: 'main', sort: 'title', cell: (task) => ({ text: task.title, sub: KINDS[task.kind] }) },
      {
        label: 'Waarover',
        key: 'record',
        hiddenWhenFilteredBy: types.map(({ type }) => ownerParam(type)),
        cell: (task) => task.record_name,
      },
      {
        field: 'day',
        sort: 'day',
        cell: ({ day, done }) => (done || day >= today() ? dayOf(day) : { text: dayOf(day), tone: 'danger' }),
      },
      { field: 'user_id', cell: (task) => task.person ?? { text: OFFICE, muted: true } },
      { field: 'done', cell: ({ done }) => (done ? { text: 'Ja', icon: 'check' } : { text: 'Nee', muted: true }) },
    ],
    open: (task) => `${HOME}/edit/${task.id}`,
    rowCss: ({ done }) => (done ? 'is-off' : null),
    add: {
      label: 'Taak toevoegen',
      icon: 'plus',
      kind: 'popup',
      url: `${HOME}/add`,
      primary: true,
      area: tasksArea,
      right: 'change',
    },
    addWith: types.map(({ type }) => ownerParam(type)),
    bulk: [
      {
        label: 'Afvinken',
        icon: 'checkbox',
        kind: 'popup',
        url: `${HOME}/bulk/done`,
        area: taskListArea,
        right: 'change',
      },
    ],
    massDelete: {
      area: taskListArea,
      remove: async (trx, ids) => {
        for (const id of ids) await deleteTask(trx, id)
        return { changed: ids.map((id) => ({ type: 'task', id })) }
      },
    },
    empty: {
      icon: 'checkbox',
      title: 'Geen taken',
      text: 'Een taak is iets dat iemand voor een dag moet doen, zoals een klant terugbellen of een reparatie regelen.',
    },
    example: (story) => ({ foreign: null, form: { ids: String(story.tasks.call) } }),
  })

async function chosenTasks(db: Db | Trx, ids: number[]) {
  const rows = await db.selectFrom('tasks').select(['id', 'title', 'done']).where('id', 'in', ids).orderBy('day').orderBy('id').execute() // prettier-ignore
  return rows.map((row) => ({ ...row, name: row.title }))
}

/** Several that are done. */
export const [tasksDone, tasksDonePreview] = bulkAction({
  area: taskListArea,
  record: 'task',
  recordParam: null,
  right: 'change',
  home: HOME,
  path: `${HOME}/bulk/done`,
  previewPath: `${HOME}/bulk/done/preview`,
  form: z.object({ ids: idList(500).refine((ids) => ids.length > 0, 'Vink minimaal één taak aan.') }),
  formRecords: { ids: 'task' },
  words: {
    one: 'taak',
    many: 'taken',
    verb: 'afvinken',
    done: 'afgevinkt',
    will: { one: 'Wordt afgevinkt', many: 'Worden afgevinkt' },
  },
  plan: async ({ db, form }) =>
    planOf(await chosenTasks(db, form.ids), ({ done }) => (done ? { why: 'is al gedaan' } : {})).plan,
  lock: async ({ trx, form }) => {
    await trx.selectFrom('tasks').select('id').where('id', 'in', form.ids).orderBy('id').forUpdate().execute()
  },
  carryOut: async ({ trx, viewer }, plan) => {
    const ids = plan.does.map(({ id }) => id)
    await finishTasks(trx, viewer, ids)
    return { changed: ids.map((id) => ({ type: 'task', id })) }
  },
  example: (story) => ({ query: { ids: String(story.tasks.call) } }),
})
