import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ConsoleMessage } from 'playwright'
import type { PlatformBridge } from '../../islands/shared/platform.ts'
import { type Page, type Site, openSite, rows, topPopup } from '../e2e/visit.ts'

let site: Site
beforeAll(async () => {
  site = await openSite({ gallery: true })
})
afterAll(() => site.close())

const visit = async (path: string) => {
  const visitor = await site.visitor(2)
  await visitor.page.goto(path)
  return visitor
}
const openPopup = async (path: string) => {
  const visitor = await visit(path)
  await topPopup(visitor.page).waitFor()
  return visitor
}
const fails = (page: Page, url: string | RegExp, status = 500, body = '{}') =>
  page.route(url, (route) => route.fulfill({ status, body, contentType: 'application/json' }))
const logged = (page: Page, part: string): Promise<ConsoleMessage> =>
  page.waitForEvent('console', (line) => line.text().includes(part))
/** Presses a button of the popup on top; the answers to a question are those of no list below it. */
const answer = (page: Page, name: string) =>
  (['Ja', 'Nee'].includes(name)
    ? topPopup(page).locator('button[data-answer]').getByText(name, { exact: true })
    : topPopup(page).getByRole('button', { name, exact: true })
  ).click()
/** A popup's button or menu entry, wherever it stands. */
const choose = async (page: Page, label: string) => {
  const popup = topPopup(page)
  const tool = popup.locator('.popup-tools').getByRole('button', { name: label, exact: true })
  if ((await tool.count()) === 0) await popup.getByRole('button', { name: 'Meer opties' }).click()
  await tool.or(page.getByRole('menuitem', { name: label, exact: true })).click()
}

describe('a request that fails', () => {
  it('is logged with its method, path and status, without its query [P-227]', async () => {
    const { page, close } = await visit('/gallery')
    await fails(page, '**/gallery/tiny*', 404)
    const [line] = await Promise.all([
      logged(page, 'failed with status'),
      page.evaluate(() => (window as { noordkaap?: PlatformBridge }).noordkaap?.openPopup('/gallery/tiny?geheim=1')),
    ])
    expect(line.text()).toContain('GET /gallery/tiny failed with status 404')
    expect(line.text()).not.toContain('geheim')
    await close()
  })

  it('never shows an HTML error page it was answered with [P-229]', async () => {
    const { page, close } = await visit('/gallery')
    await page.route('**/gallery/tiny', (route) =>
      route.fulfill({ status: 500, contentType: 'text/html', body: '<h1>Stack trace</h1>' }),
    )
    const [line] = await Promise.all([
      logged(page, 'Stack trace'),
      page.getByRole('link', { name: '/gallery/tiny' }).click(),
    ])
    expect(line.type()).toBe('warning')
    await page.getByText('Er is een fout opgetreden.').waitFor()
    await expect.poll(() => page.locator('body').innerText()).not.toContain('Stack trace')
    await close()
  })

  it('for the content of a popup may bring its own handler, which then speaks instead [P-213]', async () => {
    const { page, close } = await visit('/gallery')
    await page.clock.install()
    await fails(page, '**/gallery/tiny')
    const status = await page.evaluate(
      () =>
        new Promise((resolve) =>
          (window as { noordkaap?: PlatformBridge }).noordkaap?.openPopup('/gallery/tiny', (error) =>
            resolve((error as { status: number }).status),
          ),
        ),
    )
    expect(status).toBe(500)
    await page.clock.runFor(2000)
    await expect.poll(() => page.locator('.flash').count()).toBe(0)
    await page.getByRole('link', { name: '/gallery/tiny' }).click()
    await expect.poll(() => page.locator('html').getAttribute('class')).not.toContain('is-loading')
    await page.clock.runFor(700)
    await expect.poll(() => page.locator('.flash').innerText()).toBe('Er is een fout opgetreden.')
    await close()
  })

  it('with a 403 that names a page opens that page in a small window [P-209][S-015]', async () => {
    const { page, close } = await visit('/gallery')
    await fails(page, '**/gallery/tiny', 403, JSON.stringify({ message: 'Nee', redirect: '/contacts?search=linde' }))
    const [small] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('link', { name: '/gallery/tiny' }).click(),
    ])
    await small.waitForURL('**/contacts?search=linde')
    expect(await small.evaluate(() => [outerWidth < 1000, opener !== null])).toEqual([true, true])
    await close()
  })

  it('while saving says so, and keeps the form as it was filled in [P-232][M-014]', async () => {
    const { page, close } = await openPopup('/company/add')
    await fails(page, '**/company/add')
    await topPopup(page).locator('input[name=name]').fill('Bakkerij Zon')
    await answer(page, 'Bedrijf toevoegen')
    await page.getByText('Er ging iets mis bij het opslaan.').waitFor()
    await expect.poll(() => topPopup(page).locator('input[name=name]').inputValue()).toBe('Bakkerij Zon')
    await close()
  })
})

describe('deleting and disabling', () => {
  const company = () => `/company/view/${site.app.story.companies.deLinde}`

  it('asks first, and says when it failed [P-233][T-189][M-018]', async () => {
    const {
      rows: [free],
    } = await site.app.pool.query<{ id: number }>(
      `insert into companies (name, client_id) values ('Zonder gegevens BV', 990001) returning id`,
    )
    const { page, close } = await openPopup(`/company/view/${free!.id}`)
    await page.route('**/company/delete', (route) => route.fulfill({ status: 500, body: '{}' }), { times: 1 })
    await choose(page, 'Verwijderen')
    await answer(page, 'Nee')
    await choose(page, 'Verwijderen')
    await answer(page, 'Ja')
    await page.getByText('Er ging helaas iets mis.').waitFor()
    await choose(page, 'Verwijderen')
    await answer(page, 'Ja')
    await page.locator('dialog[open]').waitFor({ state: 'detached' })
    const { rows: left } = await site.app.pool.query('select 1 from companies where id = $1', [free!.id])
    expect(left).toEqual([])
    await close()
  })

  it('lists what blocks it, with a way to try again and one to leave it [P-236][S-014][M-025]', async () => {
    const { page, close } = await openPopup(company())
    await choose(page, 'Verwijderen')
    const blocked = topPopup(page)
    await blocked.getByRole('heading', { name: 'Kan niet worden verwijderd' }).waitFor()
    await expect.poll(() => blocked.locator('li').count()).toBeGreaterThan(0)
    const [again] = await Promise.all([page.waitForRequest(/getDeletionPreventors/), answer(page, 'Opnieuw proberen')])
    expect((await again.response())?.status()).toBe(200)
    await topPopup(page).getByRole('heading', { name: 'Kan niet worden verwijderd' }).waitFor()
    await answer(page, 'Annuleren')
    await expect.poll(() => page.locator('dialog[open]').count()).toBe(1)
    await close()
  })

  it('says when it cannot be checked, and deletes nothing [P-235][M-024]', async () => {
    const { page, close } = await openPopup(company())
    await fails(page, /getDeletionPreventors/)
    const deletes: string[] = []
    page.on('request', (request) => void (request.method() === 'POST' && deletes.push(request.url())))
    await choose(page, 'Verwijderen')
    await page.getByText('Er ging helaas iets mis tijdens het controleren van verwijderen.').waitFor()
    expect([deletes, await page.locator('dialog[open]').count()]).toEqual([[], 1])
    await close()
  })

  it('disabling asks first too, and says when it failed [P-233][T-190][M-019]', async () => {
    const { page, close } = await openPopup(company())
    const sent: string[] = []
    await page.route('**/company/disable*', (route) => {
      sent.push(route.request().method())
      return route.fulfill({ status: 500, body: '{}' })
    })
    await choose(page, 'Deactiveren')
    await answer(page, 'Nee')
    await choose(page, 'Deactiveren')
    expect(sent).toEqual([])
    await answer(page, 'Ja')
    await page.getByText('Er ging helaas iets mis.').waitFor()
    expect(sent).toEqual(['POST'])
    await close()
  })
})

describe('choosing all rows', () => {
  const chooseAll = async (page: Page) => {
    await rows(page).first().locator('input[type=checkbox]').check()
    await page.locator('[data-select-all]').click()
  }

  it('that fails is told in an alert [P-238][M-012]', async () => {
    const { page, close } = await visit('/contacts')
    await fails(page, '**/contacts?*checkAll=1*')
    await chooseAll(page)
    await topPopup(page).getByText('Er is een fout opgetreden', { exact: true }).waitFor()
    await expect.poll(() => topPopup(page).getAttribute('role')).toBe('alertdialog')
    await close()
  })

  it('that was stopped is not told [P-239]', async () => {
    const { page, close } = await visit('/contacts')
    await page.route('**/contacts?*checkAll=1*', () => undefined)
    await chooseAll(page)
    await page.locator('[data-select-abort]').click()
    await page.locator('[data-select-progress]').waitFor({ state: 'hidden' })
    await expect.poll(() => page.locator('dialog[open]').count()).toBe(0)
    await expect.poll(() => page.locator('.flash').count()).toBe(0)
    await close()
  })
})

describe('an error page', () => {
  it('says what is wrong, with a way back and no flash over it [S-016]', async () => {
    const { page, close } = await visit('/bestaat-niet')
    await page.getByRole('heading', { name: 'Niet gevonden' }).waitFor()
    await expect.poll(() => page.locator('[data-error-page]').count()).toBe(1)
    await page.getByText('Demo-omgeving').waitFor()
    await page.getByRole('link', { name: 'Naar het begin' }).click()
    await page.getByRole('heading', { name: 'Vandaag', level: 1 }).waitFor()
    await close()
  })
})

describe('a session that ended', () => {
  const signInAgain = async (page: Page, name: string, as: string) => {
    // The look for companies of the same name would find the session gone before the save does.
    const looked = page.waitForResponse('**/companies/similar*')
    await topPopup(page).locator('input[name=name]').fill(name)
    await looked
    await site.app.pool.query('delete from sessions')
    await answer(page, 'Bedrijf toevoegen')
    await topPopup(page).getByText('Uw sessie is verlopen.').waitFor()
    await topPopup(page).getByLabel('E-mailadres').fill(`${as}@noordkaap.example`)
    await topPopup(page).getByLabel('Wachtwoord').fill('noordkaap-demo')
  }

  it('is renewed above the open popup, and what was filled in is then saved', async () => {
    const { page, close } = await openPopup('/company/add')
    await signInAgain(page, 'Bakkerij Ster', 'planner')
    await answer(page, 'Inloggen')
    await page.getByText('Bedrijf toegevoegd').waitFor()
    const { rows: saved } = await site.app.pool.query(`select 1 from companies where name = 'Bakkerij Ster'`)
    expect(saved.length).toBe(1)
    await close()
  })

  it('taken over by somebody else loads the page anew, which says so once [P-165]', async () => {
    const { page, close } = await openPopup('/company/add')
    await signInAgain(page, 'Bakkerij Maan', 'beheer')
    // The form behind it holds unsaved input, and the browser asks about that.
    page.on('dialog', (dialog) => void dialog.accept())
    await answer(page, 'Inloggen')
    const told = page.getByText('U bent aangemeld met een ander account.')
    await told.waitFor()
    const { rows: stored } = await site.app.pool.query(`select 1 from companies where name = 'Bakkerij Maan'`)
    expect(stored).toEqual([])
    await page.reload()
    await topPopup(page).waitFor()
    await expect.poll(() => told.count()).toBe(0)
    await close()
  })
})

describe('a second click', () => {
  it('does not send a form without a popup again', async () => {
    const { page, assertNoErrors, close } = await site.visitor(null)
    await page.goto('/reset/request')
    const answered = Promise.withResolvers<undefined>()
    let posts = 0
    await page.route('**/reset/request', async (route) => {
      posts += 1
      await answered.promise
      // The browser gives up the first request for a second one.
      await route.continue().catch(() => undefined)
    })
    await page.locator('[name=email]').fill('niemand@noordkaap.example')
    // In the page itself: Playwright's own click waits for the answer to the first one.
    const again = page.waitForEvent('console', (line) => line.text() === 'clicked again')
    await page.evaluate(() => {
      const button = document.querySelector<HTMLElement>('form button[type=submit]')!
      button.click()
      setTimeout(() => {
        button.click()
        console.log('clicked again')
      }, 100)
    })
    await again
    answered.resolve(undefined)
    await page.locator('.note--warning').waitFor()
    expect(posts).toBe(1)
    assertNoErrors()
    await close()
  })
})
