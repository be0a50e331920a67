import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SECRET } from '../support/app.ts'
import { startProcess } from '../support/processes.ts'
import { openVisitor } from '../support/browser.ts'
import { type Page, type Site, drawn, openSite, topPopup, violations } from '../e2e/visit.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

const saved = (page: Page) => page.getByText('Wijziging opgeslagen').first()

describe('the settings page', () => {
  it('changes tab, saves in its place and keeps what was typed when somebody else was first', async () => {
    const { page, assertNoErrors, close } = await site.visitor(1)
    await page.goto('/settings/')
    const menu = page.getByRole('navigation', { name: 'Instellingen' })
    // A setting is found by its label, whichever page it is on, and its field has the focus.
    await menu.getByLabel('Instelling zoeken').fill('grootste bestand')
    await menu.getByRole('link', { name: 'Documenten' }).click()
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('max_megabytes')
    for (const name of ['Documenten', 'Inloggen', 'Schijf'])
      await menu.getByRole('link', { name, exact: true }).waitFor()
    expect(await menu.getByRole('link', { name: 'Statuskleuren', exact: true }).count()).toBe(0)
    const size = page.getByLabel('Grootste bestand in MB')
    await size.fill('8')
    await page.getByRole('button', { name: 'Opslaan' }).click()
    await saved(page).waitFor()
    await expect.poll(() => page.url()).toContain('tab=documents')
    await size.fill('9')
    const other = await site.visitor(1)
    await other.page.goto('/settings/?tab=documents')
    await other.page.getByLabel('Grootste bestand in MB').fill('12')
    await other.page.getByRole('button', { name: 'Opslaan' }).click()
    await saved(other.page).waitFor()
    await page.getByRole('button', { name: 'Opslaan' }).click()
    await page.getByText('Deze gegevens zijn intussen gewijzigd door').waitFor()
    await expect.poll(() => size.inputValue()).toBe('9')
    await page.getByRole('button', { name: 'Opgeslagen gegevens overnemen' }).click()
    await expect.poll(() => size.inputValue()).toBe('12')
    assertNoErrors({ statuses: [409] })
    await other.close()
    await close()
  })

  it('asks before typed settings are left for another page', async () => {
    const { page, assertNoErrors, close } = await site.visitor(1)
    await page.goto('/settings/?tab=organisation')
    const name = page.getByLabel('Naam', { exact: false }).first()
    await name.click()
    await page.keyboard.type('Nieuwe ')
    const asked = page.waitForEvent('dialog')
    await Promise.all([
      asked.then((dialog) => dialog.dismiss()),
      page
        .getByRole('link', { name: 'Contacten', exact: true })
        .click()
        .catch(() => undefined),
    ])
    expect((await asked).type()).toBe('beforeunload')
    await expect.poll(() => name.inputValue()).toContain('Nieuwe ')
    expect(page.url()).toContain('/settings/')
    assertNoErrors()
    await close()
  })

  it('refuses a colour in which text cannot be read, at its field', async () => {
    const { page, assertNoErrors, close } = await site.visitor(1)
    await page.goto('/settings/?tab=status-colors')
    const field = page.getByLabel('Kleur van Optie')
    await page.getByRole('switch').first().check()
    await field.fill('#facc15')
    await page.getByRole('button', { name: 'Opslaan' }).click()
    await page.getByText('Kies een donkerdere kleur.').waitFor()
    await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
    await field.fill('#7a3fc4')
    await page.getByRole('button', { name: 'Opslaan' }).click()
    await saved(page).waitFor()
    await page.locator('[data-hue="#7a3fc4"]').waitFor()
    assertNoErrors({ statuses: [422] })
    await close()
  })

  it('shows a new API key once, and says when making one fails [A-174][M-098]', async () => {
    const { page, assertNoErrors, close } = await site.visitor(1)
    await page.goto('/settings/?tab=api')
    await page.getByRole('link', { name: 'API-sleutel toevoegen' }).click()
    const popup = topPopup(page)
    await popup.getByLabel('Naam').fill('Website')
    await popup.getByLabel('Aanmeldingen insturen').check()
    await page.route('**/settings/api/createClient', (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 500, body: 'x' }) : route.continue(),
    )
    await popup.getByRole('button', { name: 'API-sleutel toevoegen' }).click()
    await page.getByText('Er ging iets mis', { exact: true }).waitFor()
    await page.unroute('**/settings/api/createClient')
    await popup.getByRole('button', { name: 'API-sleutel toevoegen' }).click()
    await popup.getByLabel('Sleutel (client-secret)', { exact: true }).waitFor()
    expect((await popup.getByLabel('Sleutel (client-secret)', { exact: true }).inputValue()).length).toBeGreaterThan(30)
    await popup.getByRole('button', { name: 'Sluiten', exact: true }).click()
    await page.locator('[data-rows]').getByText('Website').waitFor()
    assertNoErrors({ statuses: [500] })
    await close()
  })
})

const DRAWING = `<svg viewBox="0 0 10 10" onload="window.hacked=1">
  <style><![CDATA[.sky{fill:#123456;stroke:#abcdef} .sky{stroke:none}]]></style><ellipse class="sky" rx="2" ry="1"/><script>window.hacked=1</script><foreignObject><b>x</b></foreignObject>
  <rect width="5" height="5" fill="#FF0000" onclick="window.hacked=1"/>
  <circle cx="7" cy="7" r="2" style="fill:#00ff00;background:url(https://elsewhere.example/x)"/>
  <path d="M0 0h1" stroke="#ff0000" fill="url(https://elsewhere.example/y)"/></svg>`

describe('the SVG colour converter', () => {
  it.each(['Control', 'Shift'])('opens on %s with S, V and G, and is safe and useful [P-263][S-028]', async (held) => {
    const { page, assertNoErrors, close } = await site.visitor(2)
    await page.goto('/contacts')
    await page.locator('[data-rows] tr').first().waitFor()
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.keyboard.down(held)
    for (const key of ['KeyS', 'KeyV']) await page.keyboard.press(key)
    await page.keyboard.up(held)
    await drawn(page)
    expect(asked.filter((url) => url.includes('svg-tool'))).toEqual([])
    await page.keyboard.down(held)
    for (const key of ['KeyS', 'KeyV', 'KeyG']) await page.keyboard.press(key)
    await page.keyboard.up(held)
    const tool = topPopup(page)
    await tool.getByText('SVG-kleuren').waitFor()
    const { width } = page.viewportSize()!
    expect((await tool.boundingBox())!.width).toBeGreaterThan(width * 0.97)
    await tool.getByLabel('SVG', { exact: true }).fill(DRAWING)
    const result = tool.getByLabel('Resultaat')
    await expect.poll(() => result.inputValue()).toContain('#FF0000')
    await expect.poll(() => result.inputValue()).not.toMatch(/script|onload|onclick|foreignObject|elsewhere|style=/)
    await tool.getByLabel('Wat #ff0000 wordt').selectOption('current')
    await expect.poll(() => result.inputValue()).toMatch(/stroke="currentColor"/)
    await expect.poll(() => result.inputValue()).toContain('fill="#00ff00"')
    await expect.poll(() => result.inputValue()).toMatch(/<ellipse[^>]* fill="#123456" stroke="none"/)
    await tool.getByRole('button', { name: 'Alles naar currentColor' }).click()
    await expect.poll(() => result.inputValue()).not.toContain('#')
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false)
    await page.keyboard.press('Escape')
    await page.locator('dialog[open]').waitFor({ state: 'detached' })
    assertNoErrors()
    await close()
  })
})

describe('the e-mail tab', () => {
  it('tells how mail leaves, and offers no test while none can, readable in light and dark', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page, assertNoErrors, close } = await site.visitor(1, { colorScheme, reducedMotion: 'reduce' })
      await page.goto('/settings/?tab=mail')
      const mailbox = page.getByRole('region', { name: 'Versturen via' })
      await mailbox.getByText('Er is geen mailserver ingesteld').waitFor()
      const found = await violations(page, '[data-item-body]')
      expect(found.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
      expect(await mailbox.getByRole('button', { name: 'Testbericht aan mijzelf' }).count()).toBe(0)
      assertNoErrors()
      await close()
    }
  })
})

describe('the API explorer', () => {
  it('finds a call and shows what it answers [S-194]', async () => {
    const { page, assertNoErrors, close } = await site.visitor(1)
    await site.app.pool.query('update users set is_developer = true where id = $1', [site.app.story.users[1]])
    site.app.services.config.dev = true
    await page.goto('/explorer/view')
    const popup = topPopup(page)
    await popup.getByLabel('Aanroepen zoeken').fill('getcurrentuser')
    await popup.getByRole('button', { name: '/ajax/getCurrentUser', exact: true }).click()
    await popup.getByRole('button', { name: 'Versturen' }).click()
    await popup.getByText(/^200 in \d+ ms/).waitFor()
    await expect.poll(() => popup.getByLabel('Antwoord').innerText()).toContain('"1": "Administrator"')
    site.app.services.config.dev = false
    assertNoErrors()
    await close()
  })
})

describe('change notices', () => {
  it('reach another browser on another server process, which shows the new name at once', async () => {
    const env = {
      DATABASE_URL: site.app.connectionString,
      DATA_DIR: site.app.services.config.dataDir,
      SESSION_SECRET: SECRET,
      NODE_ENV: 'test',
      NOORDKAAP_DEMO: '1',
      LOG_LEVEL: 'silent',
      PORT: '0',
      // Vite leaves one of its own in the environment of the tests.
      BASE_URL: '',
    }
    const servers = await Promise.all([startProcess('src/server.ts', env), startProcess('src/server.ts', env)])
    const people = await Promise.all(
      servers.map(async ({ url }, i) => {
        const visitor = await openVisitor(site.browser, { baseURL: url })
        const [name = '', value = ''] = (await site.app.as(i + 1)).cookie.split(/=(.*)/s)
        await visitor.context.addCookies([{ name, value, url }])
        return visitor
      }),
    )
    const [administrator, planner] = people as [(typeof people)[0], (typeof people)[0]]
    const name = `Buitenpost ${randomBytes(3).toString('hex')}`
    await planner.page.goto('/settings/establishments')
    const row = planner.page.locator(`[data-rows] tr[data-id="${site.app.story.establishments.deventer}"]`)
    await row.getByText('Deventer').first().waitFor()
    await administrator.page.goto(`/settings/establishment/edit/${site.app.story.establishments.deventer}`)
    await topPopup(administrator.page).getByLabel('Naam').fill(name)
    await topPopup(administrator.page).getByRole('button', { name: 'Opslaan' }).click()
    await row.getByText(name).waitFor()
    for (const visitor of people) {
      visitor.assertNoErrors()
      await visitor.close()
    }
    await Promise.all(servers.map((server) => server.stop()))
  })
})

describe('the editor of a layout', () => {
  const decoded = (body: string | null, name: string) =>
    Buffer.from(new URLSearchParams(body ?? '').get(name) ?? '', 'base64').toString()

  it('sends its code to the frame and to be kept, as base64, and warns who leaves [P-198][A-164][A-165]', async () => {
    const { page, assertNoErrors, close } = await site.visitor(1)
    const { order } = site.app.story.layouts
    const posted = (path: string) =>
      page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith(`/${order}/${path}`))
    await page.goto(`/settings/layouts/${order}`)
    const shown = posted('preview')
    await page.getByRole('button', { name: 'Voorbeeld' }).click()
    const asked = await shown
    expect(asked.frame().name()).toBe('layout-frame')
    expect(decoded(asked.postData(), 'source')).toContain('<page-number/>')
    await page.locator('.cm-editor').waitFor()
    await page.getByRole('textbox', { name: 'Code' }).click()
    await page.keyboard.press('Control+End')
    await page.keyboard.insertText('<p>{{ nietbekend }}</p>')
    const dialog = page.waitForEvent('dialog')
    void page.close({ runBeforeUnload: true })
    const leaving = await dialog
    expect(leaving.type()).toBe('beforeunload')
    await leaving.dismiss()
    await page.getByRole('button', { name: 'Opslaan' }).click()
    await page.locator('.field-error').getByText(/Regel \d+, kolom \d+: Het gegeven nietbekend bestaat hier niet/).waitFor() // prettier-ignore
    await page.getByRole('textbox', { name: 'Code' }).click()
    await page.keyboard.press('Control+A')
    await page.keyboard.insertText('<h1>Eigen {{ titel }}</h1>')
    const sent = posted('save')
    await page.getByRole('button', { name: 'Opslaan' }).click()
    expect(decoded((await sent).postData(), 'contents')).toBe('<h1>Eigen {{ titel }}</h1>')
    await page.getByText('Layout gewijzigd').first().waitFor()
    await page.locator('.layout-versions li').first().waitFor()
    assertNoErrors({ statuses: [422] })
    await close()
  })

  it('says when it could not be kept [A-187][M-017]', async () => {
    const { page, assertNoErrors, close } = await site.visitor(1)
    await page.goto(`/settings/layouts/${site.app.story.layouts.quotation}`)
    await page.locator('.cm-editor').waitFor()
    await page.route(/\/save$/, (route) => route.fulfill({ status: 500, json: { message: 'x' } }))
    await page.getByRole('button', { name: 'Opslaan' }).click()
    await page.getByText('Er ging iets mis bij het opslaan.').first().waitFor()
    assertNoErrors({ statuses: [500] })
    await close()
  })

  it('and a print opens in a window of its own with Alt held [A-014]', async () => {
    const { page, close } = await site.visitor(1)
    await page.goto(`/administration/orders/print?ids=${site.app.story.orders.open}`)
    const opened = page.context().waitForEvent('page')
    const head = page.waitForRequest((request) => request.url().includes('/print/collection/'))
    await topPopup(page).getByRole('link', { name: /downloaden$/ }).first().click({ modifiers: ['Alt'] }) // prettier-ignore
    expect(new URL((await head).url()).search).toBe('?stream=true')
    await (await opened).close()
    await close()
  })
})

describe('moving over from an older system', () => {
  const companies = Array.from({ length: 20 }, (_, i) => `K${i};Oude Klant ${i} B.V.;${i === 7 ? 9003 : 9000 + i}`)
  const FILES = [
    { name: 'bedrijven.csv', text: ['bedrijfs_code;bedrijfsnaam;ext_debiteur_no', ...companies].join('\n') },
    { name: 'cursisten.csv', text: 'employeeId;achternaam;voornaam;bedrijfsnaam\nP1;Oudeman;Anna;Oude Klant 1 B.V.' },
  ].map(({ name, text }) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) }))

  it('lists duplicate debtor numbers in an alert, tries a lost part again after 2 s, and goes on where it broke off [A-172][A-173][M-097]', async () => {
    site.app.services.config.migration = { url: null }
    const { page, assertNoErrors, close } = await site.visitor(1)
    const asked: { part: string; at: number }[] = []
    let isLost = true
    await page.route(/get_data\/companies\/\d+$/, async (route) => {
      const part = route.request().url().split('/').at(-1)!
      asked.push({ part, at: Date.now() })
      await (isLost && part === '4' ? route.fulfill({ status: 503, json: {} }) : route.continue())
    })
    await page.goto('/settings/?tab=migration')
    await page.getByRole('link', { name: 'Beginnen' }).click()
    await topPopup(page).getByLabel('Waar komen de gegevens vandaan?').selectOption('planaday')
    await topPopup(page).locator('input[type=file]').setInputFiles(FILES)
    await topPopup(page).getByRole('button', { name: 'Verder' }).click()
    const steps = page.getByRole('list', { name: 'Stappen' })
    await steps.getByRole('button', { name: 'Bedrijven' }).click()
    const companies = page.getByRole('article', { name: 'bedrijven' })
    await companies.getByRole('button', { name: 'Ophalen', exact: true }).click()
    await topPopup(page).getByText('Deze debiteurnummers staan dubbel in het oude systeem: 9003 (Oude Klant 3 B.V., Oude Klant 7 B.V.).').waitFor() // prettier-ignore
    await topPopup(page).locator('[data-answer=close]').click()
    expect(asked.map(({ part }) => part)).toEqual(['1'])
    await page.getByRole('link', { name: 'Kiezen' }).click()
    await topPopup(page).getByLabel('Debiteurnummer 9003 blijft bij').selectOption({ label: 'Oude Klant 7 B.V.' })
    await topPopup(page).getByRole('button', { name: 'Opslaan' }).click()
    await expect.poll(() => page.getByText('staat dubbel').count()).toBe(0)
    await companies.getByRole('button', { name: 'Ophalen', exact: true }).click()
    await page.getByText('Er is een probleem opgetreden. Neem contact op met onze helpdesk.').waitFor()
    expect(asked.map(({ part }) => part)).toEqual(['1', '1', '2', '3', '4', '4'])
    expect(asked.at(-1)!.at - asked.at(-2)!.at).toBeGreaterThanOrEqual(2000)
    isLost = false
    await page.goto('/settings/?tab=migration')
    await companies.getByText('Deel 3 van 10').waitFor()
    await companies.getByRole('button', { name: 'Verder ophalen' }).click()
    await companies.getByRole('link', { name: 'Nakijken en overnemen' }).click()
    expect(asked.slice(6).map(({ part }) => part)).toEqual(['4', '5', '6', '7', '8', '9', '10'])
    await topPopup(page).getByRole('checkbox', { name: 'Oude Klant 0 B.V. meenemen' }).uncheck()
    expect(await violations(page, 'dialog[open]')).toEqual([])
    await topPopup(page).getByRole('button', { name: 'Overnemen' }).click()
    await page.getByText('19 bedrijven overgenomen: 19 nieuw, 0 bijgewerkt, 1 overgeslagen').waitFor()
    await steps.getByText('19 van 20 bedrijven').waitFor()
    expect(await violations(page, '[data-migration]')).toEqual([])
    await steps.getByRole('button', { name: 'Afronden' }).click()
    await page.getByRole('button', { name: 'Afronden', exact: true }).last().click()
    await topPopup(page).getByRole('button', { name: 'Ja' }).click()
    await page.getByText('Eerder afgerond').waitFor()
    const [report] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Verslag (CSV)' }).click()]) // prettier-ignore
    expect(report.suggestedFilename()).toBe('overstap-1.csv')
    assertNoErrors({ statuses: [424, 503] })
    await close()
  })
})

describe('a list of three hundred contacts', () => {
  it('comes in with what was chosen for each row in doubt, and is taken back', { timeout: 120_000 }, async () => {
    const stored = async (like: string) =>
      Number((await site.app.pool.query<{ n: string }>('select count(*) as n from contacts where last_name like $1', [like])).rows[0]!.n) // prettier-ignore
    for (const [i, email] of ['a', 'b', 'c'].entries())
      await site.app.pool.query(
        `insert into contacts (first_name, last_name, email, client_id) select 'Toos', $1, $2, max(client_id) + 7000 from client_ids`,
        [`Twijfelaar${'xyz'[i]!}`, `${email}@oud.example`],
      )
    const people = Array.from({ length: 297 }, (_, i) => `Piet;Driehonderd${i};p${i}@nieuw.example`)
    const doubtful = [...'xyz'].map((end) => `Toos;Twijfelaar${end};${end}@nieuw.example`)
    const { page, assertNoErrors, close } = await site.visitor(1)
    await page.goto('/contacts')
    await page.getByRole('link', { name: 'Importeren' }).click()
    const popup = topPopup(page)
    await popup.locator('[name=list]').fill(['Voornaam;Achternaam;E-mail', ...people, ...doubtful].join('\n'))
    await popup.getByText('297 worden nieuw').waitFor()
    const choices = popup.locator('[data-import-choice]')
    await expect.poll(() => choices.count()).toBe(3)
    await choices.nth(0).selectOption('skip')
    await choices.nth(1).selectOption({ index: 3 })
    await choices.nth(2).selectOption('new')
    expect(await violations(page, 'dialog[open]')).toEqual([])
    await popup.getByRole('button', { name: '300 regels importeren' }).click()
    // Between batches the server has time for others.
    await page.locator('.flash').getByText('298 nieuw, 1 bijgewerkt, 1 overgeslagen').waitFor({ timeout: 60_000 })
    expect([await stored('Driehonderd%'), await stored('Twijfelaar%')]).toEqual([297, 4])
    await popup.locator('[data-import-log]').waitFor()
    await page.locator('.flash').getByRole('button', { name: 'Ongedaan maken' }).click()
    await expect.poll(() => stored('Driehonderd%')).toBe(0)
    expect(await stored('Twijfelaar%')).toBe(3)
    assertNoErrors()
    await close()
  })
})
