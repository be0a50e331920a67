import type { Db, Trx } from '../../../platform/database/types.ts'
import type { Registry } from '../../../platform/registry.ts'
import { type Handover, type HandoverSource, handovers } from '../../../relations/availability/points.ts'
import { type Span, overlaps } from '../../../system/occupations/index.ts'
import { BACK, MOST_HITS, NOBODY, type ReplaceInput } from './replacements.forms.ts'

/** So many are proposed. */
const PROPOSED = 5

/** Something beside parts that somebody would do while they are away, with who does it instead. */
export interface HandedOver extends Omit<Handover, 'candidates'> {
  /** Its type and id, as the form names it. */
  key: string
  source: HandoverSource
  choices: Handover['candidates']
  chosen: number | undefined
  /** Why who is chosen cannot be. */
  problem: string | null
}

/** What somebody does besides by what was chosen so far. */
interface Given extends Span {
  by: number
  title: string
}

const problemOf = (found: Handover, chosen: number | undefined, given: readonly Given[]): string | null => {
  if (chosen === undefined || chosen === NOBODY) return null
  if (chosen === BACK) return found.mayWait ? null : 'Hieraan is al gewerkt: dit kan niet worden teruggezet.'
  const who = found.candidates.find(({ id }) => id === chosen)
  if (!who) return 'Deze persoon is dan niet vrij.'
  const other = given.find(({ by, ...span }) => by === chosen && overlaps(span, found))
  return other ? `${who.name} doet dan al iets anders: ${other.title}.` : null
}

/** What of other areas somebody would do in a period, each with who is free for it and what is chosen. */
export async function planHandingOver(
  services: { db: Db | Trx; registry: Registry },
  { contactId, period }: { contactId: number; period: { from: Date; to: Date } },
  choices: ReplaceInput['others'],
  parts: readonly Given[],
): Promise<HandedOver[]> {
  const given = [...parts]
  const handed: HandedOver[] = []
  for (const source of services.registry.all(handovers))
    for (const { candidates, ...found } of (await source.list(services, contactId, period)).slice(0, MOST_HITS)) {
      const key = `${source.record}-${found.id}`
      const chosen = choices.get(key)
      const problem = problemOf({ candidates, ...found }, chosen, given)
      if (chosen !== undefined && chosen > NOBODY) given.push({ ...found, by: chosen })
      const shown = candidates.filter(({ id }, i) => i < PROPOSED || id === chosen)
      handed.push({ ...found, key, source, choices: shown, chosen, problem })
    }
  return handed
}

/** What is given to somebody, and what is put back. */
export const going = (handed: readonly HandedOver[]): HandedOver[] =>
  handed.filter(({ chosen, problem }) => problem === null && chosen !== undefined && chosen !== NOBODY)

/** Keeps others from changing what would be handed over, before anybody who is planned is kept. */
export async function holdHandedOver(
  trx: Trx,
  registry: Registry,
  contactId: number,
  period: { from: Date; to: Date },
): Promise<void> {
  for (const source of registry.all(handovers)) {
    const found = await source.list({ db: trx, registry }, contactId, period)
    if (found.length > 0) await source.hold(trx, found.map(({ id }) => id)) // prettier-ignore
  }
}

/** Does what was chosen, by the areas whose work it is. */
export async function handOver(trx: Trx, registry: Registry, handed: readonly HandedOver[]): Promise<void> {
  for (const [source, own] of Map.groupBy(going(handed), (one) => one.source))
    await source.carryOut(
      trx,
      { registry },
      own.map(({ id, chosen }) => ({ id, to: chosen === BACK ? null : chosen! })),
    )
}
