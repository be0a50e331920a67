import { sql } from 'kysely'
import * as z from 'zod'
import { epochSeconds } from '../../../platform/format/zone.ts'
import { id } from '../../../platform/forms/fields.ts'
import { viewerScope } from '../../../platform/access/viewer.ts'
import { json } from '../../../platform/screens/call/calls.ts'
import { listOccupations, periodText } from '../../../system/occupations/index.ts'
import { occupationsArea } from './rights.ts'

/** Nobody plans further at a time; it also keeps one call from reading years. */
const LONGEST_SECONDS = 366 * 86_400

const seconds = z.coerce
  .number<string>()
  .int()
  .min(0)
  .max(Date.UTC(2200) / 1000)

const idOrNone = z.union([z.literal('').transform(() => undefined), id]).optional()

const OccupationQuery = z
  .object({ from: seconds, to: seconds, except: idOrNone, except_group: idOrNone })
  .refine(({ from, to }) => from < to && to - from <= LONGEST_SECONDS, {
    path: ['to'],
    error: ':label moet na het begin liggen, en hooguit een jaar later.',
  })

function exceptionOf({ except, except_group }: z.output<typeof OccupationQuery>) {
  if (except === undefined && except_group === undefined) return undefined
  const parts = sql`select id from appointments where id = ${except ?? null} or group_id = ${except_group ?? null}`
  return { record: 'appointment', ids: sql`array(${parts})` }
}

/**
 * Who is busy when, from and to in epoch seconds; without the part `except`, as every `:id` of the calendar is one, or
 * without all parts of the planning `except_group` (rulings 10.9).
 */
export const occupations = json({
  area: occupationsArea,
  record: 'appointment',
  recordParam: null,
  right: 'view',
  path: '/calendar/getOccupations',
  query: OccupationQuery,
  answer: async ({ db, viewer, query, services }) => {
    const all = viewerScope(viewer, occupationsArea) === 'all'
    if (!all && viewer.contactId === null) return []
    const found = await listOccupations(db, services.registry, {
      spans: [{ from: new Date(query.from * 1000), to: new Date(query.to * 1000) }],
      of: { contact: all ? 'all' : [viewer.contactId!] },
      except: exceptionOf(query),
    })
    return found.map(({ resource_id, record_id, description, starts_at, ends_at }) => ({
      contact_id: resource_id,
      id: record_id,
      description,
      from: epochSeconds(starts_at),
      to: epochSeconds(ends_at),
      period: periodText({ starts_at, ends_at }),
    }))
  },
  example: () => ({ query: { from: '1795750000', to: '1796350000' }, foreign: null }),
})
