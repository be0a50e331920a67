/** The first day of an organisation: from nothing to its first certificate and its first invoice, and how many forms that takes. */
import type { Locator } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { formatDate } from '../../src/platform/format/format.ts'
import { addDays, today } from '../../src/platform/format/zone.ts'
import { type Page, type Site, openSite, topPopup } from '../e2e/visit.ts'

let site: Site
beforeAll(async () => {
  site = await openSite({ empty: true })
})
afterAll(() => site.close())

/** The password and the code, before the pages that are walked here. */
const SIGNING_IN = 2
const MOST = 13

type Counted = 'courses' | 'contacts' | 'companies' | 'appointments' | 'enrolments' | 'certificates' | 'rooms' | 'invoices' // prettier-ignore
const countOf = async (table: Counted): Promise<number> =>
  (await site.app.db.selectFrom(table).select('id').execute()).length

/** Forms that were sent so far, and buttons that save by themselves. */
let forms = SIGNING_IN
async function press(button: Locator): Promise<void> {
  forms++
  await button.click()
}

const step = (page: Page, label: string) => page.locator('.start-line', { hasText: label }).click()

async function fill(page: Page, values: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(values)) await topPopup(page).locator(`[name="${name}"]`).fill(value)
}

/** Sends the form that is open, and waits until what it saves is there. */
async function send(page: Page, made: Counted, count = 1): Promise<void> {
  forms++
  await page.keyboard.press('Control+Enter')
  await expect.poll(() => countOf(made)).toBe(count)
}

/** A popup that closes goes back in the history at the same time, which can be what wins. */
async function toCalendar(page: Page): Promise<void> {
  await expect.poll(() => page.goto('/calendar').then(() => true, () => false)).toBe(true) // prettier-ignore
}

async function tellWhoWeAre(page: Page): Promise<void> {
  await page.getByLabel('Ik ga akkoord met de voorwaarden').check()
  await press(page.getByRole('button', { name: 'Akkoord' }))
  await page.locator('dialog[open]').waitFor({ state: 'detached' })
  await page.getByRole('heading', { name: 'Zo begint u' }).waitFor()
  await step(page, 'Uw gegevens')
  await topPopup(page).locator('[name=coc_no]').waitFor()
  await fill(page, { name: 'Lamberts Opleidingen', postal_code: '8011 AA', street_no: '8', street: 'Havenkade', city: 'Zwolle' }) // prettier-ignore
  await fill(page, { coc_no: '90004760', vat_id: 'NL123456782B01', iban: 'NL02ABNA0123456789', crkbo_no: '1234567', first_room: 'Lokaal 1' }) // prettier-ignore
  await send(page, 'rooms')
}

async function addCourseAndTeacher(page: Page): Promise<void> {
  await step(page, 'Een opleiding')
  await topPopup(page).locator('[name=example]').selectOption('vca')
  await expect.poll(() => topPopup(page).locator('[name=code]').inputValue()).toBe('B-VCA')
  await topPopup(page).locator('[name=code]').focus()
  await send(page, 'courses')
  await toCalendar(page)
  await step(page, 'Docenten en cursisten')
  await fill(page, { first_name: 'Eva', last_name: 'Lamberts' })
  await topPopup(page).locator(`[name="roles[]"][value="${ROLE.student}"]`).uncheck()
  await topPopup(page).locator(`[name="roles[]"][value="${ROLE.teacher}"]`).check()
  await send(page, 'contacts')
}

/** Nothing is chosen of which there is but one: course, room and teacher. */
async function plan(page: Page): Promise<void> {
  await toCalendar(page)
  await step(page, 'De eerste planning')
  await topPopup(page).locator('[name=max_count]').waitFor()
  await page.locator('[data-step=teachers]:not([inert])').waitFor()
  for (const [name, time] of [
    ['start_datetime', '09:00'],
    ['end_datetime', '17:00'],
  ] as const) {
    const pair = page.locator(`[data-moment]:has([name="appointments[0][${name}]"])`)
    await pair.locator('[data-date]').fill(formatDate(addDays(today(), 7)))
    await pair.locator('[data-time]').fill(time)
    await pair.locator('[data-time]').press('Tab')
  }
  expect(await page.locator('[name="appointments[0][room_id]"] option:checked').textContent()).toContain('Lokaal 1')
  await expect.poll(() => topPopup(page).getByLabel('Eva Lamberts').isChecked()).toBe(true)
  await send(page, 'appointments')
}

async function enrolTheList(page: Page): Promise<void> {
  await toCalendar(page)
  await step(page, 'De eerste cursisten')
  await topPopup(page).locator('.sel-face', { hasText: 'VCA basis' }).waitFor()
  await topPopup(page).locator('[data-step-next]').click()
  await topPopup(page).getByText('Deelnemerslijst', { exact: true }).click()
  await topPopup(page).locator('.sel:has(select[name="company_id"]) .sel-btn').click()
  await page.locator('.sel-opt', { hasText: 'Nieuw...' }).click()
  await topPopup(page).locator('[name=name]').waitFor()
  await fill(page, { name: 'Bouwbedrijf De Linde', postal_code: '8011 BB', street_no: '1', street: 'Kade', city: 'Zwolle' }) // prettier-ignore
  await fill(page, { email: 'info@delinde.example', invoice_email: 'facturen@delinde.example' })
  await send(page, 'companies')
  const list = topPopup(page).locator('textarea').first()
  await list.fill('Naam\tGeboortedatum\nAnouk van der Linden\t14-01-1988\nBjörn de Groot\t02-03-1991')
  await topPopup(page).getByRole('button', { name: 'Lijst controleren' }).click()
  await expect.poll(() => topPopup(page).locator('[data-lines] tbody tr[data-line]').count()).toBe(2)
  await send(page, 'enrolments', 2)
}

async function certify(page: Page): Promise<void> {
  // The day comes, and goes.
  await site.app.owner.pool.query(`update appointments set starts_at = starts_at - interval '8 days', ends_at = ends_at - interval '8 days'`) // prettier-ignore
  await toCalendar(page)
  await step(page, 'De eerste certificaten')
  await page.locator('[data-rows] tr[data-id] .c-main').first().click()
  await topPopup(page).getByText('Resultaten invullen', { exact: true }).first().click()
  await press(topPopup(page).getByRole('button', { name: 'Iedereen geslaagd' }))
  const open = () => site.app.db.selectFrom('enrolments').select('id').where('passed', 'is', null).execute()
  await expect.poll(async () => (await open()).length).toBe(0)
  const { id } = await site.app.db.selectFrom('appointments').select('id').executeTakeFirstOrThrow()
  await page.goto(`/calendar/getFinishWizard/${id}`)
  await page.locator('[data-step=overview]:not([inert])').waitFor()
  await send(page, 'certificates', 2)
}

async function invoice(page: Page): Promise<void> {
  await toCalendar(page)
  await step(page, 'De eerste factuur')
  await expect.poll(() => page.locator('[data-billing-submit]').isEnabled()).toBe(true)
  await press(page.locator('[data-billing-submit]'))
  await expect.poll(() => countOf('invoices')).toBe(1)
  const made = () => site.app.db.selectFrom('invoices').select(['id', 'definitive_at']).executeTakeFirstOrThrow()
  await page.goto(`/administration/invoice/view/${(await made()).id}`)
  await topPopup(page).getByRole('button', { name: 'Definitief maken' }).first().click()
  await press(page.getByRole('button', { name: 'Ja', exact: true }))
  await expect.poll(async () => (await made()).definitive_at).not.toBe(null)
}

describe('the first day', () => {
  it('leads from an empty installation to a certificate and a definitive invoice in at most thirteen forms', async () => {
    const { page, assertNoErrors, close } = await site.visitor(ROLE.administrator)
    await page.goto('/')
    await tellWhoWeAre(page)
    await addCourseAndTeacher(page)
    await plan(page)
    await enrolTheList(page)
    await certify(page)
    await invoice(page)
    expect(forms).toBeLessThanOrEqual(MOST)
    // What it can work without is left, folded.
    await toCalendar(page)
    await page.getByText('Nog 2 stappen').click()
    await page.locator('.start-line', { hasText: 'E-mail versturen' }).waitFor()
    expect(await page.locator('.start-line').count()).toBe(2)
    await page.getByRole('button', { name: 'Niet meer tonen' }).click()
    await expect.poll(() => page.locator('.start-line').count()).toBe(0)
    await page.reload()
    await page.locator('.cal-page').first().waitFor()
    expect(await page.locator('.start-line').count()).toBe(0)
    assertNoErrors()
    await close()
  })
})
