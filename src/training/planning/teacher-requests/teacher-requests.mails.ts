import { formatDateTime, formatPeriod } from '../../../platform/format/format.ts'
import { queueMail } from '../../../platform/mail/mail.ts'
import type { Trx } from '../../../platform/database/types.ts'
import type { Services } from '../../../platform/services.ts'
import { readSetting } from '../../../system/settings/index.ts'
import { type NameParts, addressed } from '../../../relations/contacts/index.ts'
import { partTitle } from '../appointments/index.ts'
import { tokenOf } from './link.commands.ts'
import type { SearchPart } from './teacher-requests.queries.ts'

const ASKED = 'Kunt u lesgeven'

interface Reader extends NameParts {
  /** Of the request. */
  id: number
  contact_id: number
  email: string | null
}

/** What is asked of them, where and when, as every mail says it. */
const aboutPart = ({ course, description, starts_at, ends_at, address, online }: SearchPart): string =>
  [partTitle(course, description), formatPeriod(starts_at, ends_at), address || (online ? 'Online' : 'Plaats volgt')]
    .map((line) => `- ${line}`)
    .join('\n')

/** The text of a request as it is mailed, and as the planner reads it before; the link follows it. */
export const requestText = (
  part: SearchPart,
  { name, message, until }: { name: string; message: string; until: string },
): string =>
  `Beste ${name},\n\nKunt u dit geven?\n\n${aboutPart(part)}\n\n${message === '' ? '' : `${message}\n\n`}Wij horen het graag uiterlijk ${until}.`

/** The subject of a request. */
export const requestSubject = (part: SearchPart): string => subjectOf(ASKED, part)

const subjectOf = (what: string, { course, starts_at, ends_at }: SearchPart): string =>
  `${what}: ${course}, ${formatPeriod(starts_at, ends_at)}`

async function mailLink(
  trx: Trx,
  services: Services,
  part: SearchPart,
  who: Reader,
  { subject, text }: { subject: string; text: string },
): Promise<void> {
  if (!who.email) return
  const token = await tokenOf(trx, services.config, who.id)
  const { href } = new URL(`/docent/${token}`, services.config.baseUrl)
  const { name } = await readSetting(trx, 'organisation')
  await queueMail(trx, services, {
    to: who.email,
    subject: subjectOf(subject, part),
    text: `${text}\n\nAntwoorden doet u op deze pagina:\n${href}\n\n${name || 'Noordkaap'}`,
    record: { type: 'contact', id: who.contact_id },
    secret: token,
  })
}

/** Asks somebody; of a part that moved it is told that it did. */
export const mailRequest = (
  trx: Trx,
  services: Services,
  part: SearchPart,
  who: Reader,
  { message, until, moved }: { message: string; until: Date; moved: boolean },
): Promise<void> =>
  mailLink(trx, services, part, who, {
    subject: moved ? 'Verplaatst, kunt u dan ook' : ASKED,
    text: `${requestText(part, { name: addressed(who), message, until: formatDateTime(until) })}${moved ? '\n\nWij vroegen u dit eerder voor een ander moment. Het onderdeel is verplaatst; dit is het nieuwe moment.' : ''}`,
  })

/** Somebody who did not answer yet hears of it once more, halfway. */
export const mailReminder = (trx: Trx, services: Services, part: SearchPart, who: Reader, until: Date): Promise<void> =>
  mailLink(trx, services, part, who, {
    subject: 'Nog geen antwoord',
    text: `Beste ${addressed(who)},\n\nWij vroegen u om les te geven en hebben nog geen antwoord.\n\n${aboutPart(part)}\n\nWij horen het graag uiterlijk ${formatDateTime(until)}.`,
  })

/** Somebody who was asked is not needed any more, and reads why. */
export async function mailWithdrawn(
  trx: Trx,
  services: Services,
  part: SearchPart,
  who: Reader,
  why: string,
): Promise<void> {
  if (!who.email) return
  await queueMail(trx, services, {
    to: who.email,
    subject: subjectOf('Aanvraag vervalt', part),
    text: `Beste ${addressed(who)},\n\nWij vroegen u om les te geven:\n\n${aboutPart(part)}\n\nDat is niet meer nodig: ${why.slice(0, 1).toLowerCase()}${why.slice(1)}. U hoeft niets te doen.`,
    record: { type: 'contact', id: who.contact_id },
  })
}

/** What became of an application. */
export async function mailDecided(
  trx: Trx,
  services: Services,
  part: SearchPart,
  who: Omit<Reader, 'id'>,
  { accepted, why }: { accepted: boolean; why: string },
): Promise<void> {
  if (!who.email) return
  await queueMail(trx, services, {
    to: who.email,
    subject: subjectOf(accepted ? 'U geeft les' : 'Aanmelding afgewezen', part),
    text: `Beste ${addressed(who)},\n\n${accepted ? 'Bedankt voor uw aanmelding. U geeft dit onderdeel:' : 'Bedankt voor uw aanmelding. Dit onderdeel wordt door een ander gegeven:'}\n\n${aboutPart(part)}${why === '' ? '' : `\n\n${why}`}`,
    record: { type: 'contact', id: who.contact_id },
  })
}
