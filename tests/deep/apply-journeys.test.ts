/** A company enrols its people by the link of its agreement, without an account. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { formatDate } from '../../src/platform/format/format.ts'
import { addDays, today } from '../../src/platform/format/zone.ts'
import { type Site, openSite } from '../e2e/visit.ts'
import { addCourse } from '../support/builders.ts'
import { addPlanning, peopleIn } from '../training/enrolment-support.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

/** The address that a planner gives to a company, with so many places. */
async function linkTo(company: number, course: number, places: number): Promise<string> {
  const planner = await site.app.as(ROLE.scheduler)
  const day = formatDate(addDays(today(), 100))
  const { id } = (
    await planner.post(`/company/${company}/agreements/add`, {
      name: 'Jaarplan',
      ends_on: day,
      'courses[0][course_id]': course,
      'courses[0][places]': places,
      'courses[0][valid_until]': day,
    })
  ).json<{ id: number }>()
  await planner.post(`/agreements/${id}/link`)
  const link = (await planner.get(`/agreements/view/${id}`)).$(`#link-${id}`).val() as string
  return new URL(link).pathname
}

describe('the public enrol page in the browser', () => {
  it('enrols two people of the company, keeps what was typed when something is wrong, and ends with the last place', async () => {
    const { db, story } = site.app
    const course = await addCourse(db, { description: 'Ladders en steigers' })
    const { parts, planningId } = await addPlanning(site.app, {
      courseId: course,
      inDays: 25,
      components: [null, null],
    })
    const small = await addPlanning(site.app, { courseId: course, inDays: 15, max: 1 })
    const path = await linkTo(story.companies.kuipers, course, 2)
    const { page, assertNoErrors, close } = await site.visitor(null)
    await page.goto(path)
    const person = (nth: number, field: string) => page.locator(`[name="persons[${nth}][${field}]"]`)
    await person(0, 'first_name').fill('Lies')
    await person(0, 'last_name').fill('Ladder')
    await person(0, 'email').fill('lies@ladder.example')
    await page.getByRole('button', { name: 'Nog een cursist' }).click()
    // For two there is no place in the small one, which says so before anything is sent.
    await page.locator(`[data-planning="${small.planningId}"]`).getByText('geen plaats voor 2').waitFor()
    await person(1, 'first_name').fill('Teun')
    await person(1, 'last_name').fill('Trap')
    await person(1, 'email').fill('teun@trap.example')
    await person(1, 'birth_date').fill('31-12-2999')
    const chosen = page.locator(`[data-planning="${planningId}"] input`)
    await chosen.check()
    await page.getByRole('button', { name: 'Inschrijven', exact: true }).click()
    await page.getByText('Er is nog niemand ingeschreven.').waitFor()
    expect(await peopleIn(site.app, parts[0]!)).toEqual([])
    expect(await person(1, 'last_name').inputValue()).toBe('Trap')
    await person(1, 'birth_date').fill('')
    expect(await chosen.isChecked()).toBe(true)
    await page.getByRole('button', { name: 'Inschrijven', exact: true }).click()
    await page.getByText('2 cursisten zijn ingeschreven.').waitFor()
    await page.getByRole('heading', { name: 'Deze link is niet meer actief' }).waitFor()
    const contacts = await db
      .selectFrom('contacts')
      .select(['id', 'company_id'])
      .where('email', 'in', ['lies@ladder.example', 'teun@trap.example'])
      .orderBy('id')
      .execute()
    expect(contacts.map(({ company_id }) => company_id)).toEqual(Array(2).fill(story.companies.kuipers))
    for (const part of parts) expect(await peopleIn(site.app, part)).toEqual(contacts.map(({ id }) => id))
    assertNoErrors({ statuses: [422] })
    await close()
  })
})
