import type { Trx } from '../../platform/database/types.ts'
import { Invalid } from '../../platform/errors.ts'
import { formatDate } from '../../platform/format/format.ts'
import { addDays, instantOf, today } from '../../platform/format/zone.ts'
import type { PlanCtx } from '../../platform/screens/table/bulk.ts'
import { type BulkPlan, planOf } from '../../platform/screens/table/bulk-plan.ts'
import { listOccupations } from '../occupations/index.ts'
import { byRoom, roomLabel } from './establishments.queries.ts'

type Asking<Form = object> = PlanCtx<object, { ids: number[] } & Form>

/** The fields that can be changed for many at once; those of the hire of hired rooms alone. */
export const MASS_FIELDS = ['capacity', 'hire_contact', 'option_until'] as const
type MassField = (typeof MASS_FIELDS)[number]
type Value = string | number | null

/** Those chosen, in Dutch order. @throws Invalid when there are none */
async function listChosen({ db, form }: Asking) {
  const rows = await db
    .selectFrom('rooms')
    .innerJoin('establishments', 'establishments.id', 'rooms.establishment_id')
    .select(['rooms.id', 'rooms.active', 'rooms.hired', 'rooms.capacity', 'rooms.hire_contact', 'rooms.option_until'])
    .select(roomLabel.as('name'))
    .where('rooms.id', 'in', form.ids)
    .orderBy(byRoom[0]!)
    .orderBy(byRoom[1]!)
    .orderBy('rooms.id')
    .execute()
  if (rows.length === 0) throw new Invalid({ ids: ['Vink minimaal één lokaal aan.'] })
  return rows
}

/** Locks them in the order of their ids. */
export const lockRooms = (trx: Trx, ids: number[]) =>
  trx.selectFrom('rooms').select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute()

/** So far ahead is looked for what is planned there. */
const AHEAD_DAYS = 366

/** Which go out of use, and where something is planned still: that stays as it is. */
export async function planDeactivating(asking: Asking): Promise<BulkPlan> {
  const { plan, going } = planOf(await listChosen(asking), ({ active }) =>
    active ? {} : { why: 'is al niet in gebruik' },
  )
  if (going.length === 0) return plan
  const day = today()
  const taken = await listOccupations(asking.db, asking.services.registry, {
    spans: [{ from: instantOf(day, '00:00')!, to: instantOf(addDays(day, AHEAD_DAYS), '00:00')! }],
    of: { room: going.map(({ id }) => id) },
  })
  const timesOf = Map.groupBy(
    taken.filter(({ away }) => !away),
    ({ resource_id }) => resource_id,
  )
  return {
    ...plan,
    outcomes: going.flatMap(({ id, name }) => {
      const { length } = timesOf.get(id) ?? []
      const times = length === 1 ? 'nog één keer' : `nog ${length} keer`
      return length === 0
        ? []
        : [{ icon: 'calendar-event', lead: name, text: `is het komende jaar ${times} bezet; dat blijft zo.` }]
    }),
  }
}

/** A value as the list of what changes shows it. */
const shown = (field: MassField, value: Value): string =>
  field === 'option_until' ? formatDate(value as string | null) : String(value ?? '')

/** What a field becomes for each of them. */
export async function planField(
  asking: Asking<{ field: MassField | '' } & Record<MassField, Value>>,
): Promise<BulkPlan> {
  const field = asking.form.field as MassField
  const to = asking.form[field]
  return planOf(await listChosen(asking), (room) => {
    if (field !== 'capacity' && !room.hired) return { why: 'is niet gehuurd' }
    return (room[field] ?? '') === (to ?? '')
      ? { why: 'heeft dit al' }
      : { change: { from: shown(field, room[field]), to: shown(field, to) } }
  }).plan
}
