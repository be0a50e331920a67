import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Registers, startRegisters } from '../../src/system/lookups/index.ts'
import { addContact } from '../support/builders.ts'
import { type Page, type Site, holdBack, openSite, rows, topPopup } from '../e2e/visit.ts'

let site: Site
let registers: Registers
beforeAll(async () => {
  registers = await startRegisters()
  site = await openSite({ env: { PDOK_URL: registers.addressUrl, KVK_URL: registers.tradeUrl } })
})
afterAll(async () => {
  await site.close()
  await registers.stop()
})

const field = (page: Page, name: string) => topPopup(page).locator(`[name="${name}"]`)
const submit = (page: Page, label: string) => topPopup(page).getByRole('button', { name: label }).click()
const popupOf = (page: Page, type: string) => page.locator(`dialog[open][data-record^="${type}:"]`).last()

/** Adds somebody from the list of people in a company's popup, and comes back to that list. */
async function addColleague(page: Page, first: string, last: string, more: () => Promise<unknown>): Promise<void> {
  await topPopup(page).getByRole('link', { name: 'Contact toevoegen' }).first().click()
  await field(page, 'first_name').waitFor()
  await field(page, 'first_name').fill(first)
  await field(page, 'last_name').fill(last)
  await more()
  await submit(page, 'Contact toevoegen')
  await popupOf(page, 'contact').waitFor()
  await page.keyboard.press('Escape')
  await topPopup(page)
    .locator('tr[data-id]', { hasText: `${first} ${last}` })
    .waitFor()
}

/** The link that was mailed to this address, without its host. */
async function mailedLink(to: string): Promise<string> {
  const { text_body } = await site.app.db
    .selectFrom('mails')
    .select('text_body')
    .where('recipient', '=', to)
    .executeTakeFirstOrThrow()
  return /\/firstUse\?token=\S+/.exec(text_body)![0]
}

describe('a new contact', () => {
  it('that looks like another is added after a look at the other, with all that was typed', async () => {
    const anouk = { first: 'Anouk', last: 'Linden', birth: '14-01-1988' }
    const { page, assertNoErrors, close } = await site.visitor(2)
    await page.goto('/contact/add')
    await field(page, 'first_name').fill(anouk.first)
    await field(page, 'last_name').fill(anouk.last)
    await field(page, 'birth_date').fill(anouk.birth)
    await submit(page, 'Contact toevoegen')
    await topPopup(page).getByText('Dit contact lijkt al te bestaan:').waitFor()
    await topPopup(page).getByRole('link', { name: 'Open Anouk van der Linden' }).click()
    await popupOf(page, 'contact').waitFor()
    await page.keyboard.press('Escape')
    await submit(page, 'Toch toevoegen')
    await topPopup(page).locator('.popup-title', { hasText: 'Anouk Linden' }).waitFor()
    const twins = await site.app.db
      .selectFrom('contacts')
      .select('last_name_prefix')
      .where('first_name', '=', 'Anouk')
      .where('birth_date', '=', '1988-01-14')
      .execute()
    expect(twins.map(({ last_name_prefix }) => last_name_prefix).sort()).toEqual(['', 'van der'])
    assertNoErrors({ statuses: [409] })
    await close()
  })
})

describe('a new company', () => {
  it('comes from the trade register, with two people of whom one signs in with the mailed link [T-180]', async () => {
    const { page, assertNoErrors, close } = await site.visitor(2)
    await page.goto('/company/add')
    await topPopup(page).locator('[data-trade-register-search]').fill('Autolease')
    await topPopup(page).locator('[data-register-number]', { hasText: 'Ten Have Autolease B.V.' }).click()
    await expect.poll(() => field(page, 'postal_code').inputValue()).toBe('7701KD')
    await expect.poll(() => field(page, 'name').evaluate((input) => input === document.activeElement)).toBe(true)
    await expect.poll(() => field(page, 'coc_no').inputValue()).toBe('90010002')
    await expect.poll(() => field(page, 'street').inputValue()).toBe('Industrieweg')
    await submit(page, 'Bedrijf toevoegen')
    await popupOf(page, 'company').waitFor()
    await addColleague(page, 'Ottoline', 'Automan', () => Promise.resolve())
    await addColleague(page, 'Berend', 'Autobaas', async () => {
      const account = topPopup(page).getByText('Krijgt een account')
      // A new contact is a student until something else is ticked.
      await topPopup(page).getByLabel('Cursist').uncheck()
      await expect.poll(() => account.isVisible()).toBe(false)
      await topPopup(page).getByLabel('Leidinggevende', { exact: true }).check()
      await account.click()
      await topPopup(page).getByText('Leidinggevende van iedereen in het bedrijf').click()
      await field(page, 'email').fill('b.autobaas@tenhave.example')
    })
    assertNoErrors()
    await close()

    const berend = await site.visitor(null)
    await berend.page.goto(await mailedLink('b.autobaas@tenhave.example'))
    await berend.page.locator('#password').fill('een lang wachtwoord 1')
    await berend.page.locator('#repeat').fill('een lang wachtwoord 1')
    await berend.page.getByRole('button', { name: 'Wachtwoord opslaan' }).click()
    await berend.page.waitForURL((url) => url.pathname !== '/firstUse')
    await berend.page.goto('/contacts')
    await rows(berend.page).first().waitFor()
    await expect
      .poll(() => rows(berend.page).locator('.c-main').allInnerTexts())
      .toEqual(['Berend Autobaas', 'Ottoline Automan'])
    berend.assertNoErrors()
    await berend.close()
  })
})

describe('the people of a company', () => {
  it('stay those of the company when the filters are taken off', async () => {
    const { deLinde } = site.app.story.companies
    const { page, assertNoErrors, close } = await site.visitor(2)
    await page.goto(`/company/view/${deLinde}`)
    const people = topPopup(page).locator('[data-rows] tr[data-id]')
    await people.first().waitFor()
    const count = await people.count()
    const clear = topPopup(page).locator('.rt-bar [data-clear-filters]')
    await topPopup(page).getByRole('searchbox', { name: 'Zoeken in contacten' }).fill('anouk')
    await expect.poll(() => people.count()).toBeLessThan(count)
    await clear.click()
    // With the filter on active people gone too, nobody outside the company may come in.
    await expect.poll(() => people.count()).toBeGreaterThanOrEqual(count)
    await expect.poll(() => clear.isVisible()).toBe(false)
    const own = await site.app.db
      .selectFrom('contact_companies')
      .select('contact_id')
      .where('company_id', '=', deLinde)
      .execute()
    const shown = await people.evaluateAll((found) => found.map((row) => Number((row as HTMLElement).dataset.id)))
    expect(shown.sort((a, b) => a - b)).toEqual(own.map(({ contact_id }) => contact_id).sort((a, b) => a - b))

    await topPopup(page).locator('[data-group=contact]').click()
    await topPopup(page).locator('[data-item=documents][aria-selected=true]').waitFor()
    const table = topPopup(page).locator('[data-table][data-type=document]')
    await table.waitFor()
    const [body, filled] = [await topPopup(page).locator('[data-item-body]').boundingBox(), await table.boundingBox()]
    expect([filled!.x, filled!.width]).toEqual([body!.x, body!.width])
    expect(filled!.y + filled!.height).toBeCloseTo(body!.y + body!.height, 0)
    expect(await table.evaluate((element) => getComputedStyle(element).borderWidth)).toBe('0px')
    assertNoErrors()
    await close()
  })
})

describe('disabling a company', () => {
  it('that fails without a reason shows the general message [T-226]', async () => {
    const { page, assertNoErrors, close } = await site.visitor(2)
    await page.goto('/company/view/26')
    await topPopup(page).waitFor()
    await page.route('**/company/disable', (route) => route.fulfill({ status: 500, body: '' }))
    await topPopup(page).locator('.popup-tools [data-menu]').click()
    await page.getByRole('menuitem', { name: 'Deactiveren' }).click()
    await topPopup(page).locator('[data-answer=yes]').click()
    await page.getByText('Er ging helaas iets mis.').waitFor()
    assertNoErrors({ statuses: [500] })
    await close()
  })
})

describe('an address', () => {
  /** Answers lookups from here: what was asked, in order, and a way to hold the next answer back. */
  async function lookups(page: Page) {
    const asked: string[] = []
    const failed: string[] = []
    const held: (() => void)[] = []
    let hold = false
    page.on('requestfailed', (request) => failed.push(new URL(request.url()).searchParams.get('street_number') ?? ''))
    await page.route('**/ajax/getAddressData?*', async (route) => {
      const number = new URL(route.request().url()).searchParams.get('street_number') ?? ''
      asked.push(number)
      if (hold) await new Promise<void>((resolve) => held.push(resolve))
      await route.fulfill({ json: { street: `Straat ${number}`, city: 'Deventer', additions: [] } }).catch(() => null)
    })
    return { asked, failed, holdNext: (on: boolean) => (hold = on), letGo: () => held.forEach((go) => go()) }
  }

  it('that cannot be one is marked, and the same pair is not looked up twice [T-151][T-152]', async () => {
    const { page, assertNoErrors, close } = await site.visitor(2)
    const { asked } = await lookups(page)
    await page.goto('/company/add')
    const enter = async (name: string, value: string) => {
      await field(page, name).fill(value)
      await field(page, name).blur()
    }
    const invalid = (name: string) => field(page, name).evaluate((element) => element.classList.contains('is-invalid'))
    await enter('postal_code', '74 AB')
    await enter('street_no', '-1')
    expect([await invalid('postal_code'), await invalid('street_no')]).toEqual([true, true])
    await enter('postal_code', '7411 AB')
    await enter('street_no', '12')
    expect([await invalid('postal_code'), await invalid('street_no')]).toEqual([false, false])
    await expect.poll(() => field(page, 'street').inputValue()).toBe('Straat 12')
    await enter('street', 'Zelf getypt')
    // The pair as it was; the next one is asked after it, so nothing of it can be on its way still.
    await enter('postal_code', '7411ab')
    await expect.poll(() => field(page, 'street').inputValue()).toBe('Zelf getypt')
    await enter('street_no', '13')
    await expect.poll(() => field(page, 'street').inputValue()).toBe('Straat 13')
    expect(asked).toEqual(['12', '13'])
    assertNoErrors()
    await close()
  })

  it('that is being looked up gives way to the next one [T-153]', async () => {
    const { page, close } = await site.visitor(2)
    const { asked, failed, holdNext, letGo } = await lookups(page)
    await page.goto('/company/add')
    await field(page, 'postal_code').fill('7411AB')
    holdNext(true)
    await field(page, 'street_no').fill('12')
    await expect.poll(() => asked).toEqual(['12'])
    holdNext(false)
    await field(page, 'street_no').fill('13')
    await expect.poll(() => failed).toEqual(['12'])
    letGo()
    await expect.poll(() => field(page, 'street').inputValue()).toBe('Straat 13')
    expect(asked).toEqual(['12', '13'])
    await close()
  })

  it('that comes late leaves alone what was typed meanwhile', async () => {
    const { page, close } = await site.visitor(2)
    const { asked, holdNext, letGo } = await lookups(page)
    await page.goto('/company/add')
    await field(page, 'postal_code').fill('7411AB')
    holdNext(true)
    await field(page, 'street_no').fill('12')
    await expect.poll(() => asked).toEqual(['12'])
    await field(page, 'street').fill('Zelf getypt')
    letGo()
    await expect.poll(() => field(page, 'city').inputValue()).toBe('Deventer')
    await expect.poll(() => field(page, 'street').inputValue()).toBe('Zelf getypt')
    await close()
  })

  it('is not that of a number that was typed and taken back', async () => {
    const { page, close } = await site.visitor(2)
    const { asked } = await lookups(page)
    await page.goto('/company/add')
    await field(page, 'postal_code').fill('7411AB')
    await field(page, 'street_no').fill('12')
    await expect.poll(() => field(page, 'street').inputValue()).toBe('Straat 12')
    await page.clock.install()
    await field(page, 'street_no').fill('123')
    await field(page, 'street_no').fill('12')
    await page.clock.runFor(1000)
    await field(page, 'street_no').fill('14')
    await page.clock.runFor(1000)
    await expect.poll(() => field(page, 'street').inputValue()).toBe('Straat 14')
    expect(asked).toEqual(['12', '14'])
    await close()
  })
})

describe('the trade register', () => {
  const answers: Record<string, object> = {
    '11111111': { handelsnaam: 'Eerste BV', straat: 'Eersteweg', huisnummer: '1', postcode: '7411AA', plaats: 'Olst' },
    '22222222': {
      handelsnaam: 'Tweede BV',
      straat: 'Tweedeweg',
      huisnummer: '2',
      postcode: '7411AB',
      plaats: 'Diever',
    },
    '33333333': { handelsnaam: 'Afgeschermd', straat: '', huisnummer: '', postcode: '', plaats: '' },
  }
  const withAnswers = (page: Page) =>
    page.route('**/coc-api?*', async (route) => {
      const { searchParams } = new URL(route.request().url())
      const found = searchParams.get('coc') ?? '33333333'
      const company = { dossiernummer: found, huisnummertoevoeging: '', ...answers[found] }
      await route.fulfill({ json: { results: [company], unavailable: false } })
    })

  it('replaces what it filled in itself when the number is corrected, and nothing that was typed', async () => {
    const { page, close } = await site.visitor(2)
    await withAnswers(page)
    // Whoever types before the code is there is heard all the same.
    const letCome = await holdBack(page, 'public/js/companies/trade-register.ts')
    await page.goto('/company/add')
    await field(page, 'city').fill('Zelf getypt')
    await field(page, 'coc_no').fill('11111111')
    await letCome()
    await expect.poll(() => field(page, 'name').inputValue()).toBe('Eerste BV')
    await field(page, 'coc_no').fill('22222222')
    await expect.poll(() => field(page, 'name').inputValue()).toBe('Tweede BV')
    await expect.poll(() => field(page, 'street').inputValue()).toBe('Tweedeweg')
    await expect.poll(() => field(page, 'city').inputValue()).toBe('Zelf getypt')
    await close()
  })

  it('keeps the address that was typed for a company whose address it shields', async () => {
    const { page, close } = await site.visitor(2)
    await withAnswers(page)
    await page.goto('/company/add')
    await field(page, 'street').fill('Zelf getypt')
    await topPopup(page).locator('[data-trade-register-search]').fill('Afgeschermd')
    await topPopup(page).locator('[data-register-number]').click()
    await expect.poll(() => field(page, 'name').inputValue()).toBe('Afgeschermd')
    await expect.poll(() => field(page, 'street').inputValue()).toBe('Zelf getypt')
    await close()
  })

  it('is searched and chosen from by keyboard, without sending the form', async () => {
    const { page, assertNoErrors, close } = await site.visitor(2)
    await withAnswers(page)
    await page.goto('/company/add')
    const box = topPopup(page).locator('[data-trade-register-search]')
    await box.fill('Afgeschermd')
    await box.press('Enter')
    const hit = topPopup(page).locator('[data-register-number]:focus')
    await hit.waitFor()
    await hit.press('ArrowUp')
    await expect.poll(() => box.evaluate((input) => input === document.activeElement)).toBe(true)
    await box.press('ArrowDown')
    await hit.press('Enter')
    await expect.poll(() => field(page, 'name').inputValue()).toBe('Afgeschermd')
    // Without a name the form would have been refused, which counts as an error here.
    assertNoErrors()
    await close()
  })
})

describe('two contacts that are one person', () => {
  it('are merged from the list, field by field, and come apart again', async () => {
    const person = { first_name: 'Dubbele', company_id: null }
    const kept = await addContact(site.app.db, {
      ...person,
      last_name: 'Dora',
      email: 'dora@werk.example',
      client_id: 61_001,
    })
    const gone = await addContact(site.app.db, {
      ...person,
      last_name: 'Dorah',
      email: 'dora@huis.example',
      client_id: 61_002,
    })
    const { page, assertNoErrors, close } = await site.visitor(2)
    await page.goto('/contacts?search=dubbele')
    await rows(page).first().waitFor()
    for (const nth of [0, 1]) await rows(page).nth(nth).locator('input[type=checkbox]').check()
    await page.locator('[data-bulk]', { hasText: 'Samenvoegen' }).first().click()
    await topPopup(page).locator('.sel').first().waitFor()
    await page.keyboard.press('Escape')
    await topPopup(page).waitFor({ state: 'detached' })
    await expect.poll(() => page.locator('[data-selected]').textContent()).toBe('2 geselecteerd')
    await page.locator('[data-bulk]', { hasText: 'Samenvoegen' }).first().click()
    await topPopup(page).locator('.sel').first().waitFor()
    await topPopup(page).locator('[data-step-next]').click()
    await page.locator('[data-step=compare]:not([inert]) .merge-table').waitFor()
    await topPopup(page).getByLabel('E-mail: dora@huis.example').check()
    await submit(page, 'Samenvoegen')
    await popupOf(page, 'contact').waitFor()
    const row = () =>
      site.app.db
        .selectFrom('contacts')
        .select(['id', 'last_name', 'email'])
        .where('id', 'in', [kept, gone])
        .orderBy('id')
        .execute()
    await expect.poll(() => row()).toEqual([{ id: kept, last_name: 'Dora', email: 'dora@huis.example' }])
    await page.keyboard.press('Escape')
    await topPopup(page).waitFor({ state: 'detached' })
    await expect.poll(() => rows(page).count()).toBe(1)
    await expect.poll(() => rows(page).first().locator('input[type=checkbox]').isChecked()).toBe(false)
    await expect.poll(() => page.locator('.pbody [data-selbar]').isVisible()).toBe(false)
    expect(
      await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('selection:'))),
    ).toEqual([])

    await page.goto('/merged')
    await rows(page).filter({ hasText: 'Dubbele Dorah' }).waitFor()
    await rows(page).first().getByRole('button').last().click()
    await page.getByText('Ongedaan maken', { exact: true }).last().click()
    await topPopup(page).locator('[data-answer=yes]').click()
    await page.getByText('Samenvoeging ongedaan gemaakt').waitFor()
    await expect
      .poll(() => row())
      .toEqual([
        { id: kept, last_name: 'Dora', email: 'dora@werk.example' },
        { id: gone, last_name: 'Dorah', email: 'dora@huis.example' },
      ])
    assertNoErrors()
    await close()
  })
})
