/** What is printed, downloaded and signed at a planning. */
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPdf } from '../../src/platform/pdf/document.ts'
import { layoutPen } from '../../src/platform/pdf/layout/layout.ts'
import { LayoutRefused } from '../../src/platform/pdf/layout/refused.ts'
import { streamPdf } from '../../src/platform/pdf/stream.ts'
import { addPassedPlanning } from '../support/builders.ts'
import { addHeldPlanning } from '../training/held-planning.ts'
import { templates } from '../support/layout-templates.ts'
import { type Page, type Site, holdBack, openSite, topPopup } from '../e2e/visit.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

async function open(role: number, path: string, options = {}) {
  const visitor = await site.visitor(role, options)
  await visitor.page.goto(path)
  await topPopup(visitor.page).waitFor()
  return visitor
}

describe('a print form', () => {
  it('wants a selection, and says so [T-160]', async () => {
    const planning = await addHeldPlanning(site.app)
    const { page, context, assertNoErrors, close } = await open(
      3,
      `/calendar/getPrintPresenceForm/${planning.parts[0]}`,
    )
    const popup = topPopup(page)
    const error = popup.getByRole('alert')
    await expect.poll(() => error.count()).toBe(0)
    await popup.getByLabel('Alle cursisten').uncheck()
    await popup.getByRole('button', { name: 'Afdrukken' }).click()
    await expect.poll(() => error.innerText()).toBe('Kies minstens één cursist.')
    expect(context.pages()).toHaveLength(1)
    await popup.locator('input[name="students[]"]').first().check()
    await expect.poll(() => error.count()).toBe(0)
    assertNoErrors()
    await close()
  })

  it('leads to its print URL with who was chosen [T-210]', async () => {
    const planning = await addHeldPlanning(site.app)
    const [first, second] = planning.students as [number, number]
    const { page, context, assertNoErrors, close } = await open(
      3,
      `/calendar/getPrintPresenceForm/${planning.parts[0]}`,
    )
    const popup = topPopup(page)
    await popup.getByLabel('Alle cursisten').uncheck()
    for (const id of [first, second]) await popup.locator(`input[name="students[]"][value="${id}"]`).check()
    const asked = context.waitForEvent('request', (request) => request.url().includes('generatePresenceList'))
    await popup.getByRole('button', { name: 'Afdrukken' }).click()
    const url = new URL((await asked).url())
    expect(url.pathname).toBe(`/calendar/generatePresenceList/${planning.parts[0]}`)
    expect(url.searchParams.get('students')!.split(',').map(Number).sort()).toEqual([first, second].sort())
    expect(url.searchParams.get('stream')).toBe('1')
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      popup.getByRole('button', { name: 'Downloaden' }).click(),
    ])
    expect(file.suggestedFilename()).toMatch(/^presentielijst-.*\.pdf$/)
    assertNoErrors()
    await close()
  })
})

describe('a print or download', () => {
  it('that fails says so, and the page stays [M-104][A-185]', async () => {
    const planning = await addHeldPlanning(site.app)
    const { page, context, close } = await open(2, `/calendar/getPrintPresenceForm/${planning.parts[0]}`)
    const at = page.url()
    const popup = topPopup(page)
    const flash = page.locator('#flash')
    await context.setOffline(true)
    await popup.getByRole('button', { name: 'Downloaden' }).click()
    await flash.getByText('Er ging iets mis bij het printen. Er is geen verbinding met de server.').waitFor()
    await context.setOffline(false)

    // The planning went meanwhile; the words of the server say so, and the tab of a print does not stay behind.
    await site.app.owner.pool.query('delete from enrolments where appointment_id = any($1)', [planning.parts])
    await site.app.owner.pool.query('delete from appointments where id = any($1)', [planning.parts])
    await popup.getByRole('button', { name: 'Downloaden' }).click()
    await flash.getByText(/^Er ging iets mis bij het printen\. .+ niet gevonden/).waitFor()
    await popup.getByRole('button', { name: 'Afdrukken' }).click()
    await flash.getByText('Er ging iets mis bij het printen.', { exact: true }).waitFor()
    await expect.poll(() => context.pages().length).toBe(1)
    expect([page.url(), await popup.isVisible()]).toEqual([at, true])

    await page.goto('/contacts')
    await page.getByRole('button', { name: 'Exporteren' }).click()
    const csv = page.locator('[data-export="csv"]')
    await context.setOffline(true)
    await csv.click()
    await flash.getByText('Er ging iets mis bij het printen.').waitFor()
    await context.setOffline(false)
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page
        .getByRole('button', { name: 'Exporteren' })
        .click()
        .then(() => csv.click()),
    ])
    expect(file.suggestedFilename()).toBe('contacten.csv')
    await expect.poll(() => csv.getAttribute('aria-busy')).toBeNull()
    await close()
  })
})

describe('the download screen of certificates', () => {
  it('waits for a date of issue, and closes 500 ms after its file was asked for [T-159][T-253][S-061]', async () => {
    const { contacts, courses } = site.app.story
    const { partId } = await addPassedPlanning(site.app.db, courses.bhv, [contacts.anouk])
    const planner = await site.app.as(2)
    const send = await planner.get(`/certificate/getCertificateSendWizard/${partId}`)
    const issuedOn = String(send.$('[name="issued_on"]').val())
    const issued = await planner.post(`/certificate/getCertificateWizard/${partId}`, {
      'layouts[]': 1,
      issued_on: issuedOn,
      'students[]': contacts.anouk,
    })
    expect(issued.status).toBe(200)
    const { page, assertNoErrors, close } = await site.visitor(2)
    await page.clock.install()
    await page.goto(`/certificate/getCertificatesDownloadScreen/${partId}`)
    const popup = topPopup(page)
    const button = popup.getByRole('button', { name: 'Downloaden' })
    await button.waitFor()
    await expect.poll(() => button.isDisabled()).toBe(true)
    const field = popup.getByLabel('Datum van afgifte')
    await field.fill(issuedOn)
    await expect.poll(() => button.isEnabled()).toBe(true)
    await field.fill('')
    await expect.poll(() => button.isDisabled()).toBe(true)
    await field.fill(issuedOn)
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 2000)
    const [file] = await Promise.all([page.waitForEvent('download'), button.click()])
    expect(file.suggestedFilename()).toMatch(/\.pdf$/)
    await page.clock.runFor(490)
    await expect.poll(() => popup.getAttribute('open')).not.toBeNull()
    await page.clock.runFor(10)
    await expect.poll(() => page.locator('dialog[open]').count()).toBe(0)
    assertNoErrors()
    await close()
  })
})

describe('a signature', () => {
  const draw = async (page: Page) => {
    await topPopup(page).locator('canvas:not([aria-busy])').waitFor()
    const { x, y } = (await topPopup(page).locator('canvas').boundingBox())!
    await page.mouse.move(x + 40, y + 40)
    await page.mouse.down()
    await page.mouse.move(x + 120, y + 70)
    await page.mouse.up()
  }

  it('cannot be saved while it is empty [T-168]', async () => {
    const planning = await addHeldPlanning(site.app)
    const viewer = `/calendar/getPresenceViewer/${planning.parts[0]}`
    const { page, assertNoErrors, close } = await open(3, viewer, { viewport: { width: 390, height: 844 } })
    const asking = topPopup(page).getByRole('link', { name: /^Laten tekenen/ })
    for (const { x, width, height } of await asking.evaluateAll((links) =>
      links.map((link) => link.getBoundingClientRect()),
    ))
      expect([height >= 44, x >= 0 && x + width <= 390]).toEqual([true, true])
    const letCome = await holdBack(page, 'public/js/presence/signature.ts')
    await asking.first().click()
    const save = topPopup(page).getByRole('button', { name: 'Handtekening opslaan' })
    // Nobody draws on what cannot hold it yet.
    await topPopup(page).locator('canvas[aria-busy]').waitFor()
    await letCome()
    await expect.poll(() => save.isDisabled()).toBe(true)
    await draw(page)
    await expect.poll(() => save.isEnabled()).toBe(true)
    await page.getByRole('button', { name: 'Wissen' }).click()
    await expect.poll(() => save.isDisabled()).toBe(true)
    await draw(page)
    const after = await topPopup(page).getByText('Hierna tekent').textContent()
    await topPopup(page).getByRole('button', { name: 'Opslaan en volgende' }).click()
    await page.getByText('Handtekening opgeslagen').waitFor()
    const name = after!.replace(/^Hierna tekent |\.$/g, '')
    await page.getByRole('dialog', { name: `Handtekening van ${name}` }).waitFor()
    await expect.poll(() => save.isDisabled()).toBe(true)
    await draw(page)
    await save.click()
    await expect
      .poll(() =>
        topPopup(page)
          .getByRole('link', { name: /^Opnieuw tekenen/ })
          .count(),
      )
      .toBe(2)
    assertNoErrors()
    await close()
  })

  it('is kept as a webp of what was drawn and nothing around it [T-246]', async () => {
    const planning = await addHeldPlanning(site.app)
    const [appointment_id, contact_id] = [planning.parts[0]!, planning.students[0]!]
    const { page, close } = await open(3, `/calendar/signatureInterface/${appointment_id}/${contact_id}`)
    await draw(page)
    await page.getByRole('button', { name: 'Handtekening opslaan' }).click()
    await page.getByText('Handtekening opgeslagen').waitFor()
    const { mime_type, storage_key } = await site.app.db
      .selectFrom('presence_signatures')
      .select(['mime_type', 'storage_key'])
      .where('appointment_id', '=', appointment_id)
      .where('contact_id', '=', contact_id)
      .executeTakeFirstOrThrow()
    const image = await buffer(await site.app.services.files.open(storage_key))
    expect([mime_type, image.toString('latin1', 8, 16)]).toEqual(['image/webp', 'WEBPVP8X'])
    // Drawn 80 by 30, with a line of 2 around it, at twice the size.
    expect([image.readUIntLE(24, 3) + 1, image.readUIntLE(27, 3) + 1]).toEqual([168, 68])
    await close()
  })

  it('that fails says nothing, and stays to be saved again [T-228]', async () => {
    const planning = await addHeldPlanning(site.app)
    const path = `/calendar/signatureInterface/${planning.parts[0]}/${planning.students[0]}`
    const { page, assertNoErrors, close } = await open(3, path)
    await page.route(`**${path}`, (route) => route.fulfill({ status: 500, body: '' }))
    await page.clock.install()
    const save = page.getByRole('button', { name: 'Handtekening opslaan' })
    await draw(page)
    await Promise.all([page.waitForResponse(`**${path}`), save.click()])
    await expect.poll(() => save.isEnabled()).toBe(true)
    await page.clock.runFor(5000)
    await expect.poll(() => page.locator('.flash').count()).toBe(0)
    await expect.poll(() => topPopup(page).getByRole('alert').count()).toBe(0)
    await page.unroute(`**${path}`)
    await save.click()
    await page.getByText('Handtekening opgeslagen').waitFor()
    assertNoErrors({ statuses: [500] })
    await close()
  })
})

describe('the code of a layout', () => {
  it('however it is written is drawn or refused, and nothing else', async () => {
    const data = { titel: 'F2026-0001', tekst: 'een\ntwee', regels: [{ naam: 'Regel' }] }
    await fc.assert(
      fc.asyncProperty(templates, async (source) => {
        const document = createPdf({ title: 'Proef', author: 'Noordkaap', createdAt: new Date(0) })
        const done = buffer(streamPdf(document, [{ source, data, pictures: {} }], layoutPen()))
        const bytes = await done.catch((error: unknown) => {
          if (error instanceof LayoutRefused) return null
          throw error
        })
        expect(bytes === null || bytes.length > 0).toBe(true)
      }),
      { numRuns: 3000, seed: 1 },
    )
  }, 240_000)
})
