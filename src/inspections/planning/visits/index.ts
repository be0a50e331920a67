import { sql } from 'kysely'
import { blockers } from '../../../platform/blockers.ts'
import { countOf } from '../../../platform/database/count.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import type { ModulePart } from '../../../platform/manifest.ts'
import { give } from '../../../platform/points.ts'
import { popupActions } from '../../../platform/screens/popup/popup-actions.ts'
import { restorings } from '../../../platform/undo/points.ts'
import { boardArea } from '../../../system/calendar/rights.ts'
import { audiences } from '../../../system/messages/points.ts'
import { momentKinds } from '../../../system/moments/points.ts'
import { handovers } from '../../../relations/availability/points.ts'
import { occupations } from '../../../system/occupations/points.ts'
import { retentionKinds } from '../../../system/privacy/points.ts'
import { visitAudience } from './audience.ts'
import { OVERLAPS } from './board-times.contract.ts'
import * as board from './board.screens.ts'
import { visitHandover } from './handover.ts'
import { toldOfVisits, visitMoments } from './moments.ts'
import { visitOccupations } from './occupations.ts'
import * as schedule from './schedule.screens.ts'
import { signatureRetention } from './signing.commands.ts'
import { seedVisits } from './story.ts'
import * as view from './view.screens.ts'
import { visitFields } from './visits.fields.ts'
import { visitNames, visitsVisibleTo } from './visits.queries.ts'
import { ENDS_BEFORE } from './visits.rules.ts'

export { visitFields } from './visits.fields.ts'
export { isFree } from './story.ts'
export { type VisitDone, endVisit, lockOpenVisit } from './visits.commands.ts'
export { hasVisit, isDuring, isEmployee, listVisits, pointOf, visitsVisibleTo } from './visits.queries.ts'
export { forgetSigning } from './signing.commands.ts'
export { DONE_STAYS, STATES, cancelRefusal, stateOf } from './visits.rules.ts'
export type { UnplannedOrder, VisitingHours } from './board.contract.ts'
export { listUnplanned } from './board.queries.ts'
export { CANCEL_ASKED, type DaySpan, minutesOf, timeOf } from './board-times.contract.ts'
export { type Draft, DraftsQuery, TrayQuery } from './visits.forms.ts'

const visitsOf = (column: 'order_id' | 'employee_id' | 'room_id') => async (db: Db | Trx, id: number) => [
  {
    label: 'Bezoeken',
    one: 'bezoek',
    count: await countOf(db.selectFrom('visits').select('id').where(column, '=', id)),
  },
]

/** Who goes to which customer when, as the board plans it. */
export const visits: ModulePart = {
  screens: [board, schedule, view].flatMap((declared) => Object.values(declared)),
  records: [
    {
      type: 'visit',
      label: { one: 'bezoek', many: 'bezoeken' },
      area: boardArea,
      table: 'visits',
      visibleTo: visitsVisibleTo,
      leadsTo: { type: 'order', column: 'order_id' },
      open: '/inspections/visits/view/{id}',
      fields: visitFields,
      names: visitNames,
      carries: ['messages'],
    },
  ],
  constraints: {
    visits_apart: { field: '_form', message: OVERLAPS },
    visits_period: { field: 'end_time', message: ENDS_BEFORE },
  },
  story: seedVisits,
  gifts: [
    give(retentionKinds, [signatureRetention]),
    give(occupations, visitOccupations),
    give(audiences, [visitAudience]),
    give(momentKinds, visitMoments),
    give(restorings, [toldOfVisits]),
    give(handovers, [visitHandover]),
    give(popupActions, [
      {
        record: 'order',
        place: 'step',
        order: 40,
        area: boardArea,
        right: 'change',
        action: ({ id }) => ({
          label: 'Inplannen',
          icon: 'calendar-plus',
          kind: 'popup',
          url: `/inspections/schedule/${id}`,
        }),
        when: (_viewer, id) =>
          sql`exists (select from orders o where o.id = ${id} and o.plannable and o.status <> 'settled')`,
        // What is to be inspected is planned first.
        next: (
          _viewer,
          id,
        ) => sql`exists (select from order_devices d where d.order_id = ${id} and not d.checked and d.destination is null)
          and not exists (select from visits v where v.order_id = ${id} and not v.done)`,
      },
    ]),
    give(blockers, [
      { record: 'order', what: 'delete', reasons: visitsOf('order_id') },
      { record: 'user', what: 'delete', reasons: visitsOf('employee_id') },
      { record: 'room', what: 'delete', reasons: visitsOf('room_id') },
    ]),
  ],
}
