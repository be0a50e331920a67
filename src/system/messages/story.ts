import { ROLE } from '../../platform/access/roles.ts'
import type { Trx } from '../../platform/database/types.ts'
import { addJob } from '../../platform/jobs/jobs.ts'
import { addDays, alarmAt, wallClock } from '../../platform/format/zone.ts'
import type { Story } from '../../platform/story.ts'

declare module '../../platform/story.ts' {
  interface Story {
    /** A mail in the outbox. */
    message: number
    messageWithAttachment: number
    /** A mail that waits for its time. */
    plannedMessage: number
    /** The file of that mail. */
    messageAttachment: number
    /** One that goes by itself. */
    defaultMessage: number
    /** One that nothing sends by itself. */
    unusedDefaultMessage: number
  }
}

const DAY_MS = 86_400_000

const DEFAULTS = [
  {
    name: 'Cursisten bevestigen',
    subject: 'Uw cursisten bij {{ planning.cursus }}',
    content:
      '<p>Beste {{ ontvanger.naam }},</p><p>Van uw organisatie nemen deel:</p><p>{% for cursist in cursisten %}</p><p>{{ cursist.naam }}</p><p>{% endfor %}</p><p>Klopt dit niet, laat het ons dan weten.</p><p>Met vriendelijke groet,<br />{{ afzender.naam }}</p>',
  },
  {
    name: 'Algemene vraag beantwoord',
    subject: 'Uw vraag aan {{ organisatie.naam }}',
    content:
      '<p>Beste {{ ontvanger.naam }},</p><p>Dank voor uw bericht. </p><p>Met vriendelijke groet,<br />{{ afzender.naam }}</p>',
  },
]

export async function seedMessages(trx: Trx, story: Story, today: Date): Promise<void> {
  const { contacts, users } = story
  const ago = (days: number) => new Date(today.getTime() - days * DAY_MS)
  const mails = [
    {
      recipient: 'a.vanderlinden@delinde.example',
      subject: 'Uw account bij Noordkaap',
      text_body: 'Beste Anouk van der Linden,\n\nEr is een account voor u gemaakt.',
      object_id: contacts.anouk,
      state: 'sent',
      at: ago(0),
    },
    {
      recipient: 'a.vanderlinden@delinde.example',
      subject: 'Raamovereenkomst De Linde',
      text_body:
        'Hierbij ontvangt u het document ‘Raamovereenkomst De Linde’.\n\nMet vriendelijke groet,\nSanne Willems',
      object_id: contacts.anouk,
      state: 'sent',
      at: ago(60),
    },
    {
      recipient: 'g.oud@post.example',
      subject: 'Herinnering: BHV basis',
      text_body: 'Beste Gerrit,\n\nBinnenkort is het zover.',
      object_id: contacts.gerrit,
      state: 'refused',
      error: '550 5.1.1 Mailbox bestaat niet',
      at: ago(4),
    },
  ]
  const ids: number[] = []
  for (const { at, state, ...mail } of mails) {
    const { id } = await trx
      .insertInto('mails')
      .values({
        ...mail,
        state,
        object_type: 'contact',
        sent_by: users[ROLE.scheduler]!,
        created_at: at,
        sent_at: state === 'sent' ? at : null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    ids.push(id)
  }
  story.message = ids[0]!
  story.messageWithAttachment = ids[1]!
  const { file_id } = await trx
    .selectFrom('document_versions')
    .select('file_id')
    .where('document_id', '=', story.documents.contract)
    .executeTakeFirstOrThrow()
  story.messageAttachment = file_id
  await trx.insertInto('mail_attachments').values({ mail_id: ids[1]!, file_id }).execute()
  story.plannedMessage = await seedPlanned(trx, story, today)
  const defaults = await trx.insertInto('default_messages').values(DEFAULTS).returning('id').execute()
  story.unusedDefaultMessage = defaults[1]!.id
}

/** Somebody plans a message for the day after tomorrow. */
async function seedPlanned(trx: Trx, { contacts, users }: Story, now: Date): Promise<number> {
  const writer = await trx
    .selectFrom('users')
    .select(['id', 'name', 'email'])
    .where('id', '=', users[ROLE.scheduler]!)
    .executeTakeFirstOrThrow()
  const sendAt = alarmAt(addDays(wallClock(now).day, 2), '09:00')
  const subject = 'Nieuwe openingstijden vanaf volgende maand'
  const { id: mailing_id } = await trx
    .insertInto('mailings')
    .values({
      object_type: 'contact',
      subject,
      content: '<p>Beste {{ ontvanger.naam }},</p><p>Vanaf volgende maand zijn wij ook op zaterdag open.</p>',
      sender_id: writer.id,
      sender_name: writer.name,
      sender_email: writer.email,
      send_at: sendAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { email } = await trx
    .selectFrom('contacts')
    .select('email')
    .where('id', '=', contacts.supervisor)
    .executeTakeFirstOrThrow()
  const { id } = await trx
    .insertInto('mails')
    .values({
      recipient: email!,
      recipient_kind: 'contacts',
      object_type: 'contact',
      object_id: contacts.supervisor,
      mailing_id,
      subject,
      text_body: '',
      reply_to: writer.email,
      sender_name: writer.name,
      sent_by: writer.id,
      state: 'scheduled',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await addJob(trx, 'message.mailing', { id: mailing_id }, { key: `mailing-${mailing_id}`, runAt: sendAt })
  return id
}
