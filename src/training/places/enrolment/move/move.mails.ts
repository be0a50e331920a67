import { formatPeriod } from '../../../../platform/format/format.ts'
import { queueMail } from '../../../../platform/mail/mail.ts'
import type { Services } from '../../../../platform/services.ts'
import type { Trx } from '../../../../platform/database/types.ts'
import type { Viewer } from '../../../../platform/access/viewer.ts'
import { invitationsOf } from '../../../messages/invitations/index.ts'
import { listPartPlaces } from '../targets.queries.ts'

interface Moved {
  id: number
  name: string
  email: string | null
  partIds: number[]
}

/**
 * Tells everyone with an e-mail address when and where they are expected now, in their calendars too; answers go to who
 * moved them. It leaves with the commit.
 */
export async function mailMoved(
  trx: Trx,
  services: Services,
  { viewer, course, partId }: { viewer: Viewer; course: string; partId: number },
  people: Moved[],
): Promise<void> {
  const invitations = await invitationsOf(
    trx,
    partId,
    people.map(({ id }) => id),
    { organizer: viewer, host: new URL(services.config.baseUrl).hostname },
  )
  const parts = await listPartPlaces(trx, [...new Set(people.flatMap(({ partIds }) => partIds))])
  for (const person of people) {
    if (person.email === null) continue
    const lines = parts
      .filter(({ id }) => person.partIds.includes(id))
      .map(
        (part) =>
          `- ${[part.description, formatPeriod(part.starts_at, part.ends_at), part.place].filter(Boolean).join(', ')}`,
      )
    await queueMail(trx, services, {
      to: person.email,
      subject: `Nieuwe datum: ${course}`,
      text: `Beste ${person.name},\n\nUw inschrijving voor ${course} is verplaatst. U wordt nu verwacht bij:\n\n${lines.join('\n')}\n\nHebt u vragen, neem dan contact met ons op.`,
      replyTo: viewer.email,
      record: { type: 'contact', id: person.id },
      invitations: invitations.get(person.id) ?? [],
    })
  }
}
