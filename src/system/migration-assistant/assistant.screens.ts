import * as z from 'zod'
import { NotFound } from '../../platform/errors.ts'
import { fragment } from '../../platform/screens/call/calls.ts'
import { formatDateTime } from '../../platform/format/format.ts'
import type { Services } from '../../platform/services.ts'
import { settingsArea } from '../settings/rights.ts'
import { stepModels, stepToGoOn } from './steps-shown.rules.ts'
import { systemOf } from './old-system.ts'
import { countMoved, findOpenMove, listEndedMoves, listProgress } from './moves.queries.ts'
import { SOURCE_LABELS } from './sources.ts'
import { doublesOf, targetsOf } from './steps.rules.ts'
import { OldSystemDown } from './types.ts'

export const access = { area: settingsArea, record: 'setting', recordParam: null, right: 'change' } as const
export const PAGE = '/settings/?tab=migration'

/** Off until it is configured: then it is not there at all. */
export function assertOn({ config }: Pick<Services, 'config'>): void {
  if (!config.migration) throw new NotFound()
}

/** The tab of the settings; what stands in it is drawn anew with each step. */
export const migrationTab = fragment({
  ...access,
  path: '/settings/migration',
  pageAddress: PAGE,
  view: 'system/migration-assistant/tab',
  load: async ({ services }) => {
    assertOn(services)
    return Promise.resolve({})
  },
  example: () => null,
})

/** The steps of moving over, and what is to be done in one of them. */
export const migrationSteps = fragment({
  ...access,
  path: '/settings/migration/steps',
  query: z.object({ step: z.string().max(40).optional().catch(undefined) }),
  pageAddress: PAGE,
  view: 'system/migration-assistant/steps',
  load: async ({ db, services, query }) => {
    assertOn(services)
    const move = await findOpenMove(db)
    const ended = (await listEndedMoves(db)).map((one) => ({ id: one.id, source: SOURCE_LABELS[one.source], at: formatDateTime(one.finished_at) })) // prettier-ignore
    if (!move) return { move: null, steps: [], now: null, ended, down: null, doubles: 0, columns: columnsOf(services) }
    const system = systemOf(services, db, move)
    let down: string | null = null
    const ask = async <T>(question: Promise<T>, otherwise: T): Promise<T> => {
      try {
        return await question
      } catch (error) {
        if (!(error instanceof OldSystemDown)) throw error
        down = error.message
        return otherwise
      }
    }
    const counts = await ask(system.counts(), new Map<string, number>())
    const doubles = down === null ? doublesOf(await ask(system.numbered(), [])) : []
    const steps = stepModels(services.registry, counts, await listProgress(db, move.id), await countMoved(db, move.id))
    const now = steps.find(({ key }) => key === query.step) ?? stepToGoOn(steps)
    return {
      move: { ...move, from: SOURCE_LABELS[move.source], isDatabase: move.source === 'database' },
      ...{ steps, now, ended, down, doubles: doubles.length, columns: [] },
      undecided: doubles.filter(({ number, of }) => !of.some(({ key }) => move.keepers[number] === key)).length,
    }
  },
  example: () => null,
})

/** What is known of each kind, for who prepares the files or the views. */
const columnsOf = ({ registry }: Pick<Services, 'registry'>) => targetsOf(registry).map(({ label }) => label.many)
