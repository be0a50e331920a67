/** Who is to be planned again: enrolled out of the list, or set aside. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { type Page, type Site, openSite, rows, topPopup } from '../e2e/visit.ts'
import { addContact, addCourse } from '../support/builders.ts'
import { addPlanning, peopleIn, put } from '../training/enrolment-support.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

/** A finished planning of a course of its own, to which these did not come. */
async function missed(last_names: string[]) {
  const { app } = site
  const course = await addCourse(app.db, { description: 'Gemist' })
  const { parts, planningId } = await addPlanning(app, { courseId: course, inDays: -20, status: 'done' })
  const people = await Promise.all(last_names.map((last_name) => addContact(app.db, { first_name: 'Mis', last_name })))
  await put(app, parts, people)
  await app.db.updateTable('enrolments').set({ present: 0 }).where('appointment_id', 'in', parts).execute()
  return { course, people, planningId }
}
const rowOf = (page: Page, name: string) => rows(page).filter({ hasText: name })
const reasons = async (planningId: number) =>
  (await site.app.db.selectFrom('retakes_set_aside').select('reason').where('group_id', '=', planningId).execute()).map(
    ({ reason }) => reason,
  )

describe('who is to be planned again', () => {
  it('is enrolled out of the list by its menu, and leaves it', async () => {
    const { course, people } = await missed(['Aalbers'])
    const coming = await addPlanning(site.app, { courseId: course, inDays: 12 })
    const { page, assertNoErrors, close } = await site.visitor(ROLE.scheduler)
    await page.goto(`/courses/retakes?aside=no&course_id=${course}`)
    await rowOf(page, 'Mis Aalbers').getByText('Niet gekomen').waitFor()
    await rowOf(page, 'Mis Aalbers').locator('[data-menu]').click()
    await page.getByRole('menuitem', { name: 'Opnieuw inschrijven' }).click()
    await topPopup(page).locator('.sel', { hasText: 'Mis Aalbers' }).waitFor()
    await topPopup(page).getByRole('button', { name: 'Inschrijven', exact: true }).click()
    await expect.poll(() => rows(page).count()).toBe(0)
    expect(await topPopup(page).count()).toBe(0)
    expect(await peopleIn(site.app, coming.parts[0]!)).toEqual(people)
    assertNoErrors()
    await close()
  })

  it('is set aside with a reason by the ones that are ticked, and stands there again when that is taken back', async () => {
    const { course, planningId } = await missed(['Bakels', 'Cornelis'])
    const { page, assertNoErrors, close } = await site.visitor(ROLE.scheduler)
    await page.goto(`/courses/retakes?aside=no&course_id=${course}`)
    for (const name of ['Mis Bakels', 'Mis Cornelis']) await rowOf(page, name).locator('input[type=checkbox]').check()
    await page.getByRole('button', { name: 'Opzij zetten', exact: true }).click()
    const reason = topPopup(page).locator('[name=reason]')
    await reason.fill('   ')
    await topPopup(page).getByRole('button', { name: 'Opzij zetten', exact: true }).click()
    await expect.poll(() => reason.getAttribute('aria-invalid')).toBe('true')
    expect(await reasons(planningId)).toEqual([])
    await reason.fill('Werken daar niet meer')
    await topPopup(page).getByRole('button', { name: 'Opzij zetten', exact: true }).click()
    await page.getByText('2 cursisten opzij gezet').waitFor()
    // They stay in sight with what became of them, and are gone when the list is asked for again.
    for (const name of ['Mis Bakels', 'Mis Cornelis'])
      await rowOf(page, name).getByText('Werken daar niet meer').waitFor()
    expect(await reasons(planningId)).toEqual(Array(2).fill('Werken daar niet meer'))
    await page.locator('[data-undo]').last().click()
    await expect.poll(() => page.getByText('Werken daar niet meer').count()).toBe(0)
    expect([await rows(page).count(), await reasons(planningId)]).toEqual([2, []])
    assertNoErrors({ statuses: [422] })
    await close()
  })
})
