import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Site, openSite, rows, topPopup } from './visit.ts'

let site: Site
beforeAll(async () => {
  site = await openSite({ env: { REMOTE_SUPPORT: '1' } })
})
afterAll(() => site.close())

/** A product that nobody has agreed anything about. */
const plain = async () => {
  const { rows: products } = await site.app.pool.query<{ id: number }>(
    'select id from products where not exists (select from price_rules r where r.product_id = products.id) limit 1',
  )
  return products[0]!.id
}

const contacts = async () => {
  const visitor = await site.visitor(2)
  await visitor.page.goto('/contacts')
  await rows(visitor.page).first().waitFor()
  return visitor
}

describe('popups', () => {
  it('open over the page at 70 percent of its width and close with the cross or Escape [P-012][P-015][P-018][P-019]', async () => {
    const { page, assertNoErrors, close } = await contacts()
    await page.locator('.phead-actions').getByRole('link', { name: 'Contact toevoegen' }).click()
    const popup = topPopup(page)
    await popup.waitFor()
    await expect.poll(() => popup.evaluate((dialog) => dialog.getBoundingClientRect().width)).toBeGreaterThan(100)
    const width = await popup.evaluate((dialog) => dialog.getBoundingClientRect().width)
    expect(Math.abs(width / page.viewportSize()!.width - 0.7)).toBeLessThan(0.02)
    await popup.locator('[data-popup-close]').click()
    await page.locator('dialog[open]').waitFor({ state: 'detached' })
    await rows(page).nth(2).locator('a[data-popup]').first().click()
    await topPopup(page).waitFor()
    await page.keyboard.press('Escape')
    await page.locator('dialog[open]').waitFor({ state: 'detached' })
    assertNoErrors()
    await close()
  })

  it('have tabs with content, in groups with a row of their own; what is empty comes forward from behind +', async () => {
    const { page, assertNoErrors, close } = await site.visitor(2)
    await page.goto(`/company/view/${site.app.story.companies.deLinde}`)
    const popup = topPopup(page)
    const row = popup.locator('[data-group-row=contact]')
    await popup.locator('[data-group=contact]').click()
    await row.locator('[data-item=documents][aria-selected=true]').waitFor()
    expect(await row.locator('[role=tab]:visible').allTextContents()).toEqual(['Documenten2', 'Taken1', 'Historie'])
    await popup.getByRole('button', { name: 'Meer tabbladen' }).click()
    await page.getByRole('menuitem', { name: 'Berichten' }).click()
    const messages = row.locator('[data-item=messages][aria-selected=true]')
    await messages.waitFor()
    await expect.poll(() => messages.evaluate((tab) => tab === document.activeElement)).toBe(true)
    expect(new URL(page.url()).searchParams.get('item')).toBe('messages')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await row.locator('[data-item=documents][aria-selected=true]').waitFor()
    expect(await popup.locator('.tabs-row [aria-selected=true]').allTextContents()).toEqual(['Contact'])
    await popup.locator('[data-item=plannings]').click()
    await row.waitFor({ state: 'hidden' })
    // In a left menu its search box finds them as well, and one click lists them all.
    await page.goto(`/products/view/${await plain()}`)
    const steps = popup.locator('[data-item=steps]')
    await popup.locator('[data-menu-more]').waitFor()
    expect(await steps.isVisible()).toBe(false)
    await popup.getByPlaceholder('Zoeken...').fill('staf')
    await steps.waitFor()
    await popup.getByPlaceholder('Zoeken...').fill('')
    await steps.waitFor({ state: 'hidden' })
    await popup.locator('[data-menu-more]').click()
    await steps.click()
    await popup.locator('[data-item=steps][aria-current]').waitFor()
    assertNoErrors()
    await close()
  })

  it('keep their title on one line on a phone, beside the way through the list and the status', async () => {
    const { page, assertNoErrors, close } = await site.visitor(2, {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
    })
    await page.goto('/certificates')
    await rows(page).first().locator('a[data-popup]').first().click()
    const popup = topPopup(page)
    await popup.locator('.pager').waitFor()
    const lines = popup
      .locator('.popup-title')
      .evaluate((title) =>
        Math.round(title.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(title).lineHeight)),
      )
    expect(await lines).toBe(1)
    assertNoErrors()
    await close()
  })

  it('stack, stay open when the backdrop is clicked or an answer comes to one that has gone, and give the focus back [P-020][P-021]', async () => {
    const { page, assertNoErrors, close } = await contacts()
    const opener = rows(page).nth(2).locator('a[data-popup]').first()
    await opener.focus()
    await page.keyboard.press('Enter')
    await topPopup(page).locator('.popup-tools').getByRole('link', { name: 'Wijzigen' }).click()
    await expect.poll(() => page.locator('dialog[open]').count()).toBe(2)
    await page.mouse.click(5, 400)
    await expect.poll(() => page.locator('dialog[open]').count()).toBe(2)
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route(/\/contact\/edit\/\d+$/, async (route) => {
      await held
      await route.continue()
    })
    const answered = page.waitForResponse((response) => response.request().method() === 'POST')
    await topPopup(page).locator('[type=submit]').first().click()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.locator('dialog[open]').count()).toBe(1)
    release()
    expect((await answered).status()).toBe(204)
    await page.locator('.flash').first().waitFor()
    await expect.poll(() => page.locator('dialog[open]').count()).toBe(1)
    await page.keyboard.press('Escape')
    await expect.poll(() => page.locator('dialog[open]').count()).toBe(0)
    await expect.poll(() => page.locator('tr[data-id]:focus-within').count()).toBe(1)
    assertNoErrors()
    await close()
  })

  it('have a URL of their own: a reload or another tab shows them over their list, Back closes them', async () => {
    const { page, context, assertNoErrors, close } = await contacts()
    await rows(page).nth(2).locator('a[data-popup]').first().click()
    await topPopup(page).waitFor()
    await expect.poll(() => page.url()).toContain('/contact/view/')
    const url = page.url()
    await page.goBack()
    await page.locator('dialog[open]').waitFor({ state: 'detached' })
    expect(page.url()).toMatch(/\/contacts$/)
    const tab = await context.newPage()
    await tab.goto(url)
    await topPopup(tab).waitFor()
    await rows(tab).first().waitFor({ state: 'attached' })
    assertNoErrors()
    await close()
  })

  it('keep their addresses after a link within the page was followed', async () => {
    const { page, assertNoErrors, close } = await contacts()
    await page.getByRole('link', { name: 'Naar de inhoud' }).focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => page.url()).toContain('#inhoud')
    for (let time = 0; time < 2; time++) {
      await rows(page).nth(2).locator('a[data-popup]').first().click()
      await expect.poll(() => page.url()).toContain('/contact/view/')
      await page.keyboard.press('Escape')
      await page.locator('dialog[open]').waitFor({ state: 'detached' })
      await expect.poll(() => page.url()).toContain('/contacts#inhoud')
    }
    assertNoErrors()
    await close()
  })

  it('keep the fields of a form clear of the tabs above them', async () => {
    const { page, assertNoErrors, close } = await site.visitor(2)
    await page.goto(`/calendar/edit-appointment/${site.app.story.appointments.toFinish}`)
    const edge = async (selector: string) => (await topPopup(page).locator(selector).first().boundingBox())!
    const tabs = await edge('[role=tablist]')
    const heading = await edge('[role=tabpanel] .section-title')
    expect(heading.y - (tabs.y + tabs.height)).toBeGreaterThanOrEqual(12)
    expect((await edge('[role=tab]')).x).toBe(heading.x)
    assertNoErrors()
    await close()
  })

  it('ask before unsaved input is lost', async () => {
    const { page, assertNoErrors, close } = await contacts()
    await page.goto('/contact/edit/17')
    await topPopup(page).locator('input[name=job_title]').fill('Lasser')
    await page.keyboard.press('Escape')
    const question = topPopup(page)
    await expect.poll(() => question.locator('[data-answer]').allInnerTexts()).toEqual(['Ja', 'Nee'])
    await question.locator('[data-answer="no"]:focus').waitFor()
    // Its cross leaves things as they are, as Nee does.
    await question.getByRole('button', { name: 'Sluiten (Esc)' }).click()
    await expect.poll(() => page.locator('dialog[open]').count()).toBe(1)
    await page.keyboard.press('Escape')
    await topPopup(page).getByRole('button', { name: 'Nee' }).click()
    await expect.poll(() => topPopup(page).locator('input[name=job_title]').inputValue()).toBe('Lasser')
    await page.keyboard.press('Escape')
    await topPopup(page).locator('[data-answer=yes]').click()
    await page.locator('dialog[open]').waitFor({ state: 'detached' })
    assertNoErrors()
    await close()
  })

  it('filter their left menu and what stands below its items, whatever the case [P-024][P-025][P-026][M-001]', async () => {
    const { page, assertNoErrors, close } = await site.visitor(1)
    await page.goto('/settings/')
    const menu = page.locator('.popup-menu')
    const search = menu.getByPlaceholder('Zoeken...')
    await search.fill('INLOGGEN')
    // What stands below an item is found as well, with the item that it belongs to; an item brings what is below it.
    const shown = async () =>
      (await menu.locator('.popup-menu-item:visible').allInnerTexts()).map((text) => text.trim())
    await expect.poll(shown).toEqual(expect.arrayContaining(['Systeem', 'Inloggen']))
    expect(await shown()).not.toContain('Feestdagen')
    await search.fill('SLUITINGS')
    await expect.poll(shown).toEqual(expect.arrayContaining(['Organisatie', 'Sluitingsdagen']))
    await search.fill('inloggen')
    await menu.locator('.popup-menu-item:visible').getByText('Inloggen', { exact: true }).first().click()
    await expect.poll(() => page.locator('[data-item-body]').innerText()).toContain('Beheerder')
    assertNoErrors()
    await close()
  })

  it('run what a link of their menu names, and stay where they are [P-029]', async () => {
    const { page, assertNoErrors, close } = await site.visitor(1)
    await page.goto('/settings/?tab=two-step')
    await page.locator('[data-item-body]').getByText('Beheerder').first().waitFor()
    await page.locator('.popup-menu').getByText('Sneltoetsen').click()
    await topPopup(page).getByText('Zoeken in de lijst').waitFor()
    await page.keyboard.press('Escape')
    await page.locator('dialog[open]').waitFor({ state: 'detached' })
    expect(page.url()).toContain('tab=two-step')
    await expect.poll(() => page.locator('[data-item-body]').innerText()).toContain('Beheerder')
    assertNoErrors()
    await close()
  })
})

describe('forms', () => {
  it('mark what is wrong with the label and its message, and keep what was typed [P-185][P-186][P-187]', async () => {
    const { page, assertNoErrors, close } = await contacts()
    await page.goto('/contact/add')
    const popup = topPopup(page)
    await popup.locator('input[name=first_name]').fill('Zoë')
    await popup.locator('input[name=email]').fill('geen adres')
    await popup.getByRole('button', { name: 'Contact toevoegen' }).click()
    await popup.getByText('Vul een achternaam in.').waitFor()
    await popup.getByText('Dit e-mailadres klopt niet.').waitFor()
    await expect.poll(() => popup.locator('input[name=last_name]').getAttribute('aria-invalid')).toBe('true')
    await expect.poll(() => popup.locator('input[name=first_name]').inputValue()).toBe('Zoë')
    // Of several messages about one field the first is shown.
    await page.route(
      '**/contact/add',
      (route) => route.fulfill({ status: 422, json: { first_name: ['Eerst dit.', 'Daarna dat.'] } }),
      { times: 1 },
    )
    await popup.getByRole('button', { name: 'Contact toevoegen' }).click()
    await popup.getByText('Eerst dit.').waitFor()
    await expect.poll(() => popup.locator('.field-error').allInnerTexts()).toEqual(['Eerst dit.'])
    await popup.locator('input[name=last_name]').fill('Testpersoon')
    await popup.locator('input[name=email]').fill('zoe@post.example')
    await popup.getByRole('button', { name: 'Contact toevoegen' }).click()
    await page.getByText('Contact toegevoegd').waitFor()
    await topPopup(page).getByText('Zoë Testpersoon').first().waitFor()
    assertNoErrors({ statuses: [422] })
    await close()
  })

  it('write dates with dashes and leading zeros by themselves [P-174][P-175][P-176][P-177]', async () => {
    const { page, assertNoErrors, close } = await contacts()
    await page.goto('/contact/add')
    const date = topPopup(page).locator('input[name=birth_date]')
    await date.pressSequentially('010585')
    await expect.poll(() => date.inputValue()).toBe('01-05-1985')
    await date.fill('')
    await date.pressSequentially('1-5-1990x')
    await expect.poll(() => date.inputValue()).toBe('01-05-1990')
    assertNoErrors()
    await close()
  })

  it('search their selectors, offer Geen first and Nieuw... last, and choose what was just made [P-077][P-079][P-080][P-081]', async () => {
    const { page, assertNoErrors, close } = await contacts()
    await page.goto('/contact/add')
    const popup = topPopup(page)
    await popup.locator('.sel').first().locator('button, .sel-btn').first().click()
    const list = page.locator('.sel-drop:visible, .ts-dropdown:visible').first()
    const values = list.locator('[role=option]')
    await values.first().filter({ hasText: 'Geen' }).waitFor()
    const ends = [values.first(), values.last()].map((option) => option.getAttribute('data-value'))
    expect(await Promise.all(ends)).toEqual(['-1', '0'])
    await list.getByText('Nieuw...').click()
    const adding = topPopup(page)
    await adding.locator('input[name=name]').fill('Drukkerij Ten Kate')
    await adding.getByRole('button', { name: 'Bedrijf toevoegen' }).click()
    await page.getByText('Bedrijf toegevoegd').waitFor()
    await expect
      .poll(() =>
        page.locator('dialog[open]').filter({ hasText: 'Contact toevoegen' }).locator('.sel').first().innerText(),
      )
      .toContain('Drukkerij Ten Kate')

    // What is chosen can be viewed from here, and is chosen no more once it is gone.
    const form = page.locator('dialog[open]').filter({ hasText: 'Contact toevoegen' })
    const view = form.getByRole('button', { name: 'Bedrijf bekijken' })
    await view.click()
    await expect.poll(() => page.locator('dialog[open]').count()).toBe(2)
    // The notice of the deletion takes its popup away; the answer that comes then closes nothing else.
    await page.route('**/company/delete', async (route) => {
      const response = await route.fetch()
      await page.locator('dialog[data-record^="company:"]').waitFor({ state: 'detached' })
      await route.fulfill({ response })
    })
    await topPopup(page).getByRole('button', { name: 'Meer opties' }).click()
    await page.getByRole('menuitem', { name: 'Verwijderen' }).click()
    await Promise.all([page.waitForResponse('**/company/delete'), topPopup(page).locator('[data-answer=yes]').click()])
    await expect.poll(() => page.locator('dialog[open]').count()).toBe(1)
    await expect.poll(() => form.locator('select[name=company_id]').inputValue()).toBe('')
    await expect.poll(() => view.isVisible()).toBe(false)
    // Where the notice of the deletion comes before its answer, the popup asks once more for what is gone.
    assertNoErrors({ statuses: [404] })
    await close()
  })

  it('ask what becomes of a price that was agreed: as it is unless somebody says otherwise', async () => {
    const { invoiceLine } = site.app.story.sales
    const price = async () => {
      const line = await site.app.db.selectFrom('sale_lines').select(['count', 'price']).where('id', '=', invoiceLine).executeTakeFirstOrThrow() // prettier-ignore
      return [Number(line.count), Number(line.price)]
    }
    const { page, assertNoErrors, close } = await site.visitor(2)
    const form = async (count: string) => {
      await page.goto(`/administration/invoice/view_line/${invoiceLine}`)
      await topPopup(page).getByLabel('Aantal').fill(count)
    }
    const asked = page.getByRole('alertdialog')
    const send = async () => {
      await page.locator('dialog[open]').getByRole('button', { name: 'Opslaan' }).click()
      await asked.getByText(/€.4,25 wordt €.3,75/).waitFor()
    }
    await form('12')
    await send()
    await asked.getByRole('button', { name: 'Terug' }).click()
    await asked.waitFor({ state: 'detached' })
    expect(await price()).toEqual([2, 4.25])
    await send()
    // Enter leaves the price as it is.
    await page.keyboard.press('Enter')
    await expect.poll(price).toEqual([12, 4.25])
    await page.locator('dialog[open]').waitFor({ state: 'detached' })
    await form('2')
    await topPopup(page).getByRole('button', { name: 'Opslaan' }).click()
    await expect.poll(price).toEqual([2, 4.25])
    await page.locator('dialog[open]').waitFor({ state: 'detached' })
    await form('12')
    await send()
    await asked.getByRole('button', { name: 'Prijzen aanpassen' }).click()
    await expect.poll(price).toEqual([12, 3.75])
    assertNoErrors({ statuses: [409] })
    await close()
  })

  it('show both values when somebody else saved first, and lose nothing', async () => {
    const { page, assertNoErrors, close } = await contacts()
    await page.goto('/contact/edit/16')
    const popup = topPopup(page)
    // A list that somebody is choosing from stays; beside it stands that the record is another now.
    await popup.locator('.sel-btn').first().click()
    const search = page.locator('.sel-drop:visible').getByPlaceholder('Zoeken...')
    await search.fill('de l')
    const { rows } = await site.app.pool.query<{ version: number }>('select version from contacts where id = 16')
    const cell = { id: 16, field: 'job_title', value: 'Vorige functie', version: rows[0]!.version }
    expect((await (await site.app.as(1)).post('/contacts/cell', cell)).status).toBe(204)
    await popup.getByText('Deze gegevens zijn intussen gewijzigd.').waitFor()
    await expect.poll(() => search.inputValue()).toBe('de l')
    await page.keyboard.press('Escape')
    // It says what goes with it, as soon as there is something.
    const take = popup.locator('[data-stale-take]')
    expect(await take.innerText()).toBe('Vernieuwen')
    await popup.locator('input[name=job_title]').fill('Half getypt')
    expect(await take.innerText()).toBe('Vernieuwen, wat u typte vervalt')
    await take.click()
    await expect.poll(() => popup.locator('input[name=job_title]').inputValue()).toBe('Vorige functie')

    await popup.locator('input[name=job_title]').fill('Mijn functie')
    await site.app.pool.query(`update contacts set job_title = 'Andere functie' where id = 16`)
    await popup.getByRole('button', { name: 'Opslaan' }).click()
    await page.getByText(/intussen gewijzigd door .+ op \d\d-\d\d-\d{4} \d\d:\d\d\.$/).waitFor()
    await page.getByText('Andere functie').first().waitFor()
    await expect.poll(() => page.locator('input[name=job_title]').first().inputValue()).toBe('Mijn functie')
    assertNoErrors({ statuses: [409] })
    await close()
  })
})

describe('a live connection with the helpdesk', () => {
  it('opens after a question, is active with a green tick, and is found again for a day [A-095][A-192][A-200][S-193]', async () => {
    const asker = await site.visitor(2)
    const desk = await site.visitor(null)
    const [name = '', value = ''] = (await site.app.asUser(site.app.story.userWithoutContact)).cookie.split(/=(.*)/s)
    await desk.context.addCookies([{ name, value, url: site.app.url }])
    await desk.page.goto('/remote-support')
    await asker.page.goto('/contacts')
    await asker.page.getByRole('button', { name: 'Hulp op afstand' }).click()
    await topPopup(asker.page).getByRole('button', { name: 'Verbinden' }).click()
    await asker.page.locator('[data-remote-bar=waiting]').waitFor()
    await desk.page.getByRole('button', { name: 'Verbinden' }).click()
    await topPopup(asker.page).getByRole('button', { name: 'Toestaan' }).click()
    await asker.page.locator('[data-remote-bar=accepted] .remote-tick').waitFor()
    await desk.page.locator('[data-remote-state] .remote-tick').waitFor()
    const talk = async (text: string) => {
      await asker.page.getByLabel('Bericht aan de helpdesk').fill(text)
      await asker.page.getByRole('button', { name: 'Versturen' }).click()
      await expect.poll(() => desk.page.locator('[data-remote-talk]').innerText()).toContain(text)
    }
    await talk('Hallo helpdesk')
    await desk.page.getByLabel('Bericht').fill('Dag Sanne')
    await desk.page.getByRole('button', { name: 'Versturen' }).click()
    await expect.poll(() => asker.page.locator('[data-remote-bar] ol').innerText()).toContain('Dag Sanne')
    const fake = () =>
      asker.page.evaluate(() => {
        const canvas = document.createElement('canvas')
        canvas.width = canvas.height = 64
        const pen = canvas.getContext('2d')!
        setInterval(() => {
          pen.fillStyle = `rgb(${Date.now() % 255} 0 0)`
          pen.fillRect(0, 0, 64, 64)
        }, 50)
        navigator.mediaDevices.getDisplayMedia = () => Promise.resolve(canvas.captureStream())
      })
    await fake()
    await asker.page.getByRole('button', { name: 'Scherm delen' }).click()
    await expect.poll(() => desk.page.locator('video').evaluate((video: HTMLVideoElement) => video.videoWidth)).toBe(64)
    // Another page, and the connection is there again.
    await asker.page.goto('/companies')
    await asker.page.locator('[data-remote-bar=accepted]').waitFor()
    await talk('Nog steeds hier')
    await desk.page.reload()
    await desk.page.locator('[data-remote-state] .remote-tick').waitFor()
    await talk('En weer')
    const cookie = (await asker.context.cookies()).find((one) => one.name === 'remote-support')!
    expect(Math.round((cookie.expires - Date.now() / 1000) / 3600)).toBe(24)
    await asker.page.getByRole('button', { name: 'Stoppen' }).click()
    await asker.page.locator('[data-remote-bar]').waitFor({ state: 'detached' })
    await desk.page.getByText('gestopt').waitFor()
    for (const { assertNoErrors, close } of [asker, desk]) {
      assertNoErrors()
      await close()
    }
  })
})
