import { Invalid } from '../../../platform/errors.ts'
import { keepDrawnFile } from '../../../platform/files/kept-files.ts'
import { formatCount } from '../../../platform/format/format.ts'
import { today } from '../../../platform/format/zone.ts'
import type { Viewer } from '../../../platform/access/viewer.ts'
import type { JobHandler } from '../../../platform/jobs/jobs.ts'
import { queueMail } from '../../../platform/mail/mail.ts'
import { sentFlash } from '../../../platform/mail/sending.ts'
import type { Flash } from '../../../platform/screens/models.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import type { Services } from '../../../platform/services.ts'
import { issueCertificates } from './certificates.commands.ts'
import { drawnFile } from './certificates.files.ts'
import type { SendInput } from './certificates.forms.ts'
import { listHeldCertificates } from './certificates.queries.ts'
import { issueDateProblem } from './certificates.rules.ts'
import { listRecipients, listSupervisors } from './recipients.queries.ts'

interface SentPlanning {
  planningId: number
  /** ISO day on which the planning began. */
  firstDay: string
  /** Who passes the course. */
  studentIds: number[]
}

interface Letter {
  contactId: number
  email: string
  name: string
  subject: string
  text: string
  /** Whose certificates it carries. */
  of: number[]
}

/**
 * Makes the certificates that are asked for and not there yet, and leaves the mails to a job: the files are drawn only
 * after this transaction.
 * @returns ids of the new certificates, and the number of mails
 * @throws Invalid for an issue date that cannot be, or when nobody who was chosen can be mailed any more
 */
export async function sendCertificates(
  trx: Trx,
  viewer: Viewer,
  { planningId, firstDay, studentIds }: SentPlanning,
  form: SendInput,
  services: Services,
): Promise<{ issued: number[]; mails: number }> {
  const problem = issueDateProblem(form.issued_on, { firstDay, today: today() })
  if (problem !== null) throw new Invalid({ issued_on: [problem] })
  const letters = await lettersFor(trx, studentIds, form)
  const issued: number[] = []
  for (const layoutId of form.generate.sort((a, b) => a - b)) {
    const input = { planningId, contactIds: studentIds, layoutId, issuedOn: form.issued_on, seen: form.letters_seen }
    issued.push(...(await issueCertificates(trx, viewer, input, services)))
  }
  const held = (await listHeldCertificates(trx, planningId)).filter(({ layout_id }) => form.send.includes(layout_id))
  const rows = letters.flatMap(({ contactId, email, subject, text, of }) => {
    const certificate_ids = held.filter(({ contact_id }) => of.includes(contact_id)).map(({ id }) => id)
    return certificate_ids.length === 0
      ? []
      : [{ group_id: planningId, contact_id: contactId, recipient: email, subject, text_body: text, certificate_ids }]
  })
  if (rows.length === 0) throw new Invalid({ students: ['Van de gekozen ontvangers kan niemand een e-mail krijgen.'] })
  const stored = await trx.insertInto('certificate_mailings').values(rows).returning('id').execute()
  await services.jobs.add(trx, 'certificate.mail', { ids: stored.map(({ id }) => id) }, { undoable: true })
  return { issued, mails: stored.length }
}

/** Only who passed is mailed, and only supervisors of those; who has no address is passed over. */
async function lettersFor(trx: Trx, studentIds: number[], form: SendInput): Promise<Letter[]> {
  const students = (await listRecipients(trx, studentIds)).filter(({ id }) => form.students.includes(id))
  const supervisors = (await listSupervisors(trx, studentIds)).filter(({ id }) => form.supervisors.includes(id))
  const letter = (
    person: { id: number; name: string; email: string },
    of: number[],
    { subject, text }: { subject: string; text: string },
  ): Letter => ({
    contactId: person.id,
    email: person.email,
    name: person.name,
    subject,
    text: text.replaceAll('{naam}', person.name),
    of,
  })
  const toStudent = { subject: form.student_subject, text: form.student_text }
  const toSupervisor = { subject: form.supervisor_subject, text: form.supervisor_text }
  return [
    ...students.filter(({ reachable }) => reachable).map((person) => letter(person, [person.id], toStudent)),
    ...supervisors.filter(({ reachable }) => reachable).map((person) => letter(person, person.students, toSupervisor)),
  ]
}

/** Draws the certificates of mailings and queues the mails; run again, it goes on where it stopped. */
export const mailCertificates: JobHandler = async ({ ids }, services, signal) => {
  for (const id of ids as number[]) {
    signal?.throwIfAborted()
    await mailOnce(services, id)
  }
}

async function mailOnce(services: Services, id: number): Promise<void> {
  const waiting = await services.db
    .selectFrom('certificate_mailings')
    .select('certificate_ids')
    .where('id', '=', id)
    .where('mail_id', 'is', null)
    .executeTakeFirst()
  if (!waiting) return
  for (const certificate of waiting.certificate_ids) await drawnFile(services, certificate)
  await inTransaction(services.db, null, async (trx) => {
    const mailing = await trx
      .selectFrom('certificate_mailings')
      .selectAll()
      .where('id', '=', id)
      .where('mail_id', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    if (!mailing) return
    const attachments: number[] = []
    for (const certificate of mailing.certificate_ids) attachments.push(await attachmentOf(trx, services, certificate))
    const mail_id = await queueMail(trx, services, {
      to: mailing.recipient,
      subject: mailing.subject,
      text: mailing.text_body,
      attachments,
      record: { type: 'contact', id: mailing.contact_id },
    })
    await trx.updateTable('certificate_mailings').set({ mail_id }).where('id', '=', id).execute()
  })
}

async function attachmentOf(trx: Trx, { files }: Services, certificateId: number): Promise<number> {
  const { number, file_key, file_sha256 } = await drawnOf(trx, certificateId)
  const { length } = await files.read(file_key)
  const name = `certificaat-${number}.pdf`
  return keepDrawnFile(trx, { key: file_key, name, mimeType: 'application/pdf', size: length, sha256: file_sha256 })
}

/** The certificates that messages tell of, as files for those who read them. */
export async function attachCertificates(
  trx: Trx,
  services: Services,
  told: { occasion: number; recipient_id: number }[],
): Promise<Map<number, number[]>> {
  const files = new Map<number, number>()
  for (const certificate of new Set(told.map(({ occasion }) => occasion)))
    files.set(certificate, await attachmentOf(trx, services, certificate))
  const byReader = Map.groupBy(told, ({ recipient_id }) => recipient_id)
  return new Map([...byReader].map(([reader, own]) => [reader, own.map(({ occasion }) => files.get(occasion)!)]))
}

async function drawnOf(db: Db | Trx, id: number) {
  const { number, file_key, file_sha256 } = await db
    .selectFrom('certificates')
    .select(['number', 'file_key', 'file_sha256'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (file_key === null || file_sha256 === null) throw new Error(`certificate ${id} was not drawn`)
  return { number, file_key, file_sha256 }
}

/** What was made and what leaves; one of them, where there was nothing to make. */
export async function toldOf(services: Services, issued: number, mails: number): Promise<Flash> {
  const sent = `${formatCount(mails, 'e-mail wordt', 'e-mails worden')} verstuurd`
  if (issued === 0) return sentFlash(services, sent, { mails })
  const made = `${formatCount(issued, 'certificaat', 'certificaten')} gemaakt`
  return sentFlash(services, `${made}, ${sent}`, { mails, done: `${made}.` })
}
