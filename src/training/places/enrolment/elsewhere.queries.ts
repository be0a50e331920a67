import { type Viewer, may } from '../../../platform/access/viewer.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import type { Registry } from '../../../platform/registry.ts'
import { judgeStudents, listNearby, listParts } from '../../planning/appointments/index.ts'
import { enrolmentPlanningArea } from '../../rights.ts'

/** A planning that people would take part in, and what they leave for it: a part of another planning. */
interface Asked {
  planning: number
  from?: number | undefined
  people: readonly { id: number; name: string }[]
}

/** Who of these people takes part in something else while a planning is given, with a sentence that says in what. */
async function listElsewhere(
  db: Db | Trx,
  registry: Registry,
  { planning, from, people }: Asked,
): Promise<{ id: number; text: string }[]> {
  if (people.length === 0) return []
  const parts = (await listParts(db, planning)).filter(({ status, ends_at }) => status !== 'cancelled' && ends_at > new Date()) // prettier-ignore
  if (parts.length === 0) return []
  const left =
    from === undefined
      ? []
      : await db
          .selectFrom('appointments')
          .select('id')
          .where('group_id', '=', (eb) => eb.selectFrom('appointments').select('group_id').where('id', '=', from))
          .execute()
  const busy = await listNearby(db, registry, {
    spans: parts.map(({ starts_at, ends_at }) => ({ from: starts_at, to: ends_at })),
    of: { student: people.map(({ id }) => id) },
    except: { record: 'appointment', ids: [...parts, ...left].map(({ id }) => id) },
  })
  const byPerson = Map.groupBy(busy, ({ resource_id }) => resource_id)
  return people.flatMap((person) => {
    const own = byPerson.get(person.id) ?? []
    const texts = parts.flatMap((part, place) =>
      judgeStudents(
        [person],
        part,
        own.filter(({ span }) => span === place),
      ).map(({ text }) => text),
    )
    return [...new Set(texts)].map((text) => ({ id: person.id, text }))
  })
}

/**
 * The same for who may read it: what somebody follows elsewhere is told to planners alone, to others that they do.
 * @returns sentences by who they are about; who is nowhere else is left out
 */
export async function tellElsewhere(
  db: Db | Trx,
  viewer: Viewer,
  registry: Registry,
  asked: Asked,
): Promise<Map<number, string[]>> {
  const mayPlan = may(viewer, enrolmentPlanningArea, 'change')
  const found = Map.groupBy(await listElsewhere(db, registry, asked), ({ id }) => id)
  const told = asked.people.flatMap(({ id, name }): [number, string[]][] => {
    const sentences = (found.get(id) ?? []).map(({ text }) => text)
    if (sentences.length === 0) return []
    return [[id, mayPlan ? sentences : [`${name} volgt dan al een andere opleiding.`]]]
  })
  return new Map(told)
}
