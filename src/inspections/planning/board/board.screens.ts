import * as z from 'zod'
import { may } from '../../../platform/access/viewer.ts'
import { id } from '../../../platform/forms/fields.ts'
import { epochSeconds, wallClock } from '../../../platform/format/zone.ts'
import { navigationOf } from '../../../platform/screens/navigation.ts'
import { page } from '../../../platform/screens/page.ts'
import { popup } from '../../../platform/screens/popup/popup.ts'
import { boardArea } from '../../../system/calendar/rights.ts'
import { closedDays } from '../../../system/holidays/index.ts'
import { type PlanningBoardProps, SETTINGS_COOKIE } from './page.contract.ts'

export const HOME = '/inspections/board'
/** Its lanes carry the scope: a teacher gets the own one. */
const access = { area: boardArea, record: null, right: 'view' } as const
/** Years around this one whose public holidays and closed days the board marks. */
const YEARS = { back: 1, ahead: 2 }
const FILTER_LABELS = { employee_id: 'Keurmeester', skill_id: 'Vaardigheid', city: 'Plaats' }

export const planningBoardPage = page({
  ...access,
  path: HOME,
  title: 'Planbord',
  view: 'inspections/board/page',
  query: z.object({ order_id: id.optional().catch(undefined) }),
  load: async ({ db, viewer, query, services }) => {
    const closed = await closedDays(db)
    const now = new Date()
    const year = Number(wallClock(now).day.slice(0, 4))
    const props: PlanningBoardProps = {
      own: viewer.id,
      plans: may(viewer, boardArea, 'change'),
      now: epochSeconds(now),
      beside: navigationOf(services.registry, viewer, HOME).beside.map(({ label, href }) => ({ label, href })),
      dataUrl: `${HOME}/data`,
      trayUrl: `${HOME}/tray`,
      fillUrl: `${HOME}/fill`,
      filtersUrl: `${HOME}/filters`,
      filterLabels: FILTER_LABELS,
      confirmUrl: '/schedule/confirm',
      cancelUrl: '/board/cancelVisit/{id}',
      orderUrl: '/administration/order/view/{id}',
      orderId: query.order_id ?? null,
      holidays: closed.between(`${year - YEARS.back}-01-01`, `${year + YEARS.ahead}-12-31`),
    }
    return { props }
  },
  example: () => ({ params: {} }),
})

export const planningBoardFilters = popup({
  ...access,
  path: `${HOME}/filters`,
  home: HOME,
  title: 'Filters',
  view: 'system/calendar/filters',
  load: () => ({ view: 'inspections/board/filters', data: {}, keptIn: SETTINGS_COOKIE }),
  example: () => ({ params: {} }),
})
