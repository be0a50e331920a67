import { sql } from 'kysely'
import { formatDate } from '../../platform/format/format.ts'
import type { RailBlock } from '../../platform/screens/popup/popup-tabs.ts'
import { notesOn } from './notes.rules.ts'

/** So many stand in a rail; the others are one click away. */
const SHOWN = 3

interface LatestNotes {
  count: number
  latest: { body: string; author: string | null; at: string }[]
}

/** The latest notes on a record, in the rail of its popup. */
export const notesInRail: RailBlock = {
  ask: (_viewer, id, type) => sql<LatestNotes>`select json_build_object(
    'count', (select count(*) from notes where object_type = ${type} and object_id = ${id}),
    'latest', (select coalesce(json_agg(json_build_object('body', n.body, 'author', u.name, 'at', n.created_at)
        order by n.id desc), '[]')
      from (select * from notes where object_type = ${type} and object_id = ${id} order by id desc limit ${SHOWN}) n
      left join users u on u.id = n.created_by))`,
  view: 'system/notes/rail',
  model: (answer, record, viewer, registry) => {
    const { count, latest } = answer as LatestNotes
    return {
      subject: record,
      count,
      notes: latest.map(({ body, author, at }) => ({
        body,
        author: author ?? 'Onbekend',
        at: formatDate(new Date(at)),
      })),
      writes: notesOn(registry.record(record.type), viewer, 'change'),
    }
  },
}
