import { sql } from 'kysely'
import type { Viewer } from '../../../platform/access/viewer.ts'
import type { Trx } from '../../../platform/database/types.ts'
import type { Services } from '../../../platform/services.ts'
import { nameText } from '../../../relations/contacts/index.ts'
import { tell } from '../../../system/messages/index.ts'
import type { Audience, AudienceRow } from '../../../system/messages/points.ts'
import { courseAudience } from '../../messages/audiences/index.ts'

/** What stands in the message until somebody writes something else; it reads for who comes and for who leads or gives. */
export const PROPOSED = {
  subject: 'Ingepland: {{ planning.cursus }} op {{ planning.datum }}',
  content:
    '<p>Beste {{ ontvanger.voornaam }},</p><p>{{ planning.cursus }} (planning {{ planning.nummer }}) is ingepland:</p><p>{% for onderdeel in onderdelen %}</p><p>{{ onderdeel.omschrijving }}: {{ onderdeel.datum }} van {{ onderdeel.begintijd }} tot {{ onderdeel.eindtijd }} uur{% if onderdeel.plaats != blank %}, {{ onderdeel.plaats }}{% endif %}</p><p>{% endfor %}</p><p>Met vriendelijke groet,<br>{{ afzender.naam }}</p>',
}

export interface Told {
  kinds: string[]
  subject: string
  content: string
}

/** These people, as those whom a message about a planning goes to. */
export const audienceOf = (people: readonly { id: number; kind: string }[]): Audience => ({
  ...courseAudience,
  people: () => sql<AudienceRow>`
    select contacts.id, told.kind, ${nameText} as name, contacts.email::text as email
    from jsonb_to_recordset(${JSON.stringify(people)}::jsonb) as told(id integer, kind text)
    join contacts on contacts.id = told.id`,
})

/** Tells them of a planning that they come into, lead somebody in or give. @returns how many messages are ready */
export async function tellOfPlanning(
  trx: Trx,
  services: Services,
  viewer: Viewer,
  { of, people, message }: { of: number; people: readonly { id: number; kind: string }[]; message: Told },
): Promise<number> {
  if (people.length === 0) return 0
  return (await tell(trx, services, viewer, audienceOf(people), { of, ...message })).queued
}
