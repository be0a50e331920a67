import { sql } from 'kysely'
import type { Db } from '../../../platform/database/types.ts'
import { formatDate } from '../../../platform/format/format.ts'
import type { Audience, MailVariable } from '../../../system/messages/points.ts'
import { RECIPIENT_VARIABLES, contactAudience, recipientValues } from '../../../relations/audiences/index.ts'
import { nameText } from '../../../relations/contacts/index.ts'
import { refreshersVisibleTo } from './refreshers.queries.ts'

const peopleOf =
  (kind: string): Audience['people'] =>
  (viewer, ids) => sql`
    select contacts.id, ${kind}::text as kind, ${nameText} as name, contacts.email::text as email
    from contacts where contacts.id in (select contact_refreshers.contact_id from contact_refreshers
      where contact_refreshers.id = any(${ids}) and ${refreshersVisibleTo(viewer)})`

/** Whose refreshers were chosen, each once, for a message about anything. */
export const refresherAudience: Audience = {
  ...contactAudience,
  type: 'refresher-students',
  chosenBy: 'refresher',
  people: peopleOf('contacts'),
}

const EACH: MailVariable['each'] = [
  { name: 'opleiding', label: 'Opleiding' },
  { name: 'vervaldatum', label: 'Vervaldatum' },
]
const REFRESHER: MailVariable[] = [
  { name: 'herhaling.opleiding', label: 'Herhaling: opleiding' },
  { name: 'herhaling.vervaldatum', label: 'Herhaling: vervaldatum' },
  { name: 'herhalingen', label: 'Herhalingen', each: EACH },
]

/** The refreshers that a message is about, of these people: the named ones, else those of the last invitation. */
async function listToldOf(db: Db, ids: number[], people: number[]) {
  const { rows } = await sql<{ contact_id: number; opleiding: string; expires_at: string }>`
    select r.contact_id, c.description as opleiding, r.expires_at
    from contact_refreshers r join courses c on c.id = r.course_id
    where r.contact_id = any(${people}) and (r.id = any(${ids}) or (${ids.length === 0} and r.invited_at =
      (select max(last.invited_at) from contact_refreshers last where last.contact_id = r.contact_id)))
    order by r.contact_id, r.expires_at, r.id`.execute(db)
  return Map.groupBy(
    rows.map(({ contact_id, opleiding, expires_at }) => ({
      contact_id,
      told: { opleiding, vervaldatum: formatDate(expires_at) },
    })),
    ({ contact_id }) => contact_id,
  )
}

/** Those who take something again, as invitations and reminders name it. */
export const invitationAudience: Audience = {
  type: 'refresher',
  record: 'refresher',
  recipient: 'contact',
  kinds: [{ key: 'students', label: 'Cursisten', variables: [...RECIPIENT_VARIABLES, ...REFRESHER] }],
  people: peopleOf('students'),
  values: async (db, ids, people) => {
    const contactIds = people.map(({ id }) => id)
    const recipients = await recipientValues(db, contactIds)
    const told = await listToldOf(db, ids, contactIds)
    return new Map(
      contactIds.map((id) => {
        const herhalingen = (told.get(id) ?? []).map((row) => row.told)
        const herhaling = herhalingen[0] ?? { opleiding: '', vervaldatum: '' }
        return [id, { ...recipients.get(id), herhaling, herhalingen }]
      }),
    )
  },
}
