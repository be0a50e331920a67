import { formatCount, formatPeriod, formatTime } from '../../../platform/format/format.ts'
import { today, wallClock } from '../../../platform/format/zone.ts'
import { formPopup } from '../../../platform/screens/form/form-popup.ts'
import { RESULTS, inspectedAt } from '../../orders/order-devices/index.ts'
import { DONE_STAYS } from '../../planning/visits/index.ts'
import { finishVisit } from './finishing.commands.ts'
import { FinishForm } from './finishing.forms.ts'
import { workdayArea } from '../../rights.ts'
import { getWork, productsToDeliver, reportAddress } from './workday.queries.ts'
import { visitJson } from './workday.rules.ts'
import { HOME } from './workday.screens.ts'

/** How often each result came, in the order of the results. */
const totalsOf = (results: readonly (keyof typeof RESULTS)[]) =>
  Object.entries(RESULTS).flatMap(([result, { many }]) => {
    const count = results.filter((one) => one === result).length
    return count === 0 ? [] : [`${count} ${many}`]
  })

/** A visit is over: who signs, who gets the report. Afterwards it is not changed. */
export const visitDone = formPopup({
  area: workdayArea,
  record: 'visit',
  recordParam: 'visit_id',
  right: 'change',
  path: '/workday/done/:visit_id',
  home: HOME,
  size: 'small',
  load: async ({ db, params }) => {
    const work = await getWork(db, params.visit_id)
    const [rows, products, mail] = await Promise.all([
      inspectedAt(db, work.id),
      productsToDeliver(db, work.order_id),
      reportAddress(db, work.order_id),
    ])
    const left = work.devices - rows.length
    const now = formatTime(new Date())
    const isToday = wallClock(work.starts_at).day === today()
    const start = formatTime(work.starts_at)
    return {
      work,
      totals: totalsOf(rows.map(({ result }) => result)),
      left: left > 0 ? `${formatCount(left, 'apparaat', 'apparaten')} niet gekeurd` : null,
      delivered: products.filter(({ delivered }) => delivered).map(({ name }) => name),
      open: products.filter(({ delivered }) => !delivered).map(({ name }) => name),
      times: { start_time: start, end_time: isToday && now > start ? now : formatTime(work.ends_at) },
      mail,
    }
  },
  title: 'Bezoek afronden',
  subtitle: ({ work }) => [work.customer, formatPeriod(work.starts_at, work.ends_at)].join(' · '),
  kept: ({ work }) => `Afronden van het bezoek bij ${work.customer}`,
  refusal: ({ work }) => (work.done ? DONE_STAYS : undefined),
  confirm: () => 'Wijzigen is hierna niet langer mogelijk',
  view: 'inspections/workday/finish',
  form: FinishForm,
  submits: [{ label: 'Bezoek afronden' }],
  noUndo: 'ended by the specification',
  save: async ({ trx, params, form, viewer, services }) => {
    const { visit, report, quotation, devices } = await finishVisit(trx, services, viewer, params.visit_id, form)
    return {
      changed: [
        { type: 'visit', id: visit.id },
        { type: 'order', id: visit.order_id },
        ...[...new Set(devices)].map((id) => ({ type: 'device', id })),
        ...(quotation === null ? [] : [{ type: 'quotation', id: quotation }]),
      ],
      flash: { str: `Bezoek afgerond, rapport ${report.number}`, type: 'success' },
      body: visitJson(await getWork(trx, visit.id)),
    }
  },
  example: (story) => ({
    params: { visit_id: story.visits.ofTeacher },
    form: { start_time: '08:30', end_time: '09:45', unsigned_reason: 'Niemand aanwezig' },
    foreign: { visit_id: story.visits.loose },
  }),
})
