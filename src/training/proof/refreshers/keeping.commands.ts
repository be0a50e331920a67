import { sql } from 'kysely'
import type { Trx } from '../../../platform/database/types.ts'
import { Invalid } from '../../../platform/errors.ts'
import { listOwnRefreshers } from './suggestions.queries.ts'
import { NEW } from './suggestions.rules.ts'

/** What becomes of the refresher of one person. */
export interface KeptRow {
  /** How errors call the row. */
  key: string
  contactId: number
  /** An existing refresher of the person, or 0 for a new one. */
  refresher: number
  courseId: number
  dueOn: string
}

const GONE = 'Deze herhaling bestaat niet meer. Kies opnieuw.'
const TAKEN = 'Deze cursist heeft al een herhaling van deze opleiding. Kies die bij Herhaling.'

/**
 * Makes and changes refreshers of people who passed. A new one takes the place of the one of that course, which stays in
 * the history; that of this planning is the same one, so that doing it twice comes to the same. A day that moves takes back
 * that somebody was invited for the old one.
 * @returns ids of what is there then
 * @throws Invalid when a refresher is gone, or the person has another one of the course that it is to be for
 */
export async function keepRefreshers(trx: Trx, planningId: number, rows: readonly KeptRow[]): Promise<number[]> {
  if (rows.length === 0) return []
  const contactIds = rows.map(({ contactId }) => contactId)
  // Two who finish at once wait for each other here.
  await sql`select id from contacts where id = any(${contactIds}) order by id for no key update`.execute(trx)
  const own = Map.groupBy(await listOwnRefreshers(trx, contactIds), ({ contact_id }) => contact_id)
  const settled = rows.map((row) => {
    const has = own.get(row.contactId) ?? []
    const ofCourse = has.find(({ course_id }) => course_id === row.courseId)
    const again = ofCourse?.group_id === planningId ? ofCourse : undefined
    const chosen = row.refresher === NEW ? again : has.find(({ id }) => id === row.refresher)
    if (row.refresher !== NEW && !chosen) throw new Invalid({ [`${row.key}.contact_refresher_course_id`]: [GONE] })
    if (chosen && ofCourse && chosen.id !== ofCourse.id) throw new Invalid({ [`${row.key}.course_id`]: [TAKEN] })
    return { ...row, chosen, replaced: row.refresher === NEW && again === undefined ? ofCourse?.id : undefined }
  })
  const added = settled.filter(({ chosen }) => chosen === undefined)
  const changed = settled.filter(
    ({ chosen, courseId, dueOn }) =>
      chosen !== undefined &&
      (chosen.course_id !== courseId || chosen.expires_at !== dueOn || chosen.group_id !== planningId),
  )
  if (changed.length > 0)
    await sql`
      update contact_refreshers r set course_id = new.course_id, expires_at = new.expires_at, group_id = ${planningId},
        invited_at = null, invited_by = null, asked_at = null, asked_by = null
      from unnest(${changed.map(({ chosen }) => chosen!.id)}::integer[], ${changed.map(({ courseId }) => courseId)}::integer[],
        ${changed.map(({ dueOn }) => dueOn)}::date[]) as new (id, course_id, expires_at)
      where r.id = new.id`.execute(trx)
  const replaced = settled.flatMap((row) => row.replaced ?? [])
  if (replaced.length > 0) await trx.deleteFrom('contact_refreshers').where('id', 'in', replaced).execute()
  const made =
    added.length === 0
      ? []
      : await trx
          .insertInto('contact_refreshers')
          .values(
            added.map(({ contactId: contact_id, courseId: course_id, dueOn: expires_at }) => ({
              contact_id,
              course_id,
              expires_at,
              group_id: planningId,
            })),
          )
          .returning('id')
          .execute()
  return [...changed.map(({ chosen }) => chosen!.id), ...made.map(({ id }) => id)]
}
