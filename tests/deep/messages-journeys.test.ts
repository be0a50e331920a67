import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formatDate } from '../../src/platform/format/format.ts'
import { addDays, today } from '../../src/platform/format/zone.ts'
import { mailServer } from '../support/mail-server.ts'
import { type Page, type Site, openSite, rows, topPopup } from '../e2e/visit.ts'

const REFUSED = 'weiger.mij@delinde.example'

let smtp: Awaited<ReturnType<typeof mailServer>>
let site: Site
beforeAll(async () => {
  smtp = await mailServer()
  site = await openSite({ env: { SMTP_URL: smtp.url } })
  await site.app.owner.pool.query(`update settings set value = value || '{"undo_seconds": 2}' where key = 'mail'`)
})
afterAll(async () => {
  await site.close()
  await smtp.stop()
})

const editorOf = (page: Page) => topPopup(page).getByRole('textbox', { name: 'Bericht' })

async function writeToCourse() {
  const visitor = await site.visitor(2)
  await visitor.page.goto(`/messages/write/course?appointment_id=${site.app.story.appointments.coming}`)
  await editorOf(visitor.page).and(visitor.page.locator('.tiptap')).waitFor()
  return visitor
}

describe('a message to the people of a planning', () => {
  it('is sent to all of them; who is refused says why, here and on the contact', async () => {
    const { rows: students } = await site.app.pool.query<{ id: number }>(
      'select contact_id as id from enrolments where appointment_id = $1 order by contact_id limit 1',
      [site.app.story.appointments.coming],
    )
    const contact = students[0]!.id
    await site.app.pool.query('update contacts set email = $2 where id = $1', [contact, REFUSED])
    const { page, assertNoErrors, close } = await site.visitor(2)
    await page.goto(`/calendar/view-appointment/${site.app.story.appointments.coming}`)
    await topPopup(page).getByRole('tab', { name: 'Berichten', exact: true }).click()
    await topPopup(page).locator('a[href^="/messages/write/course"]').click()
    const box = topPopup(page).getByRole('checkbox', { name: /^Cursisten \(/ })
    await box.check()
    await topPopup(page).getByRole('button', { name: 'Herinnering cursusdag' }).click()
    await topPopup(page).locator('.mail-body').getByText('Binnenkort is het zover').waitFor()
    await topPopup(page).getByText('Tekst aanpassen').click()
    const subject = topPopup(page)
      .locator('.tiptap')
      .and(topPopup(page).getByRole('textbox', { name: 'Onderwerp' }))
    await expect
      .poll(() => subject.textContent())
      .toBe('Herinnering: Naam van de opleiding op Datum van het eerste onderdeel')
    const kept = topPopup(page).locator('input[name=subject]')
    expect(await kept.inputValue()).toBe('Herinnering: {{ planning.cursus }} op {{ planning.datum }}')
    const content = topPopup(page).locator('textarea[name=content]')
    expect(await content.inputValue()).toContain('{% if onderdeel.plaats != blank %}')
    await expect.poll(() => editorOf(page).and(page.locator('.tiptap')).textContent()).not.toMatch(/[{}]/)
    // A block is one chip, to be opened for who wants to change what is in it; that changes nothing by itself.
    const before = await content.inputValue()
    const block = editorOf(page).and(page.locator('.tiptap')).getByText('Onderdelen (voor elk)')
    await block.click()
    await topPopup(page).getByRole('button', { name: 'Uitklappen' }).click()
    await editorOf(page).and(page.locator('.tiptap')).getByText('Voor elk van: Onderdelen').waitFor()
    await editorOf(page).and(page.locator('.tiptap')).getByText('Voorwaardelijk deel').first().waitFor()
    expect(await content.inputValue()).toBe(before)
    // By the keyboard alone: the last chip goes, another comes, and a second line does not.
    await subject.press('Control+End')
    await subject.press('ArrowLeft')
    await subject.press('Delete')
    await expect.poll(() => kept.inputValue()).toBe('Herinnering: {{ planning.cursus }} op ')
    await subject.press('Enter')
    await subject.pressSequentially('{{ planning.datum }}')
    await topPopup(page)
      .getByRole('combobox', { name: 'Gegeven invoegen in het onderwerp' })
      .selectOption('planning.nummer')
    await expect
      .poll(() => kept.inputValue())
      .toBe('Herinnering: {{ planning.cursus }} op {{ planning.datum }}{{ planning.nummer }}')
    await expect.poll(() => subject.locator('.var').count()).toBe(3)
    await editorOf(page).and(page.locator('.tiptap')).getByText('Binnenkort is het zover').waitFor()
    await topPopup(page).locator('.mail-body').getByText('Binnenkort is het zover').waitFor()
    await expect.poll(() => topPopup(page).locator('.mail-body').textContent()).not.toContain('{{')
    const text = { name: 'route.txt', mimeType: 'text/plain', buffer: Buffer.from('Afslag 18') }
    await topPopup(page)
      .locator('input[name=files]')
      .setInputFiles([text, { ...text, name: 'huisregels.txt' }])
    await topPopup(page).locator('.writer-preview').getByText('2 bijlagen').waitFor()
    // What is said of leaving at once goes while a time is set.
    const leaves = topPopup(page).getByText(/vertrekt na \d+ seconden/)
    await leaves.waitFor()
    const clock = topPopup(page).locator('[data-moment]:has(input[name=send_at]) input')
    await clock.nth(1).fill(formatDate(addDays(today(), 2)))
    await clock.nth(2).fill('09:00')
    await clock.nth(2).press('Tab')
    await leaves.waitFor({ state: 'hidden' })
    for (const at of [1, 2]) await clock.nth(at).fill('')
    await clock.nth(2).press('Tab')
    await leaves.waitFor()
    await topPopup(page).getByRole('button', { name: 'Versturen' }).click()
    await page
      .locator('.flash')
      .getByText(/staat klaar voor \d+ ontvangers/)
      .waitFor()
    await expect.poll(() => smtp.received.length, { timeout: 15_000 }).toBeGreaterThan(2)
    expect(smtp.received[0]!.subject).toMatch(/^Herinnering: \S.* op \d\d-\d\d-\d{4}\d+$/)
    expect(smtp.received[0]!.html).toContain('uur')
    expect(smtp.received[0]!.files).toEqual(['route.txt', 'huisregels.txt'])
    await page.goto(`/messages?search=${REFUSED}`)
    await rows(page).first().getByText('Geweigerd').waitFor({ timeout: 15_000 })
    await expect.poll(() => rows(page).first().textContent()).toContain('no such mailbox')
    await page.goto(`/contact/view/${contact}`)
    await topPopup(page).getByText(`Het laatste bericht aan ${REFUSED} werd geweigerd`).waitFor()
    assertNoErrors()
    await close()
  })

  it('cannot be sent before a kind of recipients is chosen [P-194][S-171]', async () => {
    const { page, assertNoErrors, close } = await writeToCourse()
    const send = topPopup(page).getByRole('button', { name: 'Versturen' })
    const reason = () => topPopup(page).locator('[data-form-note]').innerText()
    await expect.poll(() => send.isDisabled()).toBe(true)
    expect(await reason()).toBe('Maak een keuze bij Ontvangers')
    const box = topPopup(page).getByRole('checkbox', { name: /^Leidinggevenden/ })
    await box.check()
    expect([await send.isDisabled(), await reason()]).toEqual([false, ''])
    await box.uncheck()
    await expect.poll(() => send.isDisabled()).toBe(true)
    assertNoErrors()
    await close()
  })
})

describe('the rich-text editor', () => {
  it('is Dutch and keeps what is typed in the field that the form sends [P-257]', async () => {
    const { page, assertNoErrors, close } = await writeToCourse()
    const bar = topPopup(page).getByRole('toolbar', { name: 'Opmaak' })
    const labels = await bar.locator('button').evaluateAll((buttons) => buttons.map((button) => button.ariaLabel))
    expect(labels).toEqual([
      'Vet',
      'Cursief',
      'Onderstreept',
      'Doorgehaald',
      'Kop',
      'Opsomming',
      'Genummerde lijst',
      'Citaat',
      'Ongedaan maken',
      'Opnieuw',
      'Link',
      'Lijst herhalen',
    ])
    await editorOf(page).and(page.locator('.tiptap')).click()
    await page.keyboard.type('Beste ')
    await bar.getByRole('combobox', { name: 'Gegeven invoegen' }).selectOption('ontvanger.naam')
    await page.locator('.tiptap .var').getByText('Naam van de ontvanger').waitFor()
    await bar.getByRole('button', { name: 'Vet' }).click()
    await page.keyboard.type('tot dan')
    const field = topPopup(page).locator('textarea[name=content]')
    await expect.poll(() => field.inputValue()).toBe('<p>Beste {{ ontvanger.naam }}<strong>tot dan</strong></p>')
    await bar.getByRole('button', { name: 'Link' }).click()
    const link = page.getByRole('dialog', { name: 'Link' })
    await link.getByLabel('Adres').fill('javascript:alert(1)')
    await link.getByLabel('Adres').press('Enter')
    await expect.poll(() => link.getByRole('alert').innerText()).toBe('Dit is geen webadres of e-mailadres.')
    await page.keyboard.press('Escape')
    await link.waitFor({ state: 'detached' })
    assertNoErrors()
    await close()
  })

  it('puts a loop in from its form, and nothing when a field of it is empty [P-197][S-017]', async () => {
    const { page, assertNoErrors, close } = await writeToCourse()
    const field = topPopup(page).locator('textarea[name=content]')
    const form = page.getByRole('dialog', { name: 'Lijst herhalen' })
    await topPopup(page).getByRole('button', { name: 'Lijst herhalen' }).click()
    await form.getByLabel('Lijst').first().selectOption('onderdelen')
    await form.getByLabel('Naam van één regel').fill('deel')
    await form.getByLabel('Naam van één regel').press('Enter')
    await form.waitFor({ state: 'detached' })
    await expect.poll(() => field.inputValue()).toBe('')
    await page.getByRole('button', { name: 'Lijst herhalen' }).click()
    await page.keyboard.press('Escape')
    await form.waitFor({ state: 'detached' })
    await expect.poll(() => page.locator('dialog.popup[open]').count()).toBe(1)
    await page.getByRole('button', { name: 'Lijst herhalen' }).click()
    await form.getByLabel('Lijst').first().selectOption('onderdelen')
    // As a phone writes the first word of a field.
    await form.getByLabel('Naam van één regel').fill('Deel')
    await form.getByRole('button', { name: 'Datum' }).click()
    await form.getByRole('button', { name: 'Invoegen' }).click()
    await expect
      .poll(() => field.inputValue())
      .toContain('<p>{% for deel in onderdelen %}</p><p>{{ deel.datum }}</p><p>{% endfor %}</p>')
    assertNoErrors()
    await close()
  })

  it('is removed when its popup closes [P-149]', async () => {
    const { page, assertNoErrors, close } = await writeToCourse()
    await page.evaluate(() => {
      // The element survives its popup in this list, so that what became of its editor can be seen.
      Object.assign(window, {
        kept: document.querySelector('.rich-text')!.parentElement,
        editor: (document.querySelector('.tiptap') as unknown as { editor: object }).editor,
      })
    })
    const isDestroyed = () =>
      page.evaluate(() => (window as unknown as { editor: { isDestroyed: boolean } }).editor.isDestroyed)
    expect(await isDestroyed()).toBe(false)
    // In the turn in which it closes, while the element itself still fades.
    const left = await page.evaluate(() => {
      document.querySelector<HTMLElement>('dialog[open] [data-popup-close]')!.click()
      const { kept } = window as unknown as { kept: Element }
      return [kept.isConnected, kept.childElementCount]
    })
    expect(left).toEqual([true, 0])
    expect(await isDestroyed()).toBe(true)
    assertNoErrors()
    await close()
  })
})

describe('the code editor', () => {
  it('is 400 pixels high, in the colours of dracula, and writes to its field under the strict policy [P-256][S-018]', async () => {
    const { page, assertNoErrors, close } = await site.visitor(2)
    await page.goto('/messages')
    await page.evaluate(() => {
      const place = document.createElement('div')
      place.innerHTML =
        '<textarea id="code" name="code">a { color: red }</textarea><div data-island="code-editor" data-props=\'{"field":"code","label":"Code","language":"css"}\'></div>'
      document.querySelector('main')!.prepend(place)
      place.dispatchEvent(new CustomEvent('htmx:after:process', { bubbles: true }))
    })
    const editor = page.locator('.cm-editor')
    await editor.waitFor()
    const look = await editor.evaluate((element) => ({
      height: element.getBoundingClientRect().height,
      background: getComputedStyle(element).backgroundColor,
    }))
    expect(look).toEqual({ height: 400, background: 'rgb(40, 42, 54)' })
    await page.getByRole('textbox', { name: 'Code' }).click()
    await page.keyboard.press('Control+End')
    await page.keyboard.type(' b')
    await expect.poll(() => page.locator('#code').inputValue()).toContain('a { color: red } b')
    assertNoErrors()
    await close()
  })
})

describe('a note', () => {
  it('that could not be kept says so and stays to be tried again', async () => {
    const { page, assertNoErrors, close } = await site.visitor(2)
    const company = site.app.story.companies.deLinde
    await page.goto(`/notes/create/company/${company}`)
    await topPopup(page).getByLabel('Notitie').fill('Belangrijk om te weten')
    const path = `**/notes/create/company/${company}`
    await page.route(path, (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 500, json: { message: 'x' } }) : route.continue(),
    )
    await topPopup(page).getByRole('button', { name: 'Notitie toevoegen' }).click()
    await page.locator('.flash').getByText('Er ging iets mis bij het opslaan.').waitFor()
    await expect.poll(() => topPopup(page).getByLabel('Notitie').inputValue()).toBe('Belangrijk om te weten')
    await page.unroute(path)
    await topPopup(page).getByRole('button', { name: 'Notitie toevoegen' }).click()
    await page.locator('.flash').getByText('Notitie toegevoegd').waitFor()
    assertNoErrors({ statuses: [500] })
    await close()
  })
})
