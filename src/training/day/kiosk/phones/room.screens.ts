/** The code in a room, which is another one every half minute, and the phones that open it. */
import { NotFound } from '../../../../platform/errors.ts'
import { inTransaction } from '../../../../platform/database/transaction.ts'
import { formatPeriod } from '../../../../platform/format/format.ts'
import { claimedId } from '../../../../platform/links.ts'
import { publicCall } from '../../../../platform/screens/call/public-call.ts'
import { publicPage, throttledPage } from '../../../../platform/screens/call/public.ts'
import { networkAt } from '../../../../platform/http/network.ts'
import { popup } from '../../../../platform/screens/popup/popup.ts'
import { resultsArea } from '../../../rights.ts'
import { FindQuery, askedOf } from '../kiosk.forms.ts'
import { isOpenDay } from '../kiosk.queries.ts'
import { welcomeOf } from '../kiosk.commands.ts'
import { checkIn, findStudents } from '../search.commands.ts'
import { textsOf } from '../texts.contract.ts'
import { ended, isOpened, languageIn, look, phone, phonePage } from './phones.commands.ts'
import { partOfCode } from './phones.rules.ts'
import { roomModel } from './room.queries.ts'

const PAGE = '/aanwezig'
const USE = 'presence'
const TITLE = textsOf().presence

export const roomPage = publicPage({
  path: `${PAGE}/:token(word)`,
  title: TITLE,
  show: async ({ db, params: { token }, query, services, address, exchange }) => {
    await look(services, USE, token, address)
    const language = languageIn(query)
    const opened = claimedId(token)
    const isAgain = opened !== null && (await isOpened(exchange, USE, opened))
    const part = isAgain ? opened : partOfCode(services.config, token, new Date())
    if (part === null || !(await isOpenDay(db, part, new Date()))) return ended(language)
    return phonePage(exchange, { use: USE, part, api: `/api${PAGE}/${token}`, language })
  },
  invalid: throttledPage,
})

// The code itself is over by now: what counts is that this session opened it.
export const roomStudent = publicPage({
  path: `/api${PAGE}/:token(word)/findStudentBy/:field(word)/:value(word)`,
  title: TITLE,
  show: async ({ params, query, services, address, exchange }) => {
    await look(services, USE, params.token, address)
    const asked = FindQuery.parse({ possibleIds: query.possibleIds, language: query.language })
    const asker = phone(exchange, USE, claimedId(params.token), asked.language)
    return { json: await findStudents(services, asker, askedOf(params, asked), new Date()) }
  },
})

export const roomWelcome = publicPage({
  path: `/api${PAGE}/:token(word)/welcomeText/:studentId`,
  title: TITLE,
  show: async ({ db, params, query, services, address, exchange }) => {
    await look(services, USE, params.token, address)
    const asker = phone(exchange, USE, claimedId(params.token), languageIn(query))
    return { json: await welcomeOf(db, asker, Number(params.studentId), new Date()) }
  },
})

export const roomPresent = publicCall({
  path: `/api${PAGE}/:token(word)/markPresent/:studentId/:appointmentId`,
  method: 'POST',
  guarded: true,
  handle: async (exchange) => {
    const { services, res, req } = exchange
    const { token, ...at } = exchange.params as { token: string; studentId: number; appointmentId: number }
    await look(services, USE, token, networkAt(req))
    const asker = phone(exchange, USE, claimedId(token), languageIn(req.query))
    await inTransaction(services.db, { program: asker.name }, async (trx) => {
      const id = await checkIn(trx, asker, at, new Date())
      await services.changes.announce(trx, [
        { type: 'appointment', id: at.appointmentId },
        { type: 'enrolment', id },
      ])
    })
    res.json({ present: true })
  },
})

/** On the screen in the room: the code, and who is there. */
export const roomCodePopup = popup({
  area: resultsArea,
  record: 'appointment',
  right: 'view',
  path: '/calendar/room-qr/:id',
  home: '/calendar',
  load: async ({ db, params, services }) => {
    const model = await roomModel(db, services, params.id, new Date())
    if (!model) throw new NotFound('Planning')
    return model
  },
  title: 'QR in het lokaal',
  subtitle: ({ part }) =>
    [part.course, part.description, formatPeriod(part.starts_at, part.ends_at), part.room].filter(Boolean).join(' · '),
  view: 'training/kiosk/room',
  example: (story) => ({ params: { id: story.appointments.coming }, foreign: { id: story.appointments.foreign } }),
})
