import { formatDateTime, formatPeriod } from '../../../platform/format/format.ts'
import { today, wallClock } from '../../../platform/format/zone.ts'
import { may } from '../../../platform/access/viewer.ts'
import { cityLine, streetLine } from '../../../platform/fields/address.ts'
import { popup } from '../../../platform/screens/popup/popup.ts'
import { boardArea } from '../../../system/calendar/rights.ts'
import { ordersArea } from '../../../administration/orders/orders/rights.ts'
import { CANCEL_ASKED } from './board-times.contract.ts'
import { workdayArea } from '../../rights.ts'
import { getVisit } from './visits.queries.ts'
import { STATES, cancelRefusal, stateOf } from './visits.rules.ts'

const change = { area: boardArea, right: 'change' } as const

/** A visit: when, where, who, and for which order. */
export const visitView = popup({
  area: boardArea,
  record: 'visit',
  right: 'view',
  path: '/inspections/visits/view/:id',
  home: '/calendar',
  size: 'medium',
  load: async ({ db, params, viewer, services }) => {
    const visit = await getVisit(db, params.id)
    return {
      visit,
      period: formatPeriod(visit.starts_at, visit.ends_at),
      address: [streetLine(visit), cityLine(visit)].filter(Boolean).join(', '),
      opensOrder: may(viewer, ordersArea) && (await services.registry.isVisible(db, viewer, 'order', visit.order_id)),
    }
  },
  title: ({ visit }) => visit.customer,
  subtitle: ({ period, visit }) => [period, visit.employee ?? STATES.open.label].join(' · '),
  status: ({ visit }) => STATES[stateOf(visit)],
  nextSteps: ({ visit }) =>
    visit.done
      ? []
      : [
          {
            area: workdayArea,
            right: 'change',
            label: 'Bezoek uitvoeren',
            icon: 'clipboard-check',
            kind: 'popup',
            url: `/workday/${visit.order_id}?visit=${visit.id}`,
            next: wallClock(visit.starts_at).day <= today(),
          },
          {
            ...change,
            label: 'Op het planbord',
            icon: 'layout-board',
            kind: 'link',
            url: `/inspections/board?order_id=${visit.order_id}`,
            next: true,
          },
        ],
  actions: ({ visit }) =>
    visit.report === null
      ? []
      : [
          {
            area: workdayArea,
            label: 'Keuringsrapport',
            icon: 'file-type-pdf',
            kind: 'download',
            url: `/workday/report/${visit.id}`,
          },
        ],
  options: ({ visit }) =>
    cancelRefusal(visit) === null
      ? [
          {
            ...change,
            label: 'Bezoek annuleren',
            icon: 'calendar-x',
            kind: 'post',
            url: `/board/cancelVisit/${visit.id}`,
            confirm: CANCEL_ASKED,
            danger: true,
          },
        ]
      : [],
  footnote: ({ visit }) => `Laatst gewijzigd op ${formatDateTime(visit.updated_at)}`,
  view: 'inspections/visits/overview',
  example: (story) => ({ params: { id: story.visits.ofTeacher }, foreign: { id: story.visits.loose } }),
})
