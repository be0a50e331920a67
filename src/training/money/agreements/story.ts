import { sql } from 'kysely'
import type { Trx } from '../../../platform/database/types.ts'
import { addDays, today } from '../../../platform/format/zone.ts'
import type { Story } from '../../../platform/story.ts'

declare module '../../../platform/story.ts' {
  interface Story {
    /** One with places used and left, renewed each year; one of which nothing was used. */
    agreements: { deLinde: number; unused: number }
  }
}

/** What customers of the demo bought beforehand. Two of the people of De Linde are enrolled out of theirs. */
export async function seedAgreements(trx: Trx, story: Story, now: Date): Promise<void> {
  const day = today(now)
  const { deLinde, kuipers } = story.companies
  const { bhv, bhvRefresher, ehbo } = story.courses
  await trx
    .insertInto('training_agreements')
    .values([
      { id: 1, company_id: deLinde, name: 'Raamovereenkomst BHV', ends_on: addDays(day, 700) },
      { id: 2, company_id: kuipers, name: 'Strippenkaart', ends_on: addDays(day, 300) },
    ])
    .execute()
  await trx
    .insertInto('training_agreement_courses')
    .values([
      { id: 1, agreement_id: 1, course_id: bhv, places: 8, valid_until: addDays(day, 200), repeat_count: 1 },
      { id: 2, agreement_id: 1, course_id: bhvRefresher, places: 12, valid_until: addDays(day, 200), repeat_count: 1 },
      { id: 3, agreement_id: 2, course_id: ehbo, places: 5, valid_until: addDays(day, 300) },
    ])
    .execute()
  await sql`
    insert into training_agreement_uses (agreement_id, line_id, contact_id, group_id, used_on)
    select 1, 1, e.contact_id, a.group_id, ${addDays(day, -12)}::date
    from enrolments e join appointments a on a.id = e.appointment_id
    where e.appointment_id = ${story.appointments.coming} and e.company_id = ${deLinde}
    order by e.contact_id limit 2
  `.execute(trx)
  story.agreements = { deLinde: 1, unused: 2 }
  for (const table of ['training_agreements', 'training_agreement_courses'])
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), (select max(id) from ${sql.table(table)}))`.execute(
      trx,
    )
}
