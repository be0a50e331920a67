import * as z from 'zod'
import { NotFound } from '../../../platform/errors.ts'
import { epochSeconds, wallClock } from '../../../platform/format/zone.ts'
import { may } from '../../../platform/access/viewer.ts'
import { json } from '../../../platform/screens/call/calls.ts'
import { navigationOf } from '../../../platform/screens/navigation.ts'
import { page } from '../../../platform/screens/page.ts'
import { popup } from '../../../platform/screens/popup/popup.ts'
import { parseForm } from '../../../platform/forms/invalid.ts'
import { closedDays } from '../../../system/holidays/index.ts'
import { listStatuses } from '../appointments/index.ts'
import { AWAY_URL as AWAY_PART_URL, JUDGED_URL, MOVE_URL } from '../calendar/index.ts'
import { appointmentsArea } from '../appointments/rights.ts'
import { type BoardProps, type BoardType, BOARD_TYPES } from './board.contract.ts'
import { boardQuery, filterLabelsOf, filterSetOf } from './board.forms.ts'
import { readBoard } from './board.queries.ts'
import { replacementsArea } from '../replacements/rights.ts'
import { boardArea } from '../../../system/calendar/rights.ts'

/** Its rows carry the scope: a teacher gets the own one. */
const access = { area: boardArea, record: null, right: 'view' } as const

const TYPES: Record<BoardType, { label: string; head: string; taking: string }> = {
  teachers: { label: 'Docenten', head: 'Docent', taking: 'teacher_id' },
  locations: { label: 'Lokalen', head: 'Lokaal', taking: 'room_id' },
  establishments: { label: 'Vestigingen', head: 'Vestiging', taking: 'establishment_id' },
}

/** @throws NotFound for a board that is none */
function typeOf(word: string): BoardType {
  const type = BOARD_TYPES.find((known) => known === word)
  if (!type) throw new NotFound('Rooster')
  return type
}

/** Years around this one whose public holidays and closed days the board marks. */
const YEARS = { back: 1, ahead: 2 }
const AWAY_URL = '/replacements/report?contact_id={id}&day={day}'
const pathOf = (type: BoardType) => `/courses/board/${type}`

export const boardPage = page({
  ...access,
  path: '/courses/board/:type(word)',
  title: 'Rooster',
  view: 'training/board/page',
  load: async ({ db, viewer, params, services }) => {
    const type = typeOf(params.type)
    const [statuses, closed] = await Promise.all([listStatuses(db), closedDays(db)])
    const now = new Date()
    const year = Number(wallClock(now).day.slice(0, 4))
    const plans = may(viewer, appointmentsArea, 'change')
    const { head, taking } = TYPES[type]
    const props: BoardProps = {
      type,
      beside: navigationOf(services.registry, viewer, pathOf(type)).beside.map(({ label, href }) => ({ label, href })),
      head,
      taking,
      words: { what: 'Opleiding', who: 'Docent', one: 'planning', many: 'planningen' },
      record: 'appointment',
      alsoRecords: [
        'absence',
        'free_day',
        'working_week',
        'room_closure',
        'closing_day',
        'establishment_day',
        'room',
        'establishment',
      ],
      allow: plans ? 'add edit remove' : '',
      addUrl: plans ? '/calendar/add' : null,
      viewUrl: '/calendar/view-appointment/{id}',
      personUrl: '/contact/view/{id}',
      ...(type === 'teachers' && may(viewer, replacementsArea, 'change') ? { awayUrl: AWAY_URL } : {}),
      ...(plans ? { moveUrl: MOVE_URL, awayPartUrl: AWAY_PART_URL, judgedUrl: JUDGED_URL } : {}),
      dataUrl: `${pathOf(type)}/data`,
      filtersUrl: `${pathOf(type)}/filters`,
      filterLabels: filterLabelsOf(type),
      legend: statuses.map(({ key, label, css, color }) => ({ key, label, css: color ?? css })),
      now: epochSeconds(now),
      holidays: closed.between(`${year - YEARS.back}-01-01`, `${year + YEARS.ahead}-12-31`),
      types: BOARD_TYPES.map((each) => ({ type: each, label: TYPES[each].label, url: pathOf(each) })),
    }
    return { props }
  },
  example: () => ({ params: { type: 'teachers' } }),
})

export const boardJson = json({
  ...access,
  path: '/courses/board/:type(word)/data',
  query: z.looseObject({}),
  answer: ({ viewer, params, query, services }) =>
    readBoard(services, viewer, typeOf(params.type), parseForm(boardQuery, query)),
  example: () => ({ params: { type: 'teachers' }, query: { type: 'w', from: '1795993200', to: '1796598000' } }),
})

/** Larger than that of the calendar, whose set is the usual one. */
export const boardFilters = popup({
  ...access,
  path: '/courses/board/:type(word)/filters',
  home: '/courses/board/teachers',
  title: 'Filters',
  size: 'large',
  view: 'system/calendar/filters',
  load: async ({ db, params }) => {
    const set = filterSetOf(typeOf(params.type))
    const statuses = (await listStatuses(db)).map(({ key, label }) => ({ value: key, label }))
    return { view: 'training/board/filters', data: { set, statuses } }
  },
  example: () => ({ params: { type: 'teachers' } }),
})
