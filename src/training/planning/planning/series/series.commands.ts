import { sql } from 'kysely'
import { Invalid } from '../../../../platform/errors.ts'
import type { Trx } from '../../../../platform/database/types.ts'
import { today } from '../../../../platform/format/zone.ts'
import type { Registry } from '../../../../platform/registry.ts'
import { type Conflict, refuseUnread } from '../../../../relations/bookings/index.ts'
import { addPlanning, permitRead } from '../../appointments/index.ts'
import { Refusals, type ResolvedPlanning, holdParts, newParts, resolvePlanning } from '../planning.commands.ts'
import type { SeriesInput } from './series.forms.ts'
import { type Occasion, isOpen, planSeries } from './series.plan.ts'
import { firstDayOf, optionUntil } from '../planning.rules.ts'
import { MOST_PARTS, dayText } from './series.rules.ts'

export interface AddedSeries {
  planningIds: number[]
  /** The first part of the first planning. */
  firstPart: number
  /** How many of the plannings have a part without anybody. */
  open: number
}

/**
 * Stores all plannings of a series that are switched on, or none of them. What is stored is what the preview showed:
 * the days that were sent have to be those of the pattern now.
 * @throws Invalid as planning once does, told on the planning of the series that it is about
 */
export async function addSeries(trx: Trx, registry: Registry, input: SeriesInput): Promise<AddedSeries> {
  const planning = await resolvePlanning(trx, input)
  const plan = () => planSeries(trx, registry, planning, input.series, input.occasions)
  const before = await plan()
  if (!isSame(before.days.days, [...input.occasions.keys()]))
    throw new Invalid({ 'series.repeat': ['De reeks is anders dan wat u zag. Kijk hem na en sla nog eens op.'] })
  const wanted = ({ occasions }: typeof before) => occasions.filter(({ own }) => own.enabled)
  checkSize(wanted(before))
  await holdParts(
    trx,
    registry,
    wanted(before).flatMap(({ parts }) => parts),
  )
  // Judged once nobody else can take them any more.
  const occasions = wanted(await plan())
  refuseImpossible(occasions)
  const conflicts = refuseUnread(
    occasions.map(({ on, own, found }) => ({
      findings: found,
      fieldOf: ({ resource }) => `occasions.d${on}.${TOLD_AT[resource] ?? 'teacher_id'}`,
      about: dayText(own.day),
    })),
    input.confirm_conflicts,
  )
  return await store(trx, registry, { input, planning, occasions, conflicts })
}

const isSame = (days: readonly string[], sent: readonly string[]): boolean =>
  days.length === sent.length && days.every((day) => sent.includes(day))

function checkSize(occasions: readonly Occasion[]): void {
  if (occasions.length === 0) throw new Invalid({ _form: ['Zet minstens één planning van de reeks aan.'] })
  if (occasions.reduce((sum, { parts }) => sum + parts.length, 0) > MOST_PARTS)
    throw new Invalid({ _form: [`Een reeks heeft hooguit ${MOST_PARTS} onderdelen: kies minder planningen.`] })
}

/** The field of a planning that what is taken is told at. */
const TOLD_AT: Record<string, string> = { room: 'room_id', material: 'day' }

/** What cannot be planned at all, whoever permits it. */
function refuseImpossible(occasions: readonly Occasion[]): void {
  const refusals = new Refusals()
  for (const { on, refused } of occasions)
    for (const { field, text } of refused) refusals.add(`occasions.d${on}.${field}`, text)
  refusals.throwIfAny()
}

interface Wanted {
  input: SeriesInput
  planning: ResolvedPlanning
  occasions: readonly Occasion[]
  conflicts: Conflict[]
}

async function store(
  trx: Trx,
  registry: Registry,
  { input, planning: { course, company_ids }, occasions, conflicts }: Wanted,
): Promise<AddedSeries> {
  const series_id = occasions.length === 1 ? null : await nextSeries(trx)
  const planning = { course_id: course.id, incompany: input.incompany, company_ids, series_id }
  const added: { planningId: number; partIds: number[] }[] = []
  for (const { parts } of occasions) {
    const option_until = optionUntil(input, firstDayOf(parts), today())
    added.push(await addPlanning(trx, { ...planning, option_until }, newParts(input, course, parts)))
  }
  const partIds = added.flatMap((one) => one.partIds)
  await permitRead(trx, registry, partIds, conflicts)
  const [{ parts = [] } = {}] = occasions
  const earliest = parts.reduce((first, part, i) => (part.starts_at < parts[first]!.starts_at ? i : first), 0)
  return {
    planningIds: added.map(({ planningId }) => planningId),
    firstPart: added[0]!.partIds[earliest]!,
    open: occasions.filter(isOpen).length,
  }
}

/** A number of its own: no row holds a series, its plannings share it. */
async function nextSeries(trx: Trx): Promise<number> {
  const { rows } = await sql<{ id: number }>`select nextval('planning_series')::integer as id`.execute(trx)
  return rows[0]!.id
}
