import { formatCount, formatDate, formatPeriod } from '../../../platform/format/format.ts'
import { addDays, today, weekday } from '../../../platform/format/zone.ts'
import { may } from '../../../platform/access/viewer.ts'
import type { Db } from '../../../platform/database/types.ts'
import { Invalid } from '../../../platform/errors.ts'
import { noMailNote } from '../../../platform/mail/sending.ts'
import { formPopup } from '../../../platform/screens/form/form-popup.ts'
import type { Saved } from '../../../platform/screens/form/save.ts'
import type { Services } from '../../../platform/services.ts'
import { readText } from '../../../relations/bookings/index.ts'
import { userArea } from '../../../system/users/rights.ts'
import { boardArea } from '../../../system/calendar/rights.ts'
import { getOrder } from '../../../administration/orders/orders/index.ts'
import { CANCEL_ASKED, startBehind, timeOf } from './board-times.contract.ts'
import { plannedAlready } from './already.queries.ts'
import { minutesFor } from './board.queries.ts'
import { findTaken, assessVisits } from './assessment.queries.ts'
import { foreseePlanned, leaveOut } from './moments.ts'
import type { FieldOf } from './refusals.ts'
import { asVisits, planVisits } from './visits.commands.ts'
import { ConfirmForm, type Draft, DraftsQuery, ScheduleForm, ScheduleQuery } from './visits.forms.ts'
import { spansOf, visitsOfOrder } from './visits.queries.ts'
import { STATES, cancelRefusal, stateOf } from './visits.rules.ts'

const change = { area: boardArea, right: 'change' } as const

const planned = (ids: readonly number[], drafts: readonly { order_id: number }[]): Saved => ({
  changed: [
    ...ids.map((id) => ({ type: 'visit', id })),
    ...[...new Set(drafts.map(({ order_id }) => order_id))].map((id) => ({ type: 'order', id })),
  ],
  flash: { str: ids.length === 1 ? 'Bezoek ingepland' : `${ids.length} bezoeken ingepland`, type: 'success' },
})

/** Where a draft of many is told, and one that a form asks alone. */
const inList: FieldOf = (index, field) => `visits.${index}.${field}`
const alone: FieldOf = (_index, field) =>
  field === 'order_id' || field === 'id' || field === 'version' ? '_form' : field

/** What drafts would come to, one by one. */
async function foresee({ db, registry }: Pick<Services, 'db' | 'registry'>, drafts: readonly Draft[]) {
  const visits = await asVisits(db, drafts, inList)
  const taken = await findTaken(db, visits)
  const assessed = await assessVisits(db, registry, visits, taken)
  const already = await plannedAlready(db, drafts)
  return {
    lines: visits.map((visit, i) => ({
      customer: visit.customer,
      period: formatPeriod(visit.starts_at, visit.ends_at),
      who: visit.employee_id === null ? STATES.open.label : (taken.employees.get(visit.employee_id)?.name ?? ''),
      room: visit.room_id === null ? null : (taken.rooms.get(visit.room_id)?.name ?? null),
      isMoved: visit.id !== null,
      refused: (visit.id === null ? already.get(visit.order_id) : undefined) ?? assessed[i]!.refused?.text ?? null,
      /** The account that is still to be linked with a contact. */
      unlinked: assessed[i]!.refused?.field === 'employee_id' ? visit.employee_id : null,
      conflicts: assessed[i]!.conflicts.map(({ text }) => text),
    })),
    conflicts: assessed.flatMap(({ conflicts }) => conflicts),
    mails: await foreseePlanned(db, visits),
  }
}

/** A day, a time or an order of a draft may be gone since it was made: that is told where the drafts are. */
const foreseeOrTell = async (services: Pick<Services, 'db' | 'registry'>, drafts: readonly Draft[]) => {
  try {
    return { ...(await foresee(services, drafts)), refusal: null }
  } catch (error) {
    if (!(error instanceof Invalid)) throw error
    return { lines: [], conflicts: [], mails: [], refusal: error.message }
  }
}

const asDraft = { id: null, version: null }

/** The drafts of the board, with who is busy or away then; the save plans all of them, or none (rulings 11.4). */
export const scheduleConfirm = formPopup({
  ...change,
  record: 'visit',
  recordParam: null,
  path: '/schedule/confirm',
  home: '/inspections/board',
  size: 'medium',
  query: DraftsQuery,
  load: async ({ query, viewer, services }) => {
    const { lines, conflicts, mails, refusal } = await foreseeOrTell(services, query.visits)
    const noMail = mails.length > 0 ? await noMailNote(services, viewer) : null
    const links = may(viewer, userArea, 'change')
    return { drafts: query.visits, lines, conflicts, mails, noMail, refusal, links, read: readText(conflicts) }
  },
  title: 'Bezoeken inplannen',
  subtitle: ({ drafts }) => formatCount(drafts.length, 'bezoek', 'bezoeken'),
  view: 'inspections/visits/confirm',
  back: 'form',
  refusal: ({ drafts, lines, refusal }) =>
    drafts.length === 0
      ? 'Er is niets om in te plannen.'
      : (refusal ?? lines.find(({ refused }) => refused !== null)?.refused ?? undefined),
  form: ConfirmForm,
  submits: ({ conflicts, drafts }) => [
    {
      label:
        conflicts.length === 0
          ? `${formatCount(drafts.length, 'bezoek', 'bezoeken')} inplannen`
          : `Inplannen en ${formatCount(conflicts.length, 'melding', 'meldingen')} toestaan`,
    },
  ],
  save: async ({ trx, form, services }) => {
    const read = { read: form.confirm_conflicts, fieldOf: inList, once: true }
    const ids = await planVisits(trx, services.registry, form.visits, read)
    if (form.quiet) await leaveOut(trx, ids)
    return planned(ids, form.visits)
  },
  example: (story) => ({
    form: {
      'visits[0][order_id]': story.visits.unplanned,
      'visits[0][date]': addDays(today(), 30),
      'visits[0][start_time]': '09:00',
      'visits[0][end_time]': '10:30',
    },
  }),
})

/** When an order would be visited if nobody says otherwise: behind what its inspector has on that day. */
async function proposed(db: Db, orderId: number, { employee_id, date }: { employee_id: number | null; date: string }) {
  const spans = employee_id === null ? [] : await spansOf(db, employee_id, date)
  const start = startBehind(spans)
  return { date, start_time: timeOf(start), end_time: timeOf(Math.min(start + (await minutesFor(db, orderId)), 24 * 60 - 1)) } // prettier-ignore
}

async function chosenEmployee(db: Db, id: number | null) {
  const found = id === null ? undefined : await db.selectFrom('users').select(['id', 'name as label']).where('id', '=', id).executeTakeFirst() // prettier-ignore
  return found ? [found] : []
}

const shownVisits = async (db: Db, orderId: number) =>
  (await visitsOfOrder(db, orderId)).map((visit) => ({
    ...visit,
    period: formatPeriod(visit.starts_at, visit.ends_at),
    state: STATES[stateOf(visit)],
    refusal: cancelRefusal(visit),
    asked: CANCEL_ASKED,
  }))

/** The first working day from tomorrow on. */
const nextDay = (): string => [1, 2, 3].map((ahead) => addDays(today(), ahead)).find((day) => weekday(day) <= 5)!

const NOT_NOW = 'Deze order wordt niet ingepland.'

/** The visits of an order, and one more. */
export const scheduleOrder = formPopup({
  ...change,
  record: 'order',
  fieldsOf: 'visit',
  path: '/inspections/schedule/:id',
  home: '/administration/orders',
  size: 'medium',
  query: ScheduleQuery,
  load: async ({ db, params, query }) => {
    const order = await getOrder(db, params.id)
    const employees = await chosenEmployee(db, query.employee_id)
    const date = query.date ?? nextDay()
    return {
      order,
      employees,
      visits: await shownVisits(db, params.id),
      times: await proposed(db, params.id, { employee_id: query.employee_id, date }),
      day: formatDate(date),
    }
  },
  title: 'Inplannen',
  subtitle: ({ order }) => [order.uid, order.customer].join(' · '),
  view: 'inspections/visits/schedule',
  refusal: ({ order }) => (order.plannable && order.status !== 'settled' ? undefined : NOT_NOW),
  form: ScheduleForm,
  formRecords: { employee_id: 'user', room_id: 'room' },
  submits: [{ label: 'Inplannen' }],
  save: async ({ trx, params, form: { confirm_conflicts, ...form }, services }) => {
    const drafts = [{ ...asDraft, ...form, order_id: params.id }]
    const ids = await planVisits(trx, services.registry, drafts, { read: confirm_conflicts, fieldOf: alone })
    return planned(ids, drafts)
  },
  example: (story) => ({
    params: { id: story.visits.unplanned },
    form: { date: formatDate(addDays(today(), 31)), start_time: '09:00', end_time: '10:00' },
  }),
})
