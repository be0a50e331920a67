import { sql } from 'kysely'
import type { Trx } from '../../../platform/database/types.ts'
import type { Story } from '../../../platform/story.ts'
import { issue, withdrawCertificate } from './certificates.commands.ts'

declare module '../../../platform/story.ts' {
  interface Story {
    certificates: {
      /** Anouk van der Linden's, of the course that was finished a month ago. */
      anouk: number
      /** Bram ter Linde's, of the same course. */
      student: number
      /** Of somebody outside every 'own' scope. */
      foreign: number
      withdrawn: number
    }
  }
}

/** The demo's files are drawn when somebody first asks for one. */
const services = { jobs: { add: async () => undefined } }

/** Certificates for whoever passed in the finished plannings of the story, issued on the last day. */
export async function seedCertificates(trx: Trx, story: Story): Promise<void> {
  const layout = await trx
    .selectFrom('layouts')
    .select('id')
    .where('kind', '=', 'certificate')
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const plannings = await trx
    .selectFrom('appointments')
    .innerJoin('enrolments', 'enrolments.appointment_id', 'appointments.id')
    .select([
      'group_id',
      sql<string>`max(ends_at)::date`.as('day'),
      sql<number[]>`array_agg(distinct contact_id)`.as('contacts'),
    ])
    .where('status', '=', 'done')
    .groupBy('group_id')
    .orderBy('day')
    .orderBy('group_id')
    .execute()
  for (const { group_id, day, contacts } of plannings)
    await issue(trx, { planningId: group_id, contactIds: contacts, layoutId: layout.id, issuedOn: day }, services)
  await castCertificates(trx, story)
}

async function castCertificates(trx: Trx, story: Story): Promise<void> {
  const first = async (condition: ReturnType<typeof sql<boolean>>) => {
    const row = await trx
      .selectFrom('certificates')
      .innerJoin('contacts', 'contacts.id', 'certificates.contact_id')
      .select('certificates.id')
      .where(condition)
      .orderBy('certificates.id')
      .executeTakeFirstOrThrow()
    return row.id
  }
  const inFinished = (contact: number) =>
    first(sql<boolean>`certificates.contact_id = ${contact} and group_id = ${story.plannings.finished}`)
  const foreign = await first(sql<boolean>`contacts.company_id = ${story.companies.vanLoon}`)
  const withdrawn = await first(
    sql<boolean>`certificates.id > ${foreign} and contacts.company_id = ${story.companies.kuipers}`,
  )
  await withdrawCertificate(trx, withdrawn, 'De uitslag van de praktijktoets was van een andere cursist.')
  story.certificates = {
    anouk: await inFinished(story.contacts.anouk),
    student: await inFinished(story.contacts.student),
    foreign,
    withdrawn,
  }
}
