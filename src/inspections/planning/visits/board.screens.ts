import { type Viewer, may, viewerScope } from '../../../platform/access/viewer.ts'
import { epochSeconds } from '../../../platform/format/zone.ts'
import { sentFlash } from '../../../platform/mail/sending.ts'
import { action, json } from '../../../platform/screens/call/calls.ts'
import { boardArea } from '../../../system/calendar/rights.ts'
import { listOccupations, periodText } from '../../../system/occupations/index.ts'
import { ROOM_TAKEN } from './board-times.contract.ts'
import { listUnplanned, readBoard } from './board.queries.ts'
import { findTaken } from './assessment.queries.ts'
import { foreseeCancelled } from './moments.ts'
import { cancelVisit } from './visits.commands.ts'
import { BoardQuery, RoomQuery, TrayQuery } from './visits.forms.ts'

const rows = { area: boardArea, record: 'visit', recordParam: null, right: 'view' } as const

/** The lanes of the board, from and to in epoch seconds. */
export const boardData = json({
  ...rows,
  path: '/inspections/board/data',
  query: BoardQuery,
  answer: ({ viewer, query, services }) => readBoard(services, viewer, query),
  example: () => ({ query: { from: '1795750000', to: '1796350000' }, foreign: null }),
})

const plans = (viewer: Viewer): boolean => may(viewer, boardArea, 'change') && viewerScope(viewer, boardArea) === 'all'

/** What is to be planned; empty for who does not plan. */
export const boardTray = json({
  ...rows,
  path: '/inspections/board/tray',
  query: TrayQuery,
  answer: async ({ db, viewer, query }) => (plans(viewer) ? listUnplanned(db, query.city) : []),
  example: () => ({ foreign: null }),
})

/** What a room is busy with in a period, in epoch seconds, but for the visit `except`. */
export const roomAvailability = json({
  area: boardArea,
  record: 'room',
  right: 'change',
  path: '/rooms/getAvailability/:room',
  query: RoomQuery,
  answer: async ({ db, params, query, services }) => {
    const { rooms } = await findTaken(db, [{ room_id: params.room }])
    const busy = await listOccupations(db, services.registry, {
      spans: [{ from: new Date(query.from * 1000), to: new Date(query.to * 1000) }],
      of: { room: [params.room] },
      except: query.except === null ? undefined : { record: 'visit', ids: [query.except] },
    })
    return {
      available: busy.length === 0,
      message: busy.length === 0 ? null : `${rooms.get(params.room)!.name} ${ROOM_TAKEN}`,
      plannings: busy.map(({ description, starts_at, ends_at }) => ({
        description,
        from: epochSeconds(starts_at),
        to: epochSeconds(ends_at),
        period: periodText({ starts_at, ends_at }),
      })),
    }
  },
  example: (story) => ({ params: { room: story.rooms.zwolle1 }, query: { from: '1795750000', to: '1796350000' } }),
})

const CANCELLED = 'Bezoek geannuleerd'
const TOLD = 'de klant krijgt bericht'

/** Takes a visit off the board, as a delete, or as a form would (rulings 9.2). */
export const visitCancel = action({
  area: boardArea,
  record: 'visit',
  right: 'change',
  path: '/board/cancelVisit/:visit_id',
  methods: ['DELETE', 'POST'],
  save: async ({ trx, params, services }) => {
    const { order_id } = await cancelVisit(trx, params.visit_id)
    const mails = (await foreseeCancelled(trx, params.visit_id)).reduce((sum, one) => sum + one.mails, 0)
    return {
      changed: [
        { type: 'visit', id: params.visit_id },
        { type: 'order', id: order_id },
      ],
      flash:
        mails === 0
          ? { str: CANCELLED, type: 'success' }
          : await sentFlash(services, `${CANCELLED}; ${TOLD}`, { mails, done: `${CANCELLED}.` }),
    }
  },
  example: (story) => ({ params: { visit_id: story.visits.loose } }),
})
