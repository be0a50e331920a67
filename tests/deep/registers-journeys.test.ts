import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type HokRegister,
  NIBHV_DEMO,
  type Behaviour,
  type NibhvRegister,
  startHok,
  startNibhv,
} from '../../src/training/proof/registers/index.ts'
import { type Page, type Site, openSite, topPopup, violations } from '../e2e/visit.ts'
import { addContact } from '../support/builders.ts'
import { diceOf } from '../support/board-model.ts'
import { addHeldPlanning } from '../training/held-planning.ts'

let hok: HokRegister
let nibhv: NibhvRegister
let site: Site
beforeAll(async () => {
  hok = await startHok()
  nibhv = await startNibhv()
  site = await openSite({ env: { HOK_URL: hok.url, NIBHV_HOSTS: new URL(nibhv.url).host } })
})
afterAll(async () => {
  await site.close()
  await Promise.all([hok.stop(), nibhv.stop()])
})

const next = (page: Page) => topPopup(page).locator('[data-step-next]')
const shownStep = (page: Page, key: string) => page.locator(`[data-step=${key}]:not([inert])`).waitFor()
async function onTo(page: Page, key: string): Promise<void> {
  await expect.poll(() => next(page).isEnabled()).toBe(true)
  await next(page).click()
  await shownStep(page, key)
}
const button = (page: Page, name: string) => topPopup(page).getByRole('button', { name, exact: true })

describe('passing on in the browser', () => {
  it('holds the next step until the validation succeeds and hides printing and sending in the overview [T-085] [T-086]', async () => {
    const { db } = site.app
    const teacher = await addContact(db, { first_name: 'Roos', last_name: 'Vink', hok_teacher_number: '4711' })
    const student = await addContact(db, { first_name: 'Nog', last_name: 'Zonderdatum' })
    const planning = await addHeldPlanning(site.app, { students: [student], teacher })
    const { page, assertNoErrors, close } = await site.visitor(2)
    await page.goto(`/calendar/getFinishWizard/${planning.parts[0]}`)
    await page.getByRole('button', { name: 'Iedereen geslaagd' }).click()
    await onTo(page, 'refreshers')
    await shownStep(page, 'overview')
    const box = page.getByLabel('Geslaagde cursisten doorgeven aan Het Oranje Kruis')
    const finish = button(page, 'Planning afronden')
    // A slow register: meanwhile nobody goes on.
    await box.check()
    await page.locator('[data-register-answer]').getByText('Nog Zonderdatum: de geboortedatum ontbreekt.').waitFor()
    expect(await finish.isDisabled()).toBe(true)
    await box.uncheck()
    await expect.poll(() => finish.isEnabled()).toBe(true)
    await db.updateTable('contacts').set({ birth_date: '1990-01-02' }).where('id', '=', student).execute()
    hok.behave({ lateMs: 700 })
    await box.check()
    await expect.poll(() => finish.isDisabled()).toBe(true)
    await page.locator('[data-register-answer]').getByText('Alle cursisten kunnen worden doorgegeven.').waitFor()
    await page.locator('[data-passed-on]').getByText('Nog Zonderdatum').waitFor()
    await expect.poll(() => finish.isEnabled()).toBe(true)
    expect(await button(page, 'Afronden en afdrukken').isVisible()).toBe(false)
    expect(await button(page, 'Afronden en versturen').isVisible()).toBe(false)
    // Who passes nobody on finds them again.
    await box.uncheck()
    await expect.poll(() => button(page, 'Afronden en afdrukken').isVisible()).toBe(true)
    await box.check()
    await expect.poll(() => button(page, 'Afronden en afdrukken').isVisible()).toBe(false)
    await expect.poll(() => finish.isEnabled()).toBe(true)
    await button(page, 'Planning afronden').click()
    await topPopup(page).locator('[data-end]').getByText('1 cursist wacht op verzending').waitFor()
    await expect.poll(() => hok.records.size).toBe(1)
    assertNoErrors()
    await close()
  })
})

describe('the list of who was passed on', () => {
  it('sends what waits, tells what came of it as it comes, and takes out who was refused, which can be taken back', async () => {
    const { db, story } = site.app
    const stateOf = async (id: number) =>
      (await db.selectFrom('register_requests').select('state').where('id', '=', id).executeTakeFirst())?.state
    const { id: failed } = await db
      .selectFrom('register_requests')
      .select('id')
      .where('state', '=', 'failed')
      .executeTakeFirstOrThrow()
    const { rejected } = story.registerRequests
    const { page, assertNoErrors, close } = await site.visitor(2)
    await page.goto('/registers')
    const row = (id: number) => page.locator(`[data-rows] tr[data-id="${id}"]`)
    await row(failed).getByText('Niet gelukt').waitFor()
    await page.getByRole('button', { name: 'Nu versturen naar Het Oranje Kruis' }).click()
    await page.getByText('1 cursist wordt verstuurd').waitFor()
    await expect.poll(() => stateOf(failed)).toBe('accepted')
    // Whoever has the list open reads it without asking again.
    await row(failed).getByText('Doorgegeven', { exact: true }).waitFor()
    await row(rejected).click()
    await topPopup(page).getByText('Geboortedatum wijkt af van het register').waitFor()
    await topPopup(page).getByRole('button', { name: 'Meer opties' }).click()
    await page.getByRole('menuitem', { name: 'Niet doorgeven' }).click()
    await page.getByText('Cursist wordt niet doorgegeven').waitFor()
    await expect.poll(() => row(rejected).count()).toBe(0)
    // The popup of who is not passed on any more is gone with them, whether the answer comes first or the notice to all.
    await expect.poll(() => topPopup(page).count()).toBe(0)
    expect(await page.locator('.flash--error').count()).toBe(0)
    expect(await stateOf(rejected)).toBeUndefined()
    await page.locator('[data-undo]').last().click()
    await row(rejected).getByText('Geweigerd').waitFor()
    expect(await stateOf(rejected)).toBe('rejected')
    assertNoErrors({ statuses: [404] })
    await close()
  })
})

describe('NIBHV in the browser', () => {
  it('connects by itself when its settings come into view, and then lets what waits be sent [T-145] [T-146]', async () => {
    const { page, assertNoErrors, close } = await site.visitor(1)
    await page.goto('/settings/?tab=nibhv')
    const status = page.locator('[data-nibhv-status]')
    await status.getByText('Niet verbonden').waitFor()
    const run = page.getByRole('button', { name: 'Nu versturen', exact: true })
    expect(await run.isDisabled()).toBe(true)
    await page.getByLabel('Gebruikersnaam').fill(NIBHV_DEMO.username)
    await page.getByLabel('Wachtwoord').fill(NIBHV_DEMO.password)
    await page.getByRole('button', { name: 'Opslaan', exact: true }).click()
    await status.getByText('Verbonden', { exact: true }).waitFor()
    await expect.poll(() => run.isEnabled()).toBe(true)
    await page.getByLabel('Docent bij NIBHV').selectOption({ label: 'Jeroen van Dijk' })
    await page.getByLabel('Contactpersoon').selectOption({ label: 'Sanne Willems' })
    await page.getByRole('button', { name: 'Opslaan', exact: true }).click()
    await page.getByText('Wijziging opgeslagen').first().waitFor()
    await page.reload()
    await status.getByText('Verbonden', { exact: true }).waitFor()
    expect(await page.getByLabel('Docent bij NIBHV').inputValue()).not.toBe('')
    expect(await page.getByLabel('Wachtwoord').inputValue()).toBe('')
    assertNoErrors()
    await close()
  })

  it('shows the form of a course behind its switch, and searches its profiles after 300 ms [S-113] [T-147] [T-148] [T-256]', async () => {
    const { page, assertNoErrors, close } = await site.visitor(2)
    await page.goto(`/course/view/${site.app.story.courses.ehbo}?item=registers`)
    const part = page.locator('[data-course-register]')
    await part.getByText('Deze opleiding wordt niet aan NIBHV gemeld.').waitFor()
    expect(await part.getByLabel('Competentieprofiel').isVisible()).toBe(false)
    await part.getByLabel('Melden aan NIBHV').check()
    await part.getByText('1 profiel gevonden voor deze soort en taal').waitFor()
    expect(await part.getByText('Deze opleiding wordt niet aan NIBHV gemeld.').isVisible()).toBe(false)
    await part.getByLabel('Zoeken in profielen').fill('ploeg')
    await part.getByText('0 profielen gevonden').waitFor()
    await part.getByLabel('Zoeken in profielen').fill('')
    await part.getByText('1 profiel gevonden').waitFor()
    await part.getByLabel('Competentieprofiel').selectOption({ label: 'Bedrijfshulpverlener' })
    await part.getByLabel('Theorie levensreddend handelen').first().check()
    await topPopup(page).getByRole('button', { name: 'Opslaan', exact: true }).click()
    await page.getByText('Wijziging opgeslagen').first().waitFor()
    expect(await part.getByLabel('Theorie levensreddend handelen').first().isChecked()).toBe(true)
    assertNoErrors()
    await close()
  })

  it('refuses a student, who mends it by a mailed link on a phone, and issues the certificate that is filed then', async () => {
    const { db } = site.app
    const student = await addContact(db, { first_name: 'Mira', last_name: 'Onbekend', email: 'mira@voorbeeld.example', birth_date: '1990-01-02' }) // prettier-ignore
    const planning = await addHeldPlanning(site.app, { students: [student] })
    await db.updateTable('enrolments').set({ present: 1, passed: 1 }).where('contact_id', '=', student).execute()
    const { id } = await db.insertInto('register_requests').values({ contact_id: student, group_id: planning.planningId, register: 'nibhv' }).returning('id').executeTakeFirstOrThrow() // prettier-ignore
    const stateOf = async () => (await db.selectFrom('register_requests').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state // prettier-ignore
    await site.app.services.jobs.add(db, 'register.hand-over', {})
    await expect.poll(stateOf).toBe('rejected')

    const { page, assertNoErrors, close } = await site.visitor(2)
    await page.goto(`/calendar/view-appointment/${planning.parts[0]!}?item=registers`)
    await page.getByText('Geweigerd: Persoon onbekend').waitFor()
    await topPopup(page).getByRole('button', { name: 'Mira Onbekend vragen' }).click()
    await page.getByText('1 cursist gevraagd').waitFor()
    const { text_body } = await db.selectFrom('mails').select('text_body').where('object_type', '=', 'contact').where('object_id', '=', student).executeTakeFirstOrThrow() // prettier-ignore

    const phone = await site.visitor(null, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
    await phone.page.goto(/\/gegevens\/[\w-]+/.exec(text_body)![0])
    expect(await violations(phone.page, 'main')).toEqual([])
    await phone.page.getByLabel('Achternaam').fill('Mulder')
    await phone.page.getByRole('button', { name: 'Opslaan' }).click()
    await phone.page.getByText('Bedankt, uw gegevens zijn opgeslagen').waitFor()
    phone.assertNoErrors()
    await phone.close()

    await expect.poll(stateOf).toBe('accepted')
    await page.goto(`/hok/request/${id}`)
    await topPopup(page).getByRole('link', { name: /^BHV/ }).click()
    await topPopup(page).getByText('Afgegeven door').waitFor()
    await topPopup(page).getByText('Mira Mulder').first().waitFor()
    assertNoErrors()
    await close()
  })

  it(
    'takes 500 students once each, or leaves in sight who is not, whatever it does meanwhile',
    { timeout: 240_000 },
    async () => {
      const { app } = site
      const students: number[] = []
      for (let i = 0; i < 500; i++) students.push(await addContact(app.db, { first_name: 'Groep', last_name: `Cursist${i}`, birth_date: '1990-01-02' })) // prettier-ignore
      const planning = await addHeldPlanning(app, { students })
      await app.db.updateTable('enrolments').set({ present: 1, passed: 1 }).where('appointment_id', 'in', planning.parts).execute() // prettier-ignore
      await app.db.insertInto('register_requests').values(students.map((contact_id) => ({ contact_id, group_id: planning.planningId, register: 'nibhv' }))).execute() // prettier-ignore
      const before = nibhv.records.size
      const dice = diceOf(500)
      const BEHAVIOURS: Behaviour[] = [
        'ok',
        'ok',
        'ok',
        'ok',
        'cut',
        'html',
        { status: 500 },
        { status: 503 },
        { status: 422 },
      ]
      nibhv.behave(...Array.from({ length: 900 }, () => BEHAVIOURS[dice(BEHAVIOURS.length)]!))
      const rows = () => app.db.selectFrom('register_requests').select(['contact_id', 'state', 'number', 'message']).where('group_id', '=', planning.planningId).execute() // prettier-ignore
      for (let run = 0; run < 30 && (await rows()).some(({ state }) => state === 'queued'); run++) {
        await app.db.updateTable('register_requests').set({ next_attempt_at: new Date(0) }).where('group_id', '=', planning.planningId).where('state', '=', 'queued').execute() // prettier-ignore
        await app.services.jobs.add(app.db, 'register.hand-over', {})
        await app.runJobs('register.hand-over')
      }
      nibhv.behave()
      const told = [...nibhv.records.values()].slice(before).map(({ external_student_ref }) => external_student_ref)
      expect(new Set(told).size).toBe(told.length)
      const states = await rows()
      for (const { contact_id, state, number, message } of states) {
        expect([contact_id, state]).toEqual([contact_id, expect.toBeOneOf(['accepted', 'rejected', 'failed'])])
        if (state === 'accepted')
          expect([number, told.includes(String(contact_id))]).toEqual([expect.stringMatching(/^BHV/), true]) // prettier-ignore
        else expect(message).not.toBe(null)
      }
      expect(states.filter(({ state }) => state === 'accepted').length).toBeGreaterThan(300)
    },
  )
})
