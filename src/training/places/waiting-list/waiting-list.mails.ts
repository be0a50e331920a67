import { formatDateTime, formatPeriod } from '../../../platform/format/format.ts'
import { queueMail } from '../../../platform/mail/mail.ts'
import type { Trx } from '../../../platform/database/types.ts'
import type { Services } from '../../../platform/services.ts'
import { type NameParts, addressed } from '../../../relations/contacts/index.ts'
import { entryToken } from './link.rules.ts'
import type { WaitedFor } from './waiting-list.queries.ts'

interface Reader extends NameParts {
  /** Of the entry by which they wait. */
  id: number
  contact_id: number
  email: string | null
}

const linkOf = ({ config }: Services, { id }: Reader) => {
  const token = entryToken(config, id)
  return { token, href: new URL(`/wachtlijst/${token}`, config.baseUrl).href }
}

/** Tells somebody that a place is theirs when they say so in time. Without an address nobody is told. */
export async function mailOffer(
  trx: Trx,
  services: Services,
  planning: WaitedFor,
  who: Reader,
  { until, atOnce }: { until: Date; atOnce: boolean },
): Promise<void> {
  if (!who.email) return
  const { token, href } = linkOf(services, who)
  const when = planning.parts.map((part) => `- ${formatPeriod(part.starts_at, part.ends_at)}`).join('\n')
  await queueMail(trx, services, {
    to: who.email,
    subject: `Er is een plaats vrij: ${planning.course}`,
    text: `Beste ${addressed(who)},\n\nEr is een plaats vrijgekomen voor ${planning.course}. U stond op de wachtlijst en bent de eerste voor wie deze datum past.\n\n${when}\n\nWij houden de plaats voor u vast tot ${formatDateTime(until)}. Kies op deze pagina of u komt:\n${href}\n\nAntwoordt u niet, dan gaat de plaats naar de volgende. Uw plaats op de wachtlijst houdt u.`,
    record: { type: 'contact', id: who.contact_id },
    secret: token,
    atOnce,
  })
}

/** Tells somebody that they wait, and where they see their place in the line. */
export async function mailPlaced(trx: Trx, services: Services, course: string, who: Reader): Promise<void> {
  if (!who.email) return
  const { token, href } = linkOf(services, who)
  await queueMail(trx, services, {
    to: who.email,
    subject: `U staat op de wachtlijst: ${course}`,
    text: `Beste ${addressed(who)},\n\nU staat op de wachtlijst voor ${course}. Komt er een plaats vrij die bij u past, dan krijgt u van ons een bericht waarop u kunt antwoorden.\n\nUw plaats in de rij, en of u wilt blijven staan, vindt u hier:\n${href}`,
    record: { type: 'contact', id: who.contact_id },
    secret: token,
    atOnce: false,
  })
}
