import type { ModulePart } from '../../platform/manifest.ts'
import { mergeStrategies } from '../../platform/merging.ts'
import { give } from '../../platform/points.ts'
import { openPoints } from '../../platform/screens/popup/open-points.ts'
import { popupTabs } from '../../platform/screens/popup/popup-tabs.ts'
import { ownerParam } from '../../platform/screens/form/carried.ts'
import { sql } from 'kysely'
import { attention } from '../attention/points.ts'
import { historyLabels } from '../history/points.ts'
import { personData, retentionKinds } from '../privacy/points.ts'
import { taskForms } from './editing.screens.ts'
import { taskTable, tasksDone, tasksDonePreview } from './list.screens.ts'
import { taskData, taskRetention } from './person-data.ts'
import { taskListArea, tasksArea } from './rights.ts'
import { seedTasks } from './story.ts'
import { taskFields } from './tasks.fields.ts'
import { carriesTasks, countOpenTasks, dueTasks, tasksVisibleTo } from './tasks.queries.ts'
import { openTasks } from './tasks.todo.ts'

export { addTask, finishTaskOf } from './tasks.commands.ts'

/** What somebody has to do by a day, by itself or about a record whose type `carries` tasks. */
export const tasks: ModulePart = {
  screens: [tasksDone, tasksDonePreview],
  screensOver: (all) => {
    const types = all.filter(carriesTasks)
    return [taskTable(types), ...taskForms(types)]
  },
  records: [
    {
      type: 'task',
      label: { one: 'taak', many: 'taken' },
      area: tasksArea,
      table: 'tasks',
      visibleTo: tasksVisibleTo,
      open: '/tasks/edit/{id}',
      fields: taskFields,
      nameSql: sql<string>`tasks.title`,
    },
  ],
  nav: [
    {
      label: 'Taken',
      icon: 'checkbox',
      href: '/tasks',
      under: '/calendar',
      synonyms: ['to do', 'actielijst', 'herinneren'],
      area: tasksArea,
      order: 13,
    },
  ],
  create: [
    {
      action: { label: 'Taak', icon: 'checkbox', kind: 'popup', url: '/tasks/add' },
      command: 'Nieuwe taak',
      area: tasksArea,
    },
  ],
  afterStory: seedTasks,
  gifts: [
    give(popupTabs, [
      {
        record: carriesTasks,
        key: 'tasks',
        label: 'Taken',
        icon: 'checkbox',
        area: tasksArea,
        order: 79,
        under: 'contact',
        url: (id, type) => `/tasks?embed=1&${ownerParam(type)}=${id}`,
        count: countOpenTasks,
      },
    ]),
    give(openPoints, [openTasks]),
    give(attention, [
      {
        name: 'tasks',
        kind: 'now',
        icon: 'checkbox',
        tone: 'warning',
        label: { one: 'taak', many: 'taken' },
        // A teacher has them in the list.
        area: taskListArea,
        url: '/tasks?done=no&due=now',
        rows: dueTasks,
      },
    ]),
    give(mergeStrategies, [{ table: 'tasks', column: 'object_id', merges: 'moves' }]),
    give(personData, [taskData]),
    give(retentionKinds, [taskRetention]),
    give(historyLabels, [{ task: { of: 'Hoort bij', fields: { object_type: 'Bij soort', object_id: 'Bij nummer' } } }]),
  ],
}
