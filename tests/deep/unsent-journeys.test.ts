/** What a phone keeps for later: photos with their checklist, what a colleague saved meanwhile, and signing out. */
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { type Site, openSite, topPopup, violations } from '../e2e/visit.ts'
import { shownFields } from '../support/example-calls.ts'
import { addHeldPlanning } from '../training/held-planning.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const unsent = (page: Page) => page.locator('[data-unsent]')
const later = (page: Page) => topPopup(page).getByRole('button', { name: 'Opslaan, later verder' })
const number = (page: Page) => topPopup(page).locator('[data-checklist-block=number] input').first()

/** A checklist of a part of its own, open on the phone of its teacher. */
async function openChecklist() {
  const [part = 0] = (await addHeldPlanning(site.app)).parts
  const path = `/checklist/submissionForAppointment/${part}`
  const { page, context, close } = await site.visitor(ROLE.teacher, PHONE)
  await page.goto(path)
  await topPopup(page).locator('[data-checklist-block]').first().waitFor()
  const picture = await page.screenshot()
  const addPhoto = () =>
    topPopup(page)
      .locator('[data-checklist-input]')
      .setInputFiles({ name: 'IMG_1.png', mimeType: 'image/png', buffer: picture })
  return { part, path, page, context, close, addPhoto }
}

/** What is stored of it, with how many photos it has and how often somebody saved it. */
async function storedOf(part: number) {
  const { rows } = await site.app.pool.query<{ answer: string; photos: number; version: number }>(
    `select max(a.answer) filter (where a.kind = 'number') as answer, count(f.id)::integer as photos, s.version
       from checklist_submissions s join checklist_answers a on a.submission_id = s.id
         left join checklist_answer_files f on f.answer_id = a.id
       where s.object_id = $1 group by s.id`,
    [part],
  )
  return rows[0] ?? null
}
const uploads = async () =>
  Number(
    (await site.app.pool.query<{ count: string }>(`select count(*) from stored_files where name = 'foto.jpg'`)).rows[0]!
      .count,
  )

/** From now on answers to such requests are dropped after the server gave them. */
async function dropAnswers(page: Page, path: string, times: number): Promise<() => number> {
  let dropped = 0
  await page.route(`**${path}`, async (route) => {
    if (route.request().method() !== 'POST' || dropped >= times) return route.continue()
    dropped++
    await route.fetch()
    await route.abort('connectionreset')
  })
  return () => dropped
}

describe('photos without network', () => {
  it('are kept with their checklist over a reload, and stored once', async () => {
    const { part, page, context, close, addPhoto } = await openChecklist()
    const before = await uploads()
    await context.setOffline(true)
    await addPhoto()
    await topPopup(page).getByText('Wacht op verbinding').waitFor()
    await addPhoto()
    await expect.poll(() => topPopup(page).locator('[data-checklist-photo] img').count()).toBe(2)
    expect(await violations(page, '[data-checklist-photos]')).toEqual([])
    await number(page).fill('21')
    await later(page).tap()
    await unsent(page).getByText('Nog te versturen: 1').waitFor()
    await unsent(page).getByRole('button', { name: 'Bekijken' }).tap()
    await topPopup(page).getByText("2 foto's").waitFor()
    expect(await violations(page, 'dialog[open] .popup-body')).toEqual([])
    await topPopup(page).getByRole('button', { name: 'Terug' }).tap()
    // The phone is put away, and the page with it.
    await page.goto('about:blank')
    expect([await storedOf(part), await uploads()]).toEqual([null, before])
    await context.setOffline(false)
    await page.goto('/today')
    await expect.poll(() => storedOf(part)).toEqual({ answer: '21', photos: 2, version: 2 })
    await expect.poll(() => unsent(page).count()).toBe(0)
    expect(await uploads()).toBe(before + 2)
    await page.goto(`/checklist/submissionForAppointment/${part}`)
    const stored = topPopup(page).locator('[data-checklist-photo] img')
    await expect.poll(() => stored.first().evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(390)
    await close()
  })

  it('are stored once when the answers to the photo and to its checklist were lost', async () => {
    const { part, path, page, close, addPhoto } = await openChecklist()
    const before = await uploads()
    const lostPhotos = await dropAnswers(page, '/file/upload', 2)
    const lostForms = await dropAnswers(page, path, 1)
    await addPhoto()
    await topPopup(page).getByText('Wacht op verbinding').waitFor()
    await number(page).fill('19')
    // The photo goes first, and its answer is lost once more.
    await later(page).tap()
    await expect.poll(lostPhotos).toBe(2)
    const again = () => unsent(page).getByRole('button', { name: 'Nu versturen' }).tap()
    await again()
    await expect.poll(lostForms).toBe(1)
    await expect.poll(() => storedOf(part)).toEqual({ answer: '19', photos: 1, version: 2 })
    await again()
    await expect.poll(() => unsent(page).count()).toBe(0)
    expect(await storedOf(part)).toEqual({ answer: '19', photos: 1, version: 2 })
    expect(await uploads()).toBe(before + 1)
    await close()
  })

  it('go with a checklist that is refused first and mended', async () => {
    const { part, page, context, close, addPhoto } = await openChecklist()
    await context.setOffline(true)
    await addPhoto()
    await topPopup(page).getByText('Wacht op verbinding').waitFor()
    await context.setOffline(false)
    await number(page).fill('warm')
    await later(page).tap()
    await topPopup(page).getByText('Vul een getal in').waitFor()
    await number(page).fill('20')
    await later(page).tap()
    await expect.poll(() => storedOf(part)).toEqual({ answer: '20', photos: 1, version: 2 })
    await close()
  })
})

describe('a checklist that a colleague filled in meanwhile', () => {
  /** Kept on the phone with 21 and a photo, while a planner saved 4; the phone hands it over and keeps nothing of it. */
  async function handedOver() {
    const { part, path, page, context, addPhoto, close } = await openChecklist()
    await context.setOffline(true)
    await addPhoto()
    await topPopup(page).getByText('Wacht op verbinding').waitFor()
    await number(page).fill('21')
    await later(page).tap()
    await unsent(page).getByText('Nog te versturen: 1').waitFor()
    await page.goto('about:blank')
    const planner = await site.app.as(ROLE.scheduler)
    const shown = await planner.get(path)
    const name = shown.$('[data-checklist-block=number] input').attr('name')!
    expect((await planner.post(path, { ...shownFields(shown.$), [name]: '4' })).status).toBe(204)
    expect(await storedOf(part)).toEqual({ answer: '4', photos: 0, version: 2 })
    await context.setOffline(false)
    await page.goto('/today')
    await page.getByText('Kantoor heeft uw invoer en beslist erover.').waitFor()
    await expect.poll(() => unsent(page).count()).toBe(0)
    await close()
    const { id } = await site.app.db
      .selectFrom('conflicts')
      .select('id')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    return { part, id }
  }
  const stateOf = async (id: number) =>
    (await site.app.db.selectFrom('conflicts').select('outcome').where('id', '=', id).executeTakeFirstOrThrow()).outcome

  it('shows the office both, which leaves what stands there only when it says so', async () => {
    const { part, id } = await handedOver()
    const { page, close } = await site.visitor(ROLE.scheduler)
    await page.goto('/outbox/conflicts')
    await page.locator(`tr[data-id="${id}"]`).click()
    const row = (text: string) => topPopup(page).locator('tr', { hasText: text })
    expect((await row('praktijkhal').locator('td').allTextContents()).map((text) => text.trim())).toEqual(['21 °C', '4 °C']) // prettier-ignore
    expect(await violations(page, 'dialog[open] .popup-body')).toEqual([])
    const keep = topPopup(page).getByRole('button', { name: 'Laten zoals het is' })
    await keep.click()
    await topPopup(page).getByRole('button', { name: 'Nee' }).click()
    expect(await stateOf(id)).toBeNull()
    await keep.click()
    await topPopup(page).getByRole('button', { name: 'Ja' }).click()
    await expect.poll(() => stateOf(id)).toBe('kept')
    expect(await storedOf(part)).toEqual({ answer: '4', photos: 0, version: 2 })
    await close()
  })

  it('is saved as the phone had it, with its photo, when the office takes that', async () => {
    const { part, id } = await handedOver()
    const { page, close } = await site.visitor(ROLE.scheduler)
    await page.goto(`/outbox/conflicts/view/${id}`)
    await topPopup(page).getByRole('button', { name: 'Die van de telefoon nemen' }).click()
    await expect.poll(() => storedOf(part)).toEqual({ answer: '21', photos: 1, version: 3 })
    await expect.poll(() => stateOf(id)).toBe('taken')
    await close()
  })

  it('is chosen field by field where several differ', async () => {
    const { page, close } = await site.visitor(ROLE.scheduler)
    const { task } = site.app.story.conflicts
    await page.goto(`/outbox/conflicts/view/${task}`)
    const save = topPopup(page).getByRole('button', { name: 'Keuzes opslaan' })
    await topPopup(page).getByText('Nog 2 keuzes').waitFor()
    expect(await save.isDisabled()).toBe(true)
    await topPopup(page).getByLabel('Taak: Zegels meenemen, staat er').check()
    await topPopup(page).getByLabel('Toelichting: Twee rollen., van de telefoon').check()
    await save.click()
    await expect.poll(() => stateOf(task)).toBe('taken')
    const { seal } = site.app.story.tasks
    expect(
      await site.app.db.selectFrom('tasks').select(['title', 'note']).where('id', '=', seal).executeTakeFirst(),
    ).toEqual({ title: 'Zegels meenemen', note: 'Twee rollen.' })
    await close()
  })
})

describe('signing out with unsent work', () => {
  it('keeps it on the phone, whoever comes next, and sends it when its user is back', async () => {
    const { part, page, context, path, close, addPhoto } = await openChecklist()
    await context.setOffline(true)
    await addPhoto()
    await topPopup(page).getByText('Wacht op verbinding').waitFor()
    await context.setOffline(false)
    const refusing = `**${path}`
    await page.route(refusing, (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()))
    await later(page).tap()
    await unsent(page).getByText('Nog te versturen: 1').waitFor()
    await page.goto('/calendar')
    await page.getByRole('button', { name: /account van/ }).tap()
    await page.getByRole('button', { name: 'Uitloggen' }).tap()
    await topPopup(page).getByText('1 wijziging op dit toestel is nog niet verstuurd').waitFor()
    expect(await violations(page, 'dialog[open] .popup-body')).toEqual([])
    await topPopup(page).getByRole('button', { name: 'Uitloggen' }).tap()
    await page.waitForURL(/\/login/)
    await page.unroute(refusing)
    const signIn = async (role: number) => {
      const [name = '', value = ''] = (await site.app.as(role)).cookie.split(/=(.*)/s)
      await context.addCookies([{ name, value, url: site.app.url }])
    }
    // Another user of the same phone has nothing to send, and drops nothing by signing out.
    await signIn(ROLE.scheduler)
    await page.goto('/calendar')
    await page.getByRole('button', { name: /account van/ }).tap()
    await page.getByRole('button', { name: 'Uitloggen' }).tap()
    await page.waitForURL(/\/login/)
    expect(await storedOf(part)).toBeNull()
    await signIn(ROLE.teacher)
    await page.goto('/today')
    await expect.poll(() => storedOf(part)).toMatchObject({ photos: 1 })
    await expect.poll(() => unsent(page).count()).toBe(0)
    // Nothing waits any more: then nothing is left of us.
    await page.getByRole('button', { name: /account van/ }).tap()
    await page.getByRole('button', { name: 'Uitloggen' }).tap()
    await page.waitForURL(/\/login/)
    const kept = () => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))
    await expect.poll(kept).toEqual([])
    await close()
  })
})
