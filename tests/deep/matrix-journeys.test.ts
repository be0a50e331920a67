/** Who of a company holds what, and what it needs: from the need to the enrolment and the paper. */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { formatDate } from '../../src/platform/format/format.ts'
import { addDays, today } from '../../src/platform/format/zone.ts'
import { type Page, type Site, openSite, topPopup } from '../e2e/visit.ts'
import { addContact, addCourse } from '../support/builders.ts'
import { addPlanning, peopleIn } from '../training/enrolment-support.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

async function companyOf(last_names: string[]) {
  const { db } = site.app
  const { id } = await db
    .insertInto('companies')
    .values({ name: 'Matrixbedrijf', client_id: 911_001 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const people: number[] = []
  for (const last_name of last_names) {
    const contact_id = await addContact(db, { first_name: 'Lid', last_name, company_id: id, roles: [ROLE.student] })
    await db.insertInto('contact_companies').values({ contact_id, company_id: id }).onConflict((row) => row.doNothing()).execute() // prettier-ignore
    people.push(contact_id)
  }
  return { id, people }
}
const needs = (page: Page) => page.getByRole('list', { name: 'Nodig' }).getByRole('listitem')

describe('the matrix in the browser', () => {
  it('takes a need from what is short to who is enrolled, and puts it on paper', async () => {
    const course = await addCourse(site.app.db, { description: 'Heftruck gevorderd' })
    const { id, people } = await companyOf(['Aa', 'Bee'])
    const { parts } = await addPlanning(site.app, { courseId: course, inDays: 20 })
    const { page, assertNoErrors, close } = await site.visitor(ROLE.scheduler)
    await page.goto(`/certificates/matrix/${id}`)
    await page.getByRole('link', { name: 'Benodigd certificaat' }).click()
    await topPopup(page).locator('.sel:has(select[name="course_id"]) .sel-btn').first().click()
    await page.locator('.sel-opt', { hasText: 'Heftruck gevorderd' }).first().click()
    await topPopup(page).locator('[name=needed]').fill('1')
    await topPopup(page).getByRole('button', { name: 'Toevoegen', exact: true }).click()
    await needs(page).getByText('1 tekort').waitFor()
    expect(await needs(page).innerText()).toContain('Heftruck gevorderd')
    await needs(page)
      .getByRole('link', { name: /inschrijven voor Heftruck gevorderd/ })
      .click()
    await topPopup(page).getByText('Lid Aa inschrijven').waitFor()
    await topPopup(page).locator('.sel-btn').first().click()
    await page.locator('.sel-opt', { hasText: 'Heftruck gevorderd' }).first().click()
    await topPopup(page).getByRole('button', { name: 'Volgende' }).click()
    await topPopup(page).getByRole('button', { name: 'Inschrijven', exact: true }).click()
    // One of them is enrolled, for a day that is still to come; on a day after it nobody else is missing.
    await page.locator('.matrix-table td a').getByText('Ingepland op').waitFor()
    expect(people.slice(0, 1)).toEqual(await peopleIn(site.app, parts[0]!))
    await page.getByLabel('Geldig op').fill(formatDate(addDays(today(), 30)))
    await page.getByLabel('Geldig op').press('Tab')
    await needs(page).getByText('1 tekort, 1 ingepland').waitFor()
    expect(
      await needs(page)
        .getByRole('link', { name: /inschrijven voor/ })
        .count(),
    ).toBe(0)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Pdf', exact: true }).click(),
    ])
    expect(download.suggestedFilename()).toBe(`certificatenmatrix-${id}.pdf`)
    expect(
      readFileSync(await download.path())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')
    assertNoErrors()
    await close()
  })

  it('shows a supervisor the own company, on another day too, without what only planners change', async () => {
    const { page, assertNoErrors, close } = await site.visitor(ROLE.supervisor)
    await page.goto(`/certificates/matrix/${site.app.story.companies.deLinde}`)
    await page.locator('.matrix-table tbody tr').first().waitFor()
    expect(await page.getByRole('link', { name: 'Benodigd certificaat' }).count()).toBe(0)
    expect(await page.locator('a[href^="/certificateNeed/edit"]').count()).toBe(0)
    const day = page.getByLabel('Geldig op')
    await day.fill('01-01-2050')
    await day.press('Tab')
    await page.locator('caption', { hasText: '01-01-2050' }).waitFor({ state: 'attached' })
    await expect.poll(() => page.getByRole('link', { name: 'Pdf' }).getAttribute('href')).toContain('01-01-2050')
    assertNoErrors()
    await close()
  })
})
