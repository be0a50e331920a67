/** Teachers are asked for a part: from the planner's order to a phone without an account, and back to the planning. */
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { addDays, instantOf, today } from '../../src/platform/format/zone.ts'
import { goOnAll } from '../../src/training/planning/teacher-requests/teacher-requests.job.ts'
import { type Site, drawn, openSite, topPopup, violations } from '../e2e/visit.ts'
import { addContact, addEmptyPlanning, addPart } from '../support/builders.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true }
let evenings = 20
/** An evening that lacks its teacher, and three who are free, in the order in which they are proposed. */
async function evening(): Promise<{ part: number; names: string[]; ids: number[] }> {
  const { db, story } = site.app
  evenings += 3
  const group_id = await addEmptyPlanning(db, story.courses.bhv)
  const starts_at = instantOf(addDays(today(), evenings), '19:00')!
  const part = await addPart(db, { group_id, description: 'Avond', starts_at, minutes: 60, status: 'planned' })
  const names = ['Anna', 'Bram', 'Cato']
  const ids: number[] = []
  for (const first_name of names) {
    const who = { first_name, last_name: `Avond${evenings}`, email: `${first_name}${evenings}@post.example` }
    ids.push(await addContact(db, { ...who, roles: [ROLE.teacher] }))
  }
  return { part, names: names.map((name) => `${name} Avond${evenings}`), ids }
}
/** The clock, once what was saved can be taken back no more. */
const later = () => goOnAll(site.app.services, new Date(Date.now() + 600_000))
const linkTo = async (contactId: number) => {
  const { text_body } = await site.app.db
    .selectFrom('mails')
    .select('text_body')
    .where('object_type', '=', 'contact')
    .where('object_id', '=', contactId)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return /\/docent\/[\w-]+/.exec(text_body)![0]
}
const placesOf = async (part: number) =>
  (
    await site.app.db
      .selectFrom('teacher_requests')
      .select('contact_id')
      .where('appointment_id', '=', part)
      .orderBy('place')
      .execute()
  ).map(({ contact_id }) => contact_id)
const item = (page: Page, name: string) => topPopup(page).locator(`[data-sort-item][data-name="${name}"]`)
/** Ticks these alone. */
async function tick(page: Page, names: string[]): Promise<void> {
  const boxes = topPopup(page).locator('[name="teachers[]"]')
  await boxes.first().waitFor()
  await boxes.evaluateAll((all) => {
    for (const box of all) if (box instanceof HTMLInputElement && box.checked) box.click()
  })
  for (const name of names) await item(page, name).getByRole('checkbox').check()
}
const order = (page: Page, among: string[]) =>
  topPopup(page)
    .locator('[data-sort-item]')
    .evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.name ?? ''))
    .then((names) => names.filter((name) => among.includes(name)))
/** Whether this one is at the place of a list, moved up from wherever it was by its button. */
async function raise(page: Page, name: string, above: string, among: string[]): Promise<void> {
  const up = item(page, name).getByRole('button', { name: `${name} eerder vragen` })
  await up.focus()
  for (let tries = 0; tries < 60; tries++) {
    const now = await order(page, among)
    if (now.indexOf(name) < now.indexOf(above)) return
    await page.keyboard.press('ArrowUp')
    await drawn(page)
  }
}

describe('teachers who are asked for a part', () => {
  it('stand in the order that the planner makes, answer on a phone, and are seen at the planning', async () => {
    const { part, names, ids } = await evening()
    const { page, assertNoErrors, close } = await site.visitor(ROLE.scheduler)
    await page.goto(`/teacher-requests/ask/${part}`)
    await tick(page, names)
    const [anna, bram, cato] = names as [string, string, string]
    await expect.poll(() => order(page, names)).toEqual([anna, bram, cato])
    await raise(page, cato, anna, names)
    await expect.poll(() => order(page, names)).toEqual([cato, anna, bram])
    expect(
      await item(page, cato)
        .getByRole('button', { name: 'eerder' })
        .evaluate((b) => b === document.activeElement || b.parentElement!.contains(document.activeElement)),
    ).toBe(true)
    expect(await topPopup(page).locator('[data-sort-told]').textContent()).toMatch(
      new RegExp(`^${cato} staat op plaats`),
    )
    // By the mouse the last one goes above the one in the middle.
    await item(page, bram)
      .locator('[data-sort-grip]')
      .dragTo(item(page, anna), { targetPosition: { x: 40, y: 2 } })
    await expect.poll(() => order(page, names)).toEqual([cato, bram, anna])
    const preview = topPopup(page).getByRole('region', { name: 'Voorbeeld' })
    await preview.getByText('Dit leest Cato').waitFor()
    await topPopup(page).getByLabel('Bericht').pressSequentially('Met reiskosten')
    await preview.getByText('Met reiskosten').waitFor()
    expect(await violations(page, 'dialog[open]')).toEqual([])
    await topPopup(page).getByRole('button', { name: 'Docenten vragen' }).click()
    await page.locator('.flash', { hasText: '3 docenten worden op volgorde gevraagd' }).waitFor()
    expect(await placesOf(part)).toEqual([ids[2], ids[1], ids[0]])
    await later()

    const phone = await site.visitor(null, PHONE)
    await phone.page.goto(await linkTo(ids[2]!))
    await phone.page.getByText('Met reiskosten').waitFor()
    expect(await violations(phone.page, 'main')).toEqual([])
    await phone.page.getByRole('button', { name: 'Nee, ik kan niet' }).click()
    await phone.page.getByRole('heading', { name: 'Bedankt voor uw antwoord' }).waitFor()
    await phone.page.goto(await linkTo(ids[1]!))
    await phone.page.getByRole('button', { name: /^Ik geef dit op/ }).click()
    await phone.page.getByRole('heading', { name: 'Fijn, u geeft dit onderdeel' }).waitFor()
    phone.assertNoErrors()
    await phone.close()

    await page.goto(`/calendar/view-appointment/${part}?item=teachers`)
    const row = (name: string) => topPopup(page).locator('.teacher-rows > li', { hasText: name })
    await row(bram).getByText('Ja', { exact: true }).waitFor()
    await row(cato).getByText('Nee', { exact: true }).waitFor()
    await topPopup(page).getByText('1 van 1 docent').waitFor()
    assertNoErrors()
    await close()
  })

  it('read calmly that it is filled when another was first', async () => {
    const { part, names, ids } = await evening()
    const { page, assertNoErrors, close } = await site.visitor(ROLE.scheduler)
    await page.goto(`/teacher-requests/ask/${part}`)
    await tick(page, names.slice(0, 2))
    await topPopup(page).getByLabel('Vragen', { exact: true }).selectOption('at_once')
    await topPopup(page).getByRole('button', { name: 'Docenten vragen' }).click()
    await page.locator('.flash', { hasText: '2 docenten worden tegelijk gevraagd' }).waitFor()
    await later()
    const [first, second] = [await site.visitor(null, PHONE), await site.visitor(null, PHONE)]
    await first.page.goto(await linkTo(ids[0]!))
    await second.page.goto(await linkTo(ids[1]!))
    await first.page.getByRole('button', { name: /^Ik geef dit op/ }).click()
    await first.page.getByRole('heading', { name: 'Fijn, u geeft dit onderdeel' }).waitFor()
    await second.page.getByRole('button', { name: /^Ik geef dit op/ }).click()
    await second.page.getByRole('heading', { name: 'U hoeft niet meer te antwoorden' }).waitFor()
    await second.page.getByText('Deze plek is al vervuld door een collega').waitFor()
    expect(await second.page.getByRole('button').count()).toBe(0)
    for (const one of [first, second]) {
      one.assertNoErrors()
      await one.close()
    }
    assertNoErrors()
    await close()
  })
})
