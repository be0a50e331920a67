import { HttpError, NotFound } from '../../platform/errors.ts'
import { sendJson, setOutcome } from '../../platform/http/respond.ts'
import { raw } from '../../platform/screens/call/raw.ts'
import { contextOf } from '../../platform/screens/screen.ts'
import { PARTS } from './assistant.contract.ts'
import { access, assertOn } from './assistant.screens.ts'
import { databaseSystem } from './database.adapter.ts'
import { systemOf } from './old-system.ts'
import { fetchPart, openMove } from './moves.commands.ts'
import { doublesOf, openDoubles, targetsOf } from './steps.rules.ts'
import { OldSystemDown } from './types.ts'

const CONNECTED = 'Verbinding met database gemaakt'
const NOT_CONNECTED = 'Kan geen verbinding met de database krijgen'

/** Whether the database of the older system answers, and how much it has of what. */
export const migrationConnection = raw({
  ...access,
  path: '/settings/migration/check_connection',
  kind: 'json',
  methods: ['GET'],
  handle: async ({ res, services }) => {
    assertOn(services)
    try {
      const counts = await databaseSystem(services.config.migration!.url, targetsOf(services.registry)).counts()
      setOutcome(res, { flash: { str: CONNECTED, type: 'success' } })
      sendJson(res, { connected: true, message: CONNECTED, counts: Object.fromEntries(counts) })
    } catch (error) {
      if (!(error instanceof OldSystemDown)) throw error
      setOutcome(res, { flash: { str: NOT_CONNECTED, type: 'error' } })
      sendJson(res, { connected: false, message: NOT_CONNECTED, why: error.message })
    }
  },
  example: () => null,
})

const GET_DOUBLES = 'getDoubles'
const data = {
  ...access,
  path: '/settings/migration/get_data/:what(word)/:part(word)',
  noUndo: 'changes no record',
  example: () => null,
} as const

/**
 * Fetches a part of a kind and puts its rows ready: a GET by specification, with the token all the same (rulings 11.12).
 * For the part 'getDoubles' it answers the debtor numbers that several have, with this kind among them.
 */
export const migrationData = raw({
  ...data,
  kind: 'action',
  methods: ['GET'],
  guarded: true,
  handle: async (exchange) => {
    const { services, viewer } = contextOf(data, exchange)
    assertOn(services)
    const what = String(exchange.params.what)
    const part = String(exchange.params.part)
    try {
      if (part === GET_DOUBLES) {
        if (!targetsOf(services.registry).some(({ name }) => name === what)) throw new NotFound('Gegevens')
        const move = await openMove(services.db)
        const doubles = openDoubles(doublesOf(await systemOf(services, services.db, move).numbered()), move.keepers)
        return sendJson(exchange.res, { doubles: doubles.filter(({ of }) => of.some(({ key }) => key.startsWith(`${what}:`))) }) // prettier-ignore
      }
      const number = /^\d{1,2}$/.test(part) ? Number(part) : 0
      if (number < 1 || number > PARTS) throw new NotFound('Gegevens')
      sendJson(exchange.res, await fetchPart(services, viewer, what, number))
    } catch (error) {
      if (!(error instanceof OldSystemDown)) throw error
      throw new HttpError(503, `${NOT_CONNECTED}. ${error.message}`)
    }
  },
})
