import { ROLE } from '../../platform/access/roles.ts'
import type { Trx } from '../../platform/database/types.ts'
import type { Story } from '../../platform/story.ts'

declare module '../../platform/story.ts' {
  interface Story {
    /** A note written by the story's person of each of these roles. */
    notes: Record<number, number>
  }
}

const DAY_MS = 86_400_000

/** Notes as colleagues leave them for each other. */
export async function seedNotes(trx: Trx, story: Story, today: Date): Promise<void> {
  const { companies, contacts, appointments, courses, users } = story
  const written: [role: number, daysAgo: number, type: string, id: number, body: string][] = [
    [
      ROLE.administrator,
      40,
      'company',
      companies.deLinde,
      'Raamovereenkomst loopt tot eind volgend jaar. Korting van 5 % op alle BHV-trainingen.',
    ],
    [
      ROLE.scheduler,
      21,
      'company',
      companies.deLinde,
      'Anouk wil de herhalingen voortaan op dinsdag of donderdag, in verband met de bezetting.',
    ],
    [
      ROLE.scheduler,
      12,
      'company',
      companies.vanLoon,
      'Incompany alleen buiten de productietijden: vóór 11.00 uur kan niet.',
    ],
    [
      ROLE.scheduler,
      6,
      'contact',
      contacts.anouk,
      'Gebeld over de planning van het voorjaar. Ze stuurt de deelnemerslijst zelf.',
    ],
    [ROLE.administrator, 3, 'contact', contacts.gerrit, 'Betaalt liever per kwartaal; afgestemd met de administratie.'],
    [
      ROLE.teacher,
      2,
      'appointment',
      appointments.coming,
      'Beamer in dit lokaal doet het niet goed: eigen beamer meenemen.',
    ],
    [ROLE.scheduler, 1, 'appointment', appointments.foreign, 'Oefenpoppen staan al bij de klant.'],
    [
      ROLE.scheduler,
      30,
      'course',
      courses.bhv,
      'Nieuwe druk van het lesboek per 1 januari; oude voorraad eerst opmaken.',
    ],
  ]
  story.notes = {}
  for (const [role, daysAgo, object_type, object_id, body] of written) {
    const at = new Date(today.getTime() - daysAgo * DAY_MS)
    const { id } = await trx
      .insertInto('notes')
      .values({ object_type, object_id, body, created_by: users[role]!, created_at: at, updated_at: at })
      .returning('id')
      .executeTakeFirstOrThrow()
    story.notes[role] = id
  }
}
