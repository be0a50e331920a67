import * as z from 'zod'
import { ROLE } from '../../platform/access/roles.ts'
import { type Viewer, may } from '../../platform/access/viewer.ts'
import type { RecordRef, RecordType } from '../../platform/manifest.ts'
import { ownerParam, ownerRecords, ownerShape } from '../../platform/screens/form/carried.ts'
import { recordForms } from '../../platform/screens/form/record-forms.ts'
import { formatDateTime } from '../../platform/format/format.ts'
import { today } from '../../platform/format/zone.ts'
import { addOwnTask, deleteTask, editTask } from './tasks.commands.ts'
import { TaskEditForm, TaskForm, type TaskInput } from './tasks.forms.ts'
import { getTask } from './tasks.queries.ts'
import { KINDS } from './tasks.rules.ts'
import { taskListArea, tasksArea } from './rights.ts'

const assigns = (viewer: Viewer): boolean => may(viewer, taskListArea, 'change')

/** Who may not give somebody else something to do, keeps what it is. */
const forWhom = <T extends Pick<TaskInput, 'user_id'>>(viewer: Viewer, input: T): T =>
  assigns(viewer) ? input : { ...input, user_id: viewer.id }

const named = (types: readonly RecordType[], query: Record<string, unknown>): RecordRef | null => {
  const found = types.find(({ type }) => query[ownerParam(type)] !== undefined)
  return found ? { type: found.type, id: Number(query[ownerParam(found.type)]) } : null
}

/** Tasks are written down by themselves, or about a record of one of these types. */
export const taskForms = (types: readonly RecordType[]) =>
  recordForms({
    area: tasksArea,
    record: 'task',
    label: 'Taak',
    path: '/tasks',
    home: '/tasks',
    size: 'medium',
    view: 'system/tasks/form',
    formRecords: { user_id: 'user' },
    name: 'task',
    add: {
      query: z.object(ownerShape(types)),
      alsoRecords: ownerRecords(types),
      load: async ({ db, query, viewer, services }) => {
        const of = named(types, query)
        return {
          task: null,
          day: today(),
          assigns: assigns(viewer),
          people: [],
          about: of && (await services.registry.describe(db, of)),
          from: null,
          opens: null,
          finished: null,
        }
      },
      form: TaskForm,
      save: async ({ trx, query, viewer, form }) => {
        const of = named(types, query)
        return { id: await addOwnTask(trx, forWhom(viewer, form), of), also: of ? [of] : [] }
      },
      example: (story) => ({
        query: { appointment_id: String(story.appointments.coming) },
        form: { title: 'Hydrant opnieuw verzegelen', day: '01-03-2030' },
        foreign: { appointment_id: story.appointments.foreign },
      }),
    },
    edit: {
      load: async ({ db, params, viewer, services: { registry } }) => {
        const task = await getTask(db, registry, params.id)
        const { object_type: type, object_id: id } = task
        const opens = type === null ? null : registry.record(type).open
        return {
          task,
          day: task.day,
          assigns: assigns(viewer),
          people: task.user_id === null ? [] : [{ id: task.user_id, label: task.person! }],
          about: type === null ? null : { type, id: id!, name: task.record_name ?? registry.record(type).label.one },
          from: task.kind === 'own' ? null : KINDS[task.kind],
          opens: opens && id !== null ? opens.replace('{id}', String(id)) : null,
          finished: task.done_at && formatDateTime(task.done_at),
        }
      },
      form: TaskEditForm,
      save: async ({ trx, params, viewer, form, services }) => {
        const { object_type: type, object_id: id } = await getTask(trx, services.registry, params.id)
        await editTask(trx, viewer, params.id, forWhom(viewer, form))
        return { also: type === null ? [] : [{ type, id: id! }] }
      },
      example: (story, role) => ({
        params: { id: role === ROLE.teacher ? story.tasks.seal : story.tasks.call },
        foreign: { id: story.tasks.call },
        form: { note: 'Na tien uur bellen.' },
      }),
    },
    delete: {
      remove: deleteTask,
      example: (story, role) => ({
        form: { id: role === ROLE.teacher ? story.tasks.seal : story.tasks.call },
        foreign: { id: story.tasks.call },
      }),
    },
  })
