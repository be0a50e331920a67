import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { lookupHash, roomCode } from '../../src/training/day/kiosk/phones/phones.rules.ts'
import { type Site, openSite, violations } from '../e2e/visit.ts'

let site: Site
let part: number
/** As many as come in within two minutes, on answers that each take this long. */
const IN_TWO_MINUTES = 25
const DELAY_MS = 300
const PEOPLE = Array.from({ length: IN_TWO_MINUTES }, (_, i) => ({
  first: `Voor${i}`,
  last: `Achter${String.fromCharCode(97 + i)}`,
  day: `${String(i + 1).padStart(2, '0')}-03-1990`,
}))

beforeAll(async () => {
  site = await openSite()
  const { pool } = site.app
  const { rows } = await pool.query<{ id: number }>(`
    insert into appointments (group_id, description, starts_at, ends_at, status, max_count, room_id)
    select group_id, 'Theorie', now(), now() + interval '1 minute', 'confirmed', 100, (select r.id from rooms r
      join api_clients c on c.establishment_id = r.establishment_id where c.client_id = 'demo-kiosk' order by r.id limit 1)
    from appointments order by id limit 1 returning id`)
  part = rows[0]!.id
  const more = [
    { first: 'Jan', last: 'Zwart', day: '11-04-1980' },
    { first: 'Piet', last: 'Zwart', day: '11-04-1980' },
  ]
  for (const { first, last, day } of [...PEOPLE, ...more])
    await pool.query(
      `with c as (insert into contacts (first_name, last_name, birth_date) values ($1, $2, to_date($3, 'DD-MM-YYYY'))
       returning id) insert into enrolments (appointment_id, contact_id) select $4, id from c`,
      [first, last, day, part],
    )
})
afterAll(() => site.close())

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const stands = (page: Page, screen: string) => page.locator(`.kiosk[data-screen=${screen}]`).waitFor()
async function type(page: Page, keys: string): Promise<void> {
  for (const key of keys) await press(page, key)
}
const birthday = async (page: Page, day: string) => {
  await type(page, day.replaceAll('-', ''))
  await press(page, 'Verder')
}
/** Nothing to scroll to, and nothing that a reader of the screen cannot use. */
async function assertUsable(page: Page): Promise<void> {
  const size = await page.evaluate(() => [document.documentElement.scrollHeight, document.documentElement.scrollWidth])
  expect([page.viewportSize()!.height, page.viewportSize()!.width]).toEqual(size)
  expect(await violations(page, 'body')).toEqual([])
}

it('a tablet is set up once, takes students in by touch, and shows each screen as fast [S-093][T-009][T-122][T-172]', async () => {
  const { page, assertNoErrors, close } = await site.visitor(null, { viewport: { width: 1280, height: 800 } })
  await page.goto('/digital-presence')
  await stands(page, 'setup')
  // A screen takes this long to come.
  const coming = () => getComputedStyle(document.querySelector('.kiosk-screen')!).animationDuration
  expect(await page.evaluate(coming)).toBe('0.25s')
  await assertUsable(page)
  const [clientId, secret] = [page.getByLabel('Client-id'), page.getByLabel('Sleutel', { exact: true })]
  await clientId.fill('demo-kiosk')
  await secret.fill('wrong')
  await press(page, 'Controleren')
  await page.getByText('Deze gegevens kloppen niet').waitFor()
  await secret.fill('demo-kiosk-secret')
  await press(page, 'Controleren')
  await page.getByText('Verbonden:').waitFor()
  await press(page, 'Tablet in gebruik nemen')
  await stands(page, 'initial')
  await page.reload()
  await stands(page, 'initial')
  await assertUsable(page)
  expect(await page.locator('.kiosk-field input').getAttribute('aria-invalid')).toBe('true')
  expect(await page.getByRole('button', { name: 'Verder' }).isDisabled()).toBe(true)

  await page.route(/\/api\/digital-presence\//, async (route) => {
    await new Promise((answered) => setTimeout(answered, DELAY_MS))
    await route.continue()
  })
  const began = performance.now()
  for (const { first, day } of PEOPLE) {
    await birthday(page, day)
    await stands(page, 'student-found')
    expect(await page.locator('.kiosk-name b').innerText()).toBe(`${first} A.`)
    if (first === 'Voor0') await assertUsable(page)
    await press(page, 'Ja, meld mij aan')
    await stands(page, 'welcome-page')
    expect(await page.locator('h1').innerText()).toBe(`Welkom ${first}`)
    if (first === 'Voor0') await assertUsable(page)
    await press(page, 'Volgende persoon')
    await stands(page, 'initial')
  }
  expect(performance.now() - began).toBeLessThan(120_000)
  await page.unroute(/\/api\/digital-presence\//)
  const { rows } = await site.app.pool.query(
    `select count(*)::integer as count from enrolments where appointment_id = $1 and present = 1 and present_source = 'kiosk'`,
    [part],
  )
  expect(rows).toEqual([{ count: PEOPLE.length }])

  await birthday(page, '11-04-1980')
  await stands(page, 'lastname-confirmation')
  await assertUsable(page)
  expect(await page.locator('.kiosk-field input').getAttribute('aria-invalid')).toBe('true')
  expect(await page.getByRole('button', { name: 'Verder' }).isDisabled()).toBe(true)
  await type(page, 'zwart')
  await press(page, 'Verder')
  await stands(page, 'multiple-students-found')
  await assertUsable(page)
  await page.getByRole('button', { name: /Piet Zwart/ }).click()
  await stands(page, 'student-found')
  await press(page, 'Nee')
  await stands(page, 'multiple-students-found')
  expect(await page.locator('.kiosk-choice').count()).toBe(1)
  await press(page, 'Ik sta er niet bij')
  await stands(page, 'no-student-found')
  await assertUsable(page)
  assertNoErrors({ statuses: [401] })
  await close()
}, 240_000)

/** A tablet that was set up before, and whose clock stands still. */
async function tablet() {
  const visitor = await site.visitor(null, { viewport: { width: 1280, height: 800 } })
  const { page } = visitor
  await page.clock.install()
  await page.goto('/digital-presence')
  await page.evaluate(() =>
    localStorage.setItem(
      'kiosk-credentials',
      JSON.stringify({ client_id: 'demo-kiosk', client_secret: 'demo-kiosk-secret' }),
    ),
  )
  await page.reload()
  await stands(page, 'initial')
  await page.getByText('Kiosk in de hal').waitFor()
  return visitor
}

it('speaks the language of who stands before it, and Dutch again to who comes next', async () => {
  const { page, assertNoErrors, close } = await tablet()
  await press(page, 'English')
  await page.getByRole('heading', { name: 'What is your date of birth?' }).waitFor()
  expect(await page.locator('.kiosk').getAttribute('lang')).toBe('en')
  await type(page, '11041980')
  await press(page, 'Next')
  await stands(page, 'lastname-confirmation')
  await type(page, 'nobody')
  await press(page, 'Next')
  await page.getByText('We cannot find you in the courses of today').waitFor()
  await assertUsable(page)
  await press(page, 'Try again')
  await page.getByRole('heading', { name: 'Wat is uw geboortedatum?' }).waitFor()
  assertNoErrors()
  await close()
})

/** The screens of a phone, with their two buttons. */
const LABELS: Record<string, [string, string]> = {
  initial: ['Verder', 'Alles wissen'],
  'lastname-confirmation': ['Verder', 'Opnieuw'],
  'multiple-students-found': ['Ik sta er niet bij', 'Opnieuw'],
  'student-found': ['Ja, begin', 'Ik ben dit niet'],
  'no-student-found': ['Opnieuw proberen', 'Sluiten'],
  'welcome-page': ['Naar de vragen', 'Dit ben ik niet'],
}

it('a phone takes a birthday in digits alone, and no name without letters [T-173][T-174][T-175]', async () => {
  const { page, assertNoErrors, close } = await site.visitor(null, { viewport: { width: 390, height: 844 } })
  await page.goto(`/evaluations/student/${lookupHash(site.app.services.config, part)}`)
  const go = page.getByRole('button', { name: 'Verder' })
  const field = page.locator('.kiosk-field input')
  // Digits alone, with dashes that come by themselves.
  for (const [typed, shown] of [
    ['1104', '11-04-'],
    ['110419', '11-04-19'],
    ['32041980', '32-04-1980'],
    ['x11x041980', '11-04-1980'],
  ] as const) {
    // prettier-ignore
    await field.fill('')
    await field.pressSequentially(typed)
    const isWhole = shown === '11-04-1980'
    expect([await field.inputValue(), await field.getAttribute('aria-invalid')]).toEqual([shown, String(!isWhole)])
    expect(await go.isDisabled()).toBe(!isWhole)
  }
  await go.click()
  await stands(page, 'lastname-confirmation')
  for (const typed of ['', '   ']) {
    await field.fill(typed)
    expect([await field.getAttribute('aria-invalid'), await go.isDisabled()]).toEqual(['true', true])
  }
  await field.fill('zwart')
  expect([await field.getAttribute('aria-invalid'), await go.isDisabled()]).toEqual(['false', false])
  assertNoErrors()
  await close()
})

it('students look themselves up on their phone, and are taken along [T-047][T-048][T-138][S-095]', async () => {
  const { page, assertNoErrors, close } = await site.visitor(null, { viewport: { width: 390, height: 844 } })
  const labelled = async (screen: string) => {
    await stands(page, screen)
    for (const name of LABELS[screen]!) await page.getByRole('button', { name, exact: true }).waitFor()
    expect(await violations(page, 'body')).toEqual([])
  }
  const go = page.getByRole('button', { name: 'Verder' })
  await page.goto(`/evaluations/student/${lookupHash(site.app.services.config, part)}`)
  await labelled('initial')
  const field = page.locator('.kiosk-field input')
  await field.pressSequentially('11041980')
  await go.click()
  await labelled('lastname-confirmation')
  await field.fill('zwart')
  await go.click()
  await labelled('multiple-students-found')
  await page.getByRole('button', { name: /Piet Zwart/ }).click()
  await labelled('student-found')
  await press(page, 'Ik ben dit niet')
  await stands(page, 'multiple-students-found')
  await press(page, 'Ik sta er niet bij')
  await labelled('no-student-found')
  await press(page, 'Opnieuw proberen')
  await stands(page, 'initial')
  await field.pressSequentially('01031990')
  await go.click()
  await stands(page, 'student-found')
  const answered = page.waitForResponse(/\/welcomeText\//)
  await press(page, 'Ja, begin')
  const [, url] = (await (await answered).json()) as [string, string]
  await labelled('welcome-page')
  await page.getByRole('heading', { name: 'Welkom Voor0' }).waitFor()
  await page.waitForURL(`**${url}`)
  assertNoErrors()
  await close()
})

it('the code in the room changes by itself, and lets a student in on their own phone', async () => {
  const teacher = await site.visitor(1)
  await teacher.page.clock.install()
  await teacher.page.goto(`/calendar/room-qr/${part}`)
  const code = () => teacher.page.locator('.room-code .qr path').getAttribute('d')
  const first = await code()
  expect(await violations(teacher.page, 'dialog[open]')).toEqual([])
  const { page, assertNoErrors, close } = await site.visitor(null, { viewport: { width: 390, height: 844 } })
  await page.goto(`/aanwezig/${roomCode(site.app.services.config, part, new Date()).token}`)
  await press(page, 'English')
  await page.locator('.kiosk-field input').pressSequentially('11041980')
  await press(page, 'Next')
  await stands(page, 'lastname-confirmation')
  await page.locator('.kiosk-field input').fill('zwart')
  await press(page, 'Next')
  await page.getByRole('button', { name: /Jan Zwart/ }).click()
  await press(page, 'Yes, check me in')
  await page.getByRole('heading', { name: 'Welcome Jan' }).waitFor()
  expect(await violations(page, 'body')).toEqual([])
  const { rows } = await site.app.pool.query(
    `select e.present_source from enrolments e join contacts c on c.id = e.contact_id
     where c.last_name = 'Zwart' and e.present = 1`,
  )
  expect(rows).toEqual([{ present_source: 'room' }])
  assertNoErrors()
  await close()
  await expect
    .poll(async () => (await teacher.page.clock.runFor(10_000), (await code()) === first), { timeout: 45_000 })
    .toBe(false)
  await teacher.close()
})

it('asks whether somebody is there, goes on, and begins anew when nobody says so [S-094]', async () => {
  const { page, assertNoErrors, close } = await tablet()
  await type(page, '1101')
  await page.clock.runFor(60_000)
  const asked = page.getByRole('dialog', { name: 'Bent u er nog?' })
  await asked.waitFor()
  await assertUsable(page)
  await press(page, 'Doorgaan')
  expect(await page.locator('.kiosk-field input').inputValue()).toBe('11-01-')
  await page.clock.runFor(75_000)
  await stands(page, 'initial')
  expect(await page.locator('.kiosk-field input').inputValue()).toBe('')
  assertNoErrors()
  await close()
})

it('takes students in without network, sealed, and sends each once', async () => {
  const { page, context, close } = await tablet()
  const comeIn = async (day: string, name: string) => {
    await birthday(page, day)
    await stands(page, 'lastname-confirmation')
    await type(page, name)
    await press(page, 'Verder')
    await page.getByText('Uw aanmelding is bewaard').waitFor()
    await assertUsable(page)
    await press(page, 'Volgende persoon')
  }
  await site.app.pool.query('update enrolments set present = null, present_source = null where appointment_id = $1', [
    part,
  ])
  await context.setOffline(true)
  await comeIn('02-03-1990', 'achterb')
  await comeIn('03-03-1990', 'achterd')
  await page.getByText('Geen verbinding. Aanmelden kan gewoon. 2 aanmeldingen wachten.').waitFor()
  const kept = await page.evaluate(() => JSON.stringify(localStorage))
  expect(kept).not.toMatch(/achter|1990/i)
  await context.setOffline(false)
  await page.clock.runFor(15_000)
  await page.getByText('Lukt het niet?').waitFor()
  const { rows } = await site.app.pool.query(
    `select c.last_name, e.present_source from enrolments e join contacts c on c.id = e.contact_id
     where e.appointment_id = $1 and e.present = 1`,
    [part],
  )
  // The other one typed a name that is nobody's on that day: whoever teaches finds it.
  expect(rows).toEqual([{ last_name: 'Achterb', present_source: 'offline' }])
  const left = await site.app.pool.query('select last_name from sealed_arrivals where not recognised')
  expect(left.rows).toEqual([{ last_name: 'achterd' }])
  await close()
})

it('begins anew after an error, which it tells later; without its credentials it is set up again [T-233][T-234][T-235][M-067]', async () => {
  const { page, assertNoErrors, close } = await tablet()
  // The server answers with an error, once.
  await page.route(/\/findStudentBy\//, (route) => route.fulfill({ status: 500, json: {} }), { times: 1 })
  const told = page.waitForRequest('**/api/digital-presence/notifyErrors')
  await birthday(page, '11-04-1980')
  await page.getByText('Er ging helaas iets mis. Probeer het opnieuw.').waitFor()
  await press(page, 'Opnieuw')
  const { errors } = (await told).postDataJSON() as { errors: { call: string; status: number }[] }
  expect(errors).toMatchObject([{ call: 'findStudentBy', status: 500 }])
  await stands(page, 'initial')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('kiosk-errors'))).toBeNull()

  // The credentials are taken back: nothing is left but the setup.
  await site.app.pool.query('delete from api_tokens')
  await site.app.pool.query(`update api_clients set secret_hash = 'replaced' || substr(secret_hash, 9)`)
  await birthday(page, '11-04-1980')
  await press(page, 'Opnieuw')
  await stands(page, 'setup')
  assertNoErrors({ statuses: [500, 401] })
  await close()
})
