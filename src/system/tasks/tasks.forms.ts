import * as z from 'zod'
import { parsersOf } from '../../platform/fields/facts.ts'
import { version } from '../../platform/forms/fields.ts'
import { taskFields } from './tasks.fields.ts'

export const TaskForm = z.object(parsersOf(taskFields, 'title', 'day', 'user_id', 'note'))
export const TaskEditForm = TaskForm.extend({ ...parsersOf(taskFields, 'done'), version })
export type TaskInput = z.output<typeof TaskForm>
export type TaskEdit = z.output<typeof TaskEditForm>
