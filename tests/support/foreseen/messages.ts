import fc from 'fast-check'
import { expect } from 'vitest'
import { addDays, today } from '../../../src/platform/format/zone.ts'
import { addPlanning, put } from '../../training/enrolment-support.ts'
import type { Browser, TestApp } from '../app.ts'
import { addContact, addCourse } from '../builders.ts'
import { shownFields } from '../example-calls.ts'
import { type Chosen, type Question, bulkRun } from './frame.ts'

let made = 0

/** Who will get it by the number on its button, but for whom it names as without an address. */
async function askWriting(browser: Browser, { names, url }: Chosen): Promise<Question> {
  const { $, status } = await browser.get(url!)
  expect(status).toBe(200)
  const without = $('[data-unreachable]').text()
  const stays = [...names].filter(([, name]) => new RegExp(`${name}(?!\\d)`).test(without)).map(([id]) => id)
  const reached = Number(/naar (\d+) perso/.exec($('[type=submit]').first().text())?.[1] ?? 0)
  return {
    goes: [...names.keys()].filter((id) => !stays.includes(id)),
    stays,
    mails: reached,
    told: { done: reached, of: names.size },
    form: { ...shownFields($), subject: `Gekozen ${++made}`, content: '<p>Beste {{ ontvanger.naam }}</p>' },
  }
}

/** The mails that wait for each of them. */
const waitingFor = async ({ pool }: TestApp, ids: number[]) => {
  const { rows } = await pool.query<{ id: number; count: number }>(
    `select object_id as id, count(*)::integer as count from mails
     where object_type = 'contact' and object_id = any($1) and state in ('queued', 'scheduled') group by 1`,
    [ids],
  )
  return new Map(rows.map(({ id, count }) => [id, count]))
}

/** A message to people who are found by the rows that are chosen; `chosenFor` makes a row for each of them. */
const writing = (type: string, chosenFor: (app: TestApp, contact: number) => Promise<number>) =>
  bulkRun({
    path: `/messages/write/${type}`,
    drawn: fc.array(fc.record({ address: fc.constantFrom('', 'geen adres', 'post.example'), twice: fc.boolean() }), { minLength: 1, maxLength: 5 }), // prettier-ignore
    make: async (app, people) => {
      const names = new Map<number, string>()
      const ids: number[] = []
      for (const { address, twice } of people) {
        const last_name = `Lezer${++made}`
        const email = address === '' ? null : address.includes('.') ? `lezer${made}@${address}` : address
        const id = await addContact(app.db, { last_name, email })
        for (let i = 0; i < (twice && type !== 'default' ? 2 : 1); i++) ids.push(await chosenFor(app, id))
        names.set(id, last_name)
      }
      return { names, url: `/messages/write/${type}?ids=${ids.join(',')}` }
    },
    ask: askWriting,
    state: waitingFor,
  })

/** Which messages go once more, and which do not and why. */
async function askResending(browser: Browser, { names, url }: Chosen): Promise<Question> {
  const { $, status } = await browser.get(url!)
  expect(status).toBe(200)
  const goes = String($('[name=messages]').val()).split(',').filter(Boolean).map(Number)
  const without = $('.note--warning').text()
  const stays = [...names].filter(([, name]) => new RegExp(`${name}(?!\\d)`).test(without)).map(([id]) => id)
  const counts = [...$('.popup-sub').text().matchAll(/\d+/g)].map(([count]) => Number(count))
  return {
    goes,
    stays,
    mails: goes.length,
    told: { done: counts[0]!, of: counts.at(-1)! },
    form: shownFields($),
  }
}

const resending = bulkRun({
  path: '/messages/resend',
  drawn: fc.array(
    fc.record({ state: fc.constantFrom('sent', 'refused', 'queued', 'kept'), text: fc.boolean(), secret: fc.constantFrom(null, '') }), // prettier-ignore
    { minLength: 1, maxLength: 5 },
  ),
  make: async ({ db }, mails) => {
    const names = new Map<number, string>()
    for (const { state, text, secret } of mails) {
      const subject = `Nogmaals ${++made}`
      const mail = { recipient: `lezer${made}@post.example`, subject, text_body: text ? 'Tekst' : '', state, secret }
      const { id } = await db.insertInto('mails').values(mail).returning('id').executeTakeFirstOrThrow()
      names.set(id, subject)
    }
    return { names, url: `/messages/resend?ids=${[...names.keys()].join(',')}` }
  },
  ask: askResending,
  state: async ({ pool }, ids) => {
    const { rows } = await pool.query<{ id: number; count: number }>(
      `select resend_of as id, count(*)::integer as count from mails
       where resend_of = any($1) and state in ('queued', 'scheduled') group by 1`,
      [ids],
    )
    return new Map(rows.map(({ id, count }) => [id, count]))
  },
})

export const MESSAGES = [
  resending,
  writing('default', (_app, contact) => Promise.resolve(contact)),
  writing('contact-persons', async ({ db }, contact) => {
    const { id } = await db
      .insertInto('companies')
      .values({ name: `Lezend bedrijf ${++made}`, client_id: 8_500_000 + made, contact_person_id: contact })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }),
  writing('plannings', async (app, contact) => {
    const { parts } = await addPlanning(app, { components: [null, null] })
    await put(app, parts, [contact])
    return parts[0]!
  }),
  writing('refresher-students', async ({ db }, contact) => {
    const course_id = await addCourse(db)
    const { id } = await db
      .insertInto('contact_refreshers')
      .values({ contact_id: contact, course_id, expires_at: addDays(today(), 30) })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }),
  writing('certificate-holders', async ({ pool, story }, contact) => {
    const number = String(++made).padStart(6, '0')
    await pool.query("insert into layouts (kind, name) values ('certificate', $1)", [`Lezend ${number}`])
    const { rows } = await pool.query<{ id: number }>(
      `insert into certificates (contact_id, course_id, group_id, layout_id, layout_version, number, issued_on, snapshot, token)
       select $1, $2, (select min(id) from appointment_groups), max(id), 1, $3, '2026-01-01', '{}', $4 from layouts returning id`,
      [contact, story.courses.bhv, `1996-${number}`, `a-token-of-a-reader-${number}`],
    )
    return rows[0]!.id
  }),
]
