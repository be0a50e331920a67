import { sql } from 'kysely'
import type { StoredFile } from '../../../platform/files/kept-files.ts'
import type { Services } from '../../../platform/services.ts'
import type { Audience } from '../../../system/messages/points.ts'
import { letterPdf } from '../../sales/papers/index.ts'
import { LETTER_NAMES, LETTER_VARIABLES, type KeptLetter, type LetterKind } from './letter.rules.ts'
import { getLetter, stillOpen } from './letters.queries.ts'

const VARIABLES = [
  { name: 'ontvanger.naam', label: 'Naam van de ontvanger' },
  { name: 'ontvanger.email', label: 'E-mailadres van de ontvanger' },
  { name: 'klant.naam', label: 'Naam van de klant' },
  ...LETTER_VARIABLES,
]

/** The kinds of letters that are mailed. */
export const MAILED = ['reminder', 'notice', 'final', 'statement'] as const satisfies LetterKind[]
export type MailedKind = (typeof MAILED)[number]

/** What a message can name of a letter. */
export const valuesOf = ({ mail }: KeptLetter) => ({
  ontvanger: { naam: mail.reader, email: mail.email },
  klant: { naam: mail.customer },
  brief: mail.values,
})

/** Who gets a letter about what is open; each letter is a mail of its own, of the kind that it is. */
export const reminderAudience: Audience = {
  type: 'reminder',
  record: 'reminder',
  recipient: 'reminder',
  kinds: MAILED.map((key) => ({ key, label: LETTER_NAMES[key], variables: VARIABLES })),
  people: (_viewer, ids, kinds) => sql`
    select reminders.id, reminders.step as kind, reminders.facts #>> '{mail,customer}' as name,
      nullif(reminders.facts #>> '{mail,email}', '') as email
    from reminders where reminders.id = any(${ids}) and reminders.step = any(${kinds})`,
  values: async (db, _ids, people) => {
    const rows = await db
      .selectFrom('reminders')
      .select(['id', 'facts'])
      .where(
        'id',
        'in',
        people.map(({ id }) => id),
      )
      .execute()
    return new Map(rows.map(({ id, facts }) => [id, valuesOf(facts as KeptLetter)]))
  },
  draw: drawLetter,
}

/**
 * The letter that goes along with its mail, as it was kept.
 * @throws Error where something was paid or told since, so that it does not go
 */
async function drawLetter({ db, files }: Services, id: number): Promise<StoredFile[]> {
  const { facts, step } = await getLetter(db, id)
  if (step !== 'statement' && !(await stillOpen(db, id)))
    throw new Error('er is intussen iets betaald, betwist of afgesproken')
  const key = `papers/letters/${id}.pdf`
  const written = await files.write(key, letterPdf(files, facts.paper))
  return [{ key, ...written, name: `${LETTER_NAMES[step].toLowerCase()}.pdf`, mimeType: 'application/pdf' }]
}
