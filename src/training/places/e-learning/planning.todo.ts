import { sql } from 'kysely'
import { formatCount } from '../../../platform/format/format.ts'
import type { OpenPoint } from '../../../platform/screens/popup/open-points.ts'
import type { PopupAction } from '../../../platform/screens/popup/popup-actions.ts'
import { type Attention, NOW, waitingRows } from '../../../system/attention/points.ts'
import { eLearningArea, eLearningCoursesArea } from './rights.ts'

const url = (id: number) => `/e-learning/${id}/view-for-students`

/** How far the people of a planning are with what belongs to it. */
export const followed: OpenPoint = {
  record: 'appointment',
  order: 40,
  area: eLearningCoursesArea,
  ask: (_viewer, id) => sql<{ id: number; all: number; done: number } | null>`
    select json_build_object('id', ${id}::integer, 'all', count(*), 'done', count(completed_at)) from e_learning_licenses
    where active and group_id = (select group_id from appointments where id = ${id}) having count(*) > 0`,
  line: (answer) => {
    const { id, all, done } = answer as { id: number; all: number; done: number }
    return {
      label: `E-learning: ${done} van ${formatCount(all, 'cursist', 'cursisten')} klaar`,
      icon: 'device-laptop',
      state: done === all ? 'done' : 'later',
      action: { label: 'Bekijken', kind: 'popup', url: url(id), area: eLearningArea, right: 'change' },
    }
  },
}

/** From a planning, and for one person. */
export const eLearningActions: PopupAction[] = [
  {
    record: 'appointment',
    place: 'menu',
    order: 30,
    area: eLearningArea,
    right: 'change',
    action: ({ id }) => ({ label: 'E-learning', icon: 'device-laptop', kind: 'popup', url: url(id) }),
  },
  {
    record: 'contact',
    place: 'menu',
    order: 60,
    area: eLearningArea,
    right: 'change',
    action: ({ id }) => ({
      label: 'E-learning geven',
      icon: 'device-laptop',
      kind: 'popup',
      url: `/e-learning/create/${id}`,
    }),
  },
]

/** What the supplier did not take: somebody has to look. */
export const licenseAttention: Attention[] = [
  {
    name: 'licenses_stopped',
    kind: 'now',
    icon: 'device-laptop',
    tone: 'warning',
    label: { one: 'licentie niet gelukt', many: 'licenties niet gelukt' },
    area: eLearningArea,
    right: 'change',
    url: '/e-learning/licenses?state=stopped',
    rows: () => waitingRows({ day: NOW, from: sql`from e_learning_licenses where stopped` }),
  },
]
