import { sql } from 'kysely'
import { formatCount, formatDate } from '../../platform/format/format.ts'
import { instantOf, today } from '../../platform/format/zone.ts'
import { ownerParam } from '../../platform/screens/form/carried.ts'
import type { OpenPoint } from '../../platform/screens/popup/open-points.ts'
import { tasksArea } from './rights.ts'
import { aboutRecord, carriesTasks, tasksVisibleTo } from './tasks.queries.ts'

interface Open {
  count: number
  id: number
  title: string
  day: string
}

/** The tasks about a record that are not done: the first by name, the others by their number. */
export const openTasks: OpenPoint = {
  record: carriesTasks,
  order: 20,
  area: tasksArea,
  ask: (viewer, id, _records, type) => sql<Open | null>`
    select case when count(*) > 0 then json_build_object('count', count(*), 'day', min(tasks.day),
      'id', (array_agg(tasks.id order by tasks.day, tasks.id))[1],
      'title', (array_agg(tasks.title order by tasks.day, tasks.id))[1]) end
    from tasks where ${aboutRecord({ type, id })} and not tasks.done and ${tasksVisibleTo(viewer)}`,
  line: (answer, record) => {
    const { count, id, title, day } = answer as Open
    const one = count === 1
    return {
      label: one ? title : formatCount(count, 'taak', 'taken'),
      sub: one ? `voor ${formatDate(instantOf(day, '12:00'))}` : `eerst: ${title}`,
      icon: 'checkbox',
      state: day <= today() ? 'open' : 'later',
      action: one
        ? { label: 'Taak openen', kind: 'popup', url: `/tasks/edit/${id}`, area: tasksArea, right: 'change' }
        : {
            label: 'Taken bekijken',
            kind: 'link',
            url: `/tasks?done=no&${ownerParam(record.type)}=${record.id}`,
            area: tasksArea,
            right: 'view',
          },
    }
  },
}
