import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formatDate } from '../../src/platform/format/format.ts'
import { addDays, today } from '../../src/platform/format/zone.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'
import { addPlanning, put } from './enrolment-support.ts'

let app: TestApp
let planner: Browser
beforeAll(async () => {
  app = await testApp()
  planner = await app.as(2)
})
afterAll(() => app.close())

/** The line about certificates in 'Nog te doen' of a record: its text, how it stands and where it leads. */
async function line(browser: Browser, url: string) {
  const { $ } = await browser.get(url)
  const found = $('.todo-line')
    .toArray()
    .find((one) => /certifica|herhaling/i.test($(one).text()))
  if (!found) return null
  return {
    text: $(found).find('.grow').text(),
    done: $(found).hasClass('is-done'),
    href: $(found).attr('href') ?? null,
  }
}

/** Lets the certificates of somebody end so many days from now, and tells what the first is of. */
async function endIn(contactId: number, days: number): Promise<{ ids: number[]; courses: number[] }> {
  const { rows } = await app.pool.query<{ id: number; course_id: number }>(
    `update certificates set issued_on = $3::date - 400, valid_until = $2 where contact_id = $1 returning id, course_id`,
    [contactId, addDays(today(), days), today()],
  )
  return { ids: rows.map(({ id }) => id), courses: rows.map(({ course_id }) => course_id) }
}

describe('a certificate that ends within 60 days', () => {
  it('is said of its holder until somebody enrols the holder for what renews it, or a newer one comes', async () => {
    const { anouk } = app.story.contacts
    const url = `/contact/view/${anouk}`
    await app.pool.query('delete from enrolments where contact_id = $1', [anouk])
    await endIn(anouk, 61)
    expect(await line(planner, url)).toBeNull()
    const { ids, courses } = await endIn(anouk, 60)
    expect(ids).toHaveLength(2)
    expect(await line(planner, url)).toMatchObject({
      text: expect.stringMatching(
        new RegExp(`^2 certificaten verlopen.*: geldig t/m ${formatDate(addDays(today(), 60))}, en 1 meer$`),
      ) as unknown,
      done: false,
      href: `/calendar/enroll?contact_id=${anouk}`,
    })
    const book = async (course: number) => {
      const { rows } = await app.pool.query<{ id: number }>(
        'select coalesce(refresher_course_id, id) as id from courses where id = $1',
        [course],
      )
      const { parts } = await addPlanning(app, { courseId: rows[0]!.id, inDays: 20 })
      await put(app, parts, [anouk])
    }
    await book(courses[0]!)
    expect((await line(planner, url))?.text).toMatch(/^Certificaat verloopt/)
    await app.pool.query('update certificates set valid_until = $2 where id = $1', [ids[1], addDays(today(), -1)])
    expect((await line(planner, url))?.text).toMatch(/^Certificaat is verlopen/)
    await book(courses[1]!)
    expect(await line(planner, url)).toMatchObject({ text: 'Ingeschreven voor de herhalingen (gedaan)', done: true })
    await app.pool.query('update certificates set withdrawn_at = now() where id = any($1)', [ids])
    expect(await line(planner, url)).toBeNull()
  })

  it('counts people at their company, and leads to their certificates', async () => {
    const { rows } = await app.pool.query<{ contact_id: number; company_id: number }>(
      `select c.contact_id, cc.company_id from certificates c join contact_companies cc using (contact_id)
       where withdrawn_at is null and contact_id <> $1 and cc.company_id <> $2 order by 1 limit 1`,
      [app.story.contacts.anouk, app.story.companies.deLinde],
    )
    const { contact_id, company_id } = rows[0]!
    const url = `/company/view/${company_id}`
    expect(await line(planner, url)).toBeNull()
    await app.pool.query('delete from enrolments where contact_id = $1', [contact_id])
    await endIn(contact_id, 10)
    expect(await line(planner, url)).toEqual({
      text: '1 cursist met een certificaat dat verlooptNog niet ingeschreven voor de herhaling',
      done: false,
      href: `/certificates?company_id=${company_id}&sort=valid_until`,
    })
    // Who takes part no more is not to be invited.
    await app.pool.query('update contacts set active = false where id = $1', [contact_id])
    expect(await line(planner, url)).toBeNull()
  })
})
