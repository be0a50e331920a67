/** The day of a teacher on a phone: from the card of today to presence, and signing passed from person to person. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { instantOf, today } from '../../src/platform/format/zone.ts'
import { type Site, drawSignature, openSite, topPopup, violations } from '../e2e/visit.ts'
import { evaluationPath } from '../../src/training/messages/audiences/index.ts'
import { addEmptyPlanning, addEnrolment, addPart, addResponsible } from '../support/builders.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

/** A part of today that lasts all day, with this many people, and nothing else that the teacher gives. */
async function giveToday(students: number): Promise<number> {
  const { db, pool, story } = site.app
  await pool.query('delete from appointment_responsibles where contact_id = $1', [story.contacts.teacher])
  const group_id = await addEmptyPlanning(db, story.courses.bhvRefresher)
  const starts_at = instantOf(today(), '00:00')!
  const room_id = story.rooms.zwolle1
  const id = await addPart(db, { group_id, starts_at, minutes: 1439, status: 'confirmed', room_id })
  await addResponsible(db, { appointment_id: id, contact_id: story.contacts.teacher, role_id: ROLE.teacher })
  for (const { id: contact_id } of story.students.slice(0, students))
    await addEnrolment(db, { appointment_id: id, contact_id, present: null, passed: null })
  return id
}

describe('the day of a teacher', () => {
  it('lets twelve people sign in at most fourteen taps beside drawing, and shows who did', async () => {
    const part = await giveToday(12)
    const { page, close } = await site.visitor(ROLE.teacher, PHONE)
    let taps = 0
    const tap = async (name: string | RegExp, role: 'link' | 'button' = 'button') => {
      taps++
      await page.getByRole(role, { name }).first().tap()
    }
    await page.goto('/today')
    expect(await violations(page, '.pday')).toEqual([])
    await tap('Aanwezigheid invullen', 'link')
    await page.locator('dialog.is-open [data-results]').waitFor()
    expect(await violations(page, 'dialog[open]')).toEqual([])
    await tap(/^Laten tekenen/, 'link')
    const title = topPopup(page).locator('.popup-title')
    await title.getByText('Handtekening van').waitFor()
    const signed = async () => {
      const { rows } = await site.app.pool.query<{ count: number }>(
        'select count(*)::integer as count from presence_signatures where appointment_id = $1',
        [part],
      )
      return rows[0]!.count
    }
    for (let person = 1; person <= 12; person++) {
      const name = await title.innerText()
      await drawSignature(page)
      await tap(person < 12 ? 'Opslaan en volgende' : 'Handtekening opslaan')
      await expect.poll(signed).toBe(person)
      if (person < 12) await expect.poll(() => title.innerText()).not.toBe(name)
    }
    expect(taps).toBeLessThanOrEqual(14)
    await expect.poll(() => page.locator('[data-results] .c-sign [data-signed]').count()).toBe(12)
    await page.getByText('0 van 12 ingevuld').waitFor()
    await page.getByRole('button', { name: 'Iedereen geslaagd' }).tap()
    await page.getByText('12 van 12 ingevuld').waitFor()
    await page.getByRole('button', { name: 'Sluiten (Esc)' }).first().tap()
    await close()
  })

  it('shows those who are open or absent, and goes from one open choice to the next', async () => {
    const part = await giveToday(6)
    const { page, assertNoErrors, close } = await site.visitor(ROLE.teacher, PHONE)
    await page.goto(`/calendar/results/${part}`)
    const rows = page.locator('[data-result]')
    const shown = () => rows.evaluateAll((all) => all.filter((row) => row.checkVisibility()).length)
    await expect.poll(shown).toBe(6)
    const choose = (row: number, group: string, name: string) =>
      rows.nth(row).getByRole('group', { name: group }).getByRole('button', { name }).tap()
    await choose(1, 'Aanwezig', 'Nee')
    await choose(0, 'Geslaagd', 'Ja')
    await page.getByRole('button', { name: /^Afwezig 1/ }).tap()
    await expect.poll(shown).toBe(1)
    await rows.nth(1).getByText('Afwezig, tekenen niet nodig').waitFor()
    // What others do brings the rows anew; those that were asked for stay.
    await page.evaluate(
      (id) =>
        new Promise((resolve) => {
          document.addEventListener('popup:reloaded', resolve, { once: true })
          document.dispatchEvent(new CustomEvent('changed', { detail: { items: [{ type: 'appointment', id }] } }))
        }),
      part,
    )
    await expect.poll(shown).toBe(1)
    await page.getByRole('button', { name: /^Open 4/ }).tap()
    await expect.poll(shown).toBe(4)
    await page.getByRole('button', { name: 'Volgende open' }).tap()
    await expect.poll(shown).toBe(6)
    const focused = () => rows.evaluateAll((all) => all.findIndex((row) => row.contains(document.activeElement)))
    await expect.poll(focused).toBe(2)
    await page.getByRole('button', { name: 'Volgende open' }).tap()
    await expect.poll(focused).toBe(3)
    assertNoErrors()
    await close()
  })

  it('is one tap away on a phone, and follows what others change', async () => {
    await giveToday(2)
    const { page, assertNoErrors, close } = await site.visitor(ROLE.teacher, PHONE)
    await page.goto('/calendar')
    await page.locator('.top-hand[href="/today"]').tap()
    await page.getByRole('heading', { name: 'Vandaag' }).waitFor()
    const { rows } = await site.app.pool.query<{ id: number }>(
      'select appointment_id as id from appointment_responsibles where contact_id = $1',
      [site.app.story.contacts.teacher],
    )
    const planner = await site.app.as(ROLE.scheduler)
    const { $ } = await planner.get(`/calendar/note/${rows[0]!.id}`)
    const version = String($('[name=version]').val())
    await planner.post(`/calendar/note/${rows[0]!.id}`, { note: 'Beamer mee', version, was: '' })
    await page.getByText('Beamer mee').waitFor()
    assertNoErrors()
    await close()
  })
})

describe('the page of a student', () => {
  it('is one tap away, gives the days to a calendar and a certificate in one tap each', async () => {
    const { page, assertNoErrors, close } = await site.visitor(ROLE.student, PHONE)
    await page.goto('/calendar')
    await page.locator('.top-hand').tap()
    await page.getByRole('heading', { name: 'Mijn opleidingen' }).waitFor()
    expect(await violations(page, '.pday')).toEqual([])
    const take = async (name: RegExp) => {
      const coming = page.waitForEvent('download')
      await page.getByRole('link', { name }).first().tap()
      return (await coming).suggestedFilename()
    }
    expect(await take(/^Zet in mijn agenda/)).toMatch(/\.ics$/)
    expect(await take(/^Certificaat .* downloaden$/)).toMatch(/\.pdf$/)
    assertNoErrors()
    await close()
  })
})

describe('the list of plannings', () => {
  it('tells on a phone when each is and how full, without scrolling sideways', async () => {
    const { page, assertNoErrors, close } = await site.visitor(ROLE.scheduler, PHONE)
    await page.goto('/plannings')
    const line = page.locator('[data-rows] tr[data-id] .c-phone').first()
    await line.waitFor()
    expect(await line.innerText()).toMatch(/^(ma|di|wo|do|vr|za|zo) \d\d-\d\d.* · \d+\/\d+ bezet$/)
    expect(await line.evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true)
    const box = (await line.boundingBox())!
    expect([box.x >= 0, box.x + box.width <= 390]).toEqual([true, true])
    assertNoErrors()
    await close()
    const desk = await site.visitor(ROLE.scheduler)
    await desk.page.goto('/plannings')
    await desk.page.locator('[data-rows] tr[data-id]').first().waitFor()
    expect(await desk.page.locator('.c-phone').first().isVisible()).toBe(false)
    await desk.close()
  })
})

describe('the form of an evaluation', () => {
  /** A student who took part in a planning that ended an hour ago, and the path of their form. */
  async function addStudent(anonymous: boolean) {
    const { db, story } = site.app
    const { id: course } = await db.insertInto('courses').values({ description: `Proef ${anonymous}`, code: `PROEF${anonymous}` }).returning('id').executeTakeFirstOrThrow() // prettier-ignore
    const evaluation_id = anonymous ? story.evaluations.anonymous : story.evaluations.named
    await db.insertInto('course_evaluations').values({ course_id: course, evaluation_id }).execute()
    const group_id = await addEmptyPlanning(db, course)
    const starts_at = new Date(Date.now() - 7_200_000)
    const part = await addPart(db, { group_id, starts_at, minutes: 60, status: 'executed' })
    const contact_id = story.contacts.student
    await addEnrolment(db, { appointment_id: part, contact_id, present: 1, passed: null })
    const { id } = await db.selectFrom('enrolments').select('id').where('appointment_id', '=', part).executeTakeFirstOrThrow() // prettier-ignore
    return { path: evaluationPath(site.app.services.config, id), group_id }
  }
  const submissionsOf = async (group_id: number) =>
    site.app.db.selectFrom('evaluation_submissions').select(['id', 'done', 'contact_id']).where('group_id', '=', group_id).execute() // prettier-ignore

  it('scrolls from screen to screen, each sent once what it requires is answered [S-096] [T-176] [T-177] [P-262]', async () => {
    const { path, group_id } = await addStudent(false)
    const { page, close } = await site.visitor(null, PHONE)
    await page.goto(path)
    const screen = page.locator('[data-evaluation-screen]:not([hidden])')
    const button = screen.locator('[data-evaluation-submit]')
    await expect.poll(() => page.locator('[data-evaluation-step]').innerText()).toBe('1 van 3')
    expect(await violations(page, 'main')).toEqual([])
    expect([await button.isDisabled(), await screen.locator('[data-evaluation-left]').innerText()]).toEqual([true, 'Nog 1 vraag']) // prettier-ignore
    await screen.getByText('8', { exact: true }).first().tap()
    expect(await button.isDisabled()).toBe(false)
    // Tab reaches every control of the screen, and none of another.
    const reached = new Set<string>()
    for (let i = 0; i < 40; i++) {
      await page.keyboard.press('Tab')
      reached.add(await page.evaluate(() => document.activeElement!.closest('[data-evaluation-screen]')?.getAttribute('aria-labelledby') ?? 'outside')) // prettier-ignore
    }
    expect([...reached]).toEqual(['evaluation-1'])
    await button.tap()
    await expect.poll(() => page.locator('[data-evaluation-step]').innerText()).toBe('2 van 3')
    await expect.poll(async () => (await submissionsOf(group_id)).map(({ done }) => done)).toEqual([false])
    await screen.getByText('Uitleg').tap()
    await screen.getByText('Denk aan wat u op uw werkplek tegenkomt.').waitFor()
    // Another phone goes on with it.
    const other = await site.visitor(null, PHONE)
    await other.page.goto(path)
    await expect.poll(() => other.page.locator('input[value="8"]:checked').count()).toBe(1)
    await other.close()
    await screen.getByText('Grotendeels').tap()
    await button.tap()
    await screen.getByText('Nee').tap()
    await button.tap()
    await page.getByText('Bedankt voor uw antwoorden').waitFor()
    expect((await submissionsOf(group_id)).map(({ done }) => done)).toEqual([true])
    await close()
  })

  it('is kept on the phone alone while it is anonymous, also without network, and sent once there is one', async () => {
    const { path, group_id } = await addStudent(true)
    const { page, context, close } = await site.visitor(null, PHONE)
    await page.goto(path)
    const screen = page.locator('[data-evaluation-screen]:not([hidden])')
    const button = screen.locator('[data-evaluation-submit]')
    await screen.getByText('9', { exact: true }).first().tap()
    await button.tap()
    await screen.getByText('Helemaal').tap()
    await page.reload()
    await expect.poll(() => page.locator('[data-evaluation-step]').innerText()).toBe('2 van 3')
    await expect.poll(() => screen.locator('input:checked').count()).toBe(1)
    await button.tap()
    await screen.locator('textarea').first().fill('Zonder netwerk geschreven')
    await context.setOffline(true)
    await button.tap()
    await page.getByText('Geen verbinding.').waitFor()
    expect(await submissionsOf(group_id)).toEqual([])
    await context.setOffline(false)
    await page.getByText('Bedankt voor uw antwoorden').waitFor()
    expect((await submissionsOf(group_id)).map(({ done, contact_id }) => [done, contact_id])).toEqual([[true, null]])
    expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('evaluation')))).toEqual([]) // prettier-ignore
    await close()
  })
})

describe('the builder of an evaluation', () => {
  it('is worked by keys alone: a question goes down, and stands there when it is opened again', async () => {
    const { page, assertNoErrors, close } = await site.visitor(ROLE.scheduler)
    const open = async () => {
      await page.goto(`/evaluations/edit/${site.app.story.evaluations.named}`)
      const titles = topPopup(page).locator('[data-repeat-title]')
      await titles.first().waitFor()
      return titles.allInnerTexts()
    }
    const [first, second, ...rest] = await open()
    await topPopup(page).getByRole('button', { name: 'Omlaag' }).first().focus()
    await page.keyboard.press('Enter')
    await topPopup(page).getByRole('button', { name: 'Opslaan', exact: true }).focus()
    await page.keyboard.press('Enter')
    await page.getByText('Wijziging opgeslagen').first().waitFor()
    expect(await open()).toEqual([second, first, ...rest])
    expect(await violations(page, 'dialog[open]')).toEqual([])
    assertNoErrors()
    await close()
  })
})
