import type { Db, Trx } from '../../platform/database/types.ts'
import type { Registry } from '../../platform/registry.ts'
import { judgeStudents, listNearby, listParts } from '../appointments/index.ts'

/** A planning that people would take part in, and what they leave for it: a part of another planning. */
interface Asked {
  planning: number
  from?: number | undefined
  people: readonly { id: number; name: string }[]
}

/** Who of these people takes part in something else while a planning is given, with a sentence that says in what. */
export async function listElsewhere(
  db: Db | Trx,
  registry: Registry,
  { planning, from, people }: Asked,
): Promise<{ name: string; text: string }[]> {
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
  return people.flatMap((person) => {
    const texts = parts.flatMap((part, place) =>
      judgeStudents(
        [person],
        part,
        busy.filter(({ span }) => span === place),
      ).map(({ text }) => text),
    )
    return [...new Set(texts)].map((text) => ({ name: person.name, text }))
  })
}
