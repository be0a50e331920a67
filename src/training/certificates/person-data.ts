import { countOf } from '../../platform/database/count.ts'
import { formatCount, formatDate } from '../../platform/format/format.ts'
import type { PersonDataSource } from '../../system/privacy/points.ts'

/** Certificates keep the name that was printed: they prove something to others, as long as they can be checked. */
export const certificateData: PersonDataSource = {
  key: 'certificates',
  label: 'Uw certificaten',
  collect: async ({ db }, contactId) => {
    const rows = await db
      .selectFrom('certificates')
      .innerJoin('courses', 'courses.id', 'certificates.course_id')
      .select(['number', 'courses.description as course', 'issued_on', 'valid_until', 'withdrawn_at', 'snapshot'])
      .where('contact_id', '=', contactId)
      .orderBy('number')
      .execute()
    return rows.map((row) => ({
      Nummer: row.number,
      Opleiding: row.course,
      'Uitgegeven op': formatDate(row.issued_on),
      'Geldig tot en met': formatDate(row.valid_until),
      'Ingetrokken op': formatDate(row.withdrawn_at),
      'Gedrukte waarden': JSON.stringify(row.snapshot),
    }))
  },
  plan: async (db, contactId) => {
    const count = await countOf(db.selectFrom('certificates').where('contact_id', '=', contactId))
    return {
      emptied: [],
      kept:
        count === 0
          ? []
          : [
              {
                what: `${formatCount(count, 'certificaat', 'certificaten')} met de naam die erop staat`,
                why: 'bewijs van vakbekwaamheid, tot twee jaar na de vervaldatum',
              },
            ],
      blocked: [],
    }
  },
}
