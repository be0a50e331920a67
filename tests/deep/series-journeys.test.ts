/** A course planned many times: the pattern, a holiday that is passed, and one planning that is moved out of the way. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { formatDate } from '../../src/platform/format/format.ts'
import { addDays, instantOf, today, wallClock } from '../../src/platform/format/zone.ts'
import { dutchHolidays } from '../../src/system/holidays/index.ts'
import { addContact, addEmptyPlanning, addPart, addResponsible } from '../support/builders.ts'
import { type Site, openSite, topPopup } from '../e2e/visit.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

it('plans ten evenings past a holiday, with the one moved for which the teacher is taken', async () => {
  const { db, story } = site.app
  const year = Number(today().slice(0, 4)) + 2
  const easter = Object.entries(dutchHolidays(year)).find(([, name]) => name === 'Tweede paasdag')![0]
  const first = addDays(easter, -14)
  const teacher = await addContact(db, { first_name: 'Avond', last_name: 'Docent', roles: [ROLE.teacher] })
  await sql`insert into contact_skills (contact_id, skill_id) select ${teacher}, id from skills`.execute(db)
  const busy = addDays(first, 7)
  const other = await addPart(db, {
    group_id: await addEmptyPlanning(db, story.courses.bhv),
    description: 'Elders',
    starts_at: instantOf(busy, '20:00')!,
    minutes: 60,
    status: 'planned',
    max_count: 12,
  })
  await addResponsible(db, { appointment_id: other, contact_id: teacher, role_id: ROLE.teacher })

  const { page, close, assertNoErrors } = await site.visitor(2)
  const at = instantOf(first, '19:00')!.getTime() / 1000
  await page.goto(
    `/calendar/add-series?type=w&datetime=${at}&course_id=${story.courses.bhvRefresher}&teacher_id=${teacher}`,
  )
  const popup = topPopup(page)
  const next = popup.locator('[data-step-next]')
  for (const key of ['components', 'incompany', 'addresses', 'teachers', 'series']) {
    await expect.poll(() => next.isEnabled()).toBe(true)
    await next.click()
    await page.locator(`[data-step=${key}]:not([inert])`).waitFor()
    const box = page
      .locator(`[data-step=teachers]:not([inert]) [data-person="${teacher}"] input[type=checkbox]`)
      .first()
    if (key === 'teachers' && !(await box.isChecked())) await box.check()
  }
  const told = page.locator('#series-told')
  await expect.poll(() => told.innerText()).toContain('10 planningen, 1 met een melding')
  expect(await told.innerText()).toContain(`${formatDate(easter)} (Tweede paasdag)`)
  const row = page.locator(`#series-d${busy}`)
  await expect.poll(() => row.innerText()).toContain('Avond Docent is bezet')
  await popup.locator('[data-step-submit]').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Terug' }).click()
  await expect.poll(() => row.locator('.field-error').innerText()).toContain('Avond Docent is bezet')

  await row.locator('[data-date]').fill(formatDate(addDays(busy, 1)))
  await row.locator('[data-date]').press('Tab')
  await expect.poll(() => told.innerText()).toContain('10 planningen, alles in orde')
  await popup.locator('[data-step-submit]').click()
  await page.locator('.flash', { hasText: 'Reeks van 10 planningen toegevoegd' }).waitFor()
  const parts = await db
    .selectFrom('appointments')
    .innerJoin('appointment_responsibles as r', 'r.appointment_id', 'appointments.id')
    .select('appointments.starts_at')
    .where('r.contact_id', '=', teacher)
    .where('appointments.id', '!=', other)
    .orderBy('appointments.starts_at')
    .execute()
  const days = parts.map(({ starts_at }) => wallClock(starts_at))
  expect(days).toHaveLength(10)
  expect(days[1]).toEqual({ day: addDays(busy, 1), time: '19:00' })
  expect(days.map(({ day }) => day)).not.toContain(easter)
  // A save that asks is an answer of 409, which the browser notes.
  assertNoErrors({ statuses: [409] })
  await close()
})
