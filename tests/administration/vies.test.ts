import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type ViesBehaviour, type ViesRegister, startVies } from '../../src/administration/catalogue/vies/index.ts'
import { ROLE } from '../../src/platform/access/roles.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'

let vies: ViesRegister
let app: TestApp
let planner: Browser
beforeAll(async () => {
  vies = await startVies({ NL801234566B01: 'Zorggroep De Linde' })
  app = await testApp({ env: { VIES_URL: vies.url } })
  planner = await app.as(ROLE.scheduler)
})
afterAll(async () => {
  await app.close()
  await vies.stop()
})
afterEach(() => vies.behave())

const checks = () => app.db.selectFrom('vies_checks').selectAll().orderBy('id').execute()
const check = (company: number, browser = planner) => browser.post(`/company/${company}/vies/check`, {})
const shown = async (company: number) => (await planner.get(`/company/${company}/vies`)).$
const setVatId = (company: number, vat_id: string | null) =>
  app.db.updateTable('companies').set({ vat_id }).where('id', '=', company).execute()

describe('a check by VIES', () => {
  it('is kept with its day, the name there and the number under which we asked', async () => {
    const { deLinde } = app.story.companies
    expect((await shown(deLinde))('button').text()).toContain('Controleer bij VIES')
    const answer = await check(deLinde)
    expect(answer.trigger.flash).toMatchObject({ str: 'Btw-id klopt volgens VIES', type: 'success' })
    expect(answer.trigger.changed?.items).toEqual([{ type: 'company', id: deLinde }])
    expect(vies.asked.at(-1)).toBe('/ms/NL/vat/801234566B01?requesterMemberStateCode=NL&requesterNumber=123456782B01')
    expect(await checks()).toMatchObject([
      { company_id: deLinde, vat_id: 'NL801234566B01', valid: true, name: 'Zorggroep De Linde', address: null },
    ])
    const $ = await shown(deLinde)
    expect($('.note').text()).toContain('NL801234566B01 klopt volgens VIES, gecontroleerd op')
    expect($('.dl').text()).toMatch(/Zorggroep De Linde[^]*WAPI/)
  })

  it('says that a number is not known there', async () => {
    const { vanLoon } = app.story.companies
    await setVatId(vanLoon, 'DE999123456')
    expect((await check(vanLoon)).trigger.flash).toMatchObject({
      str: 'Dit btw-id is bij VIES niet bekend.',
      type: 'error',
    })
    expect((await shown(vanLoon))('.note').text()).toContain('DE999123456 is bij VIES niet bekend')
  })

  it('is of the number that was asked: another one is not checked yet', async () => {
    const { vanLoon } = app.story.companies
    await setVatId(vanLoon, 'DE123456789')
    const $ = await shown(vanLoon)
    expect($('.note')).toHaveLength(0)
    expect($.text()).toContain('Nog niet gecontroleerd of DE123456789 bestaat.')
  })

  it.each<[string, ...ViesBehaviour[]]>([
    ['is cut off', 'cut', 'cut', 'cut'],
    ['answers a page', 'html', 'html', 'html'],
    ['fails', { status: 500 }, { status: 503 }, { status: 502 }],
    ['is too busy', { status: 429 }, { status: 429 }, { status: 429 }],
    ['refuses', { status: 403 }],
    ['has a country that is silent', { error: 'MS_UNAVAILABLE' }],
    ['is asked by too many', { error: 'GLOBAL_MAX_CONCURRENT_REQ' }],
  ])('changes nothing and says so when VIES %s', async (_how, ...behaviour) => {
    const { deLinde } = app.story.companies
    const before = await checks()
    vies.behave(...behaviour)
    const answer = await check(deLinde)
    expect(answer.status).toBe(503)
    expect(answer.json()).toMatchObject({
      message: 'VIES geeft nu geen antwoord. Wat er stond, is niet veranderd. Probeer het later opnieuw.',
    })
    expect(await checks()).toEqual(before)
  })

  it('asks once more where a first try fails', async () => {
    vies.behave('cut')
    expect((await check(app.story.companies.deLinde)).status).toBeLessThan(300)
  })

  it('is for who sells, of a company that exists and has a number', async () => {
    const { deLinde, vanLoon } = app.story.companies
    for (const role of [ROLE.teacher, ROLE.supervisor, ROLE.student])
      expect((await check(deLinde, await app.as(role))).status).toBe(403)
    expect((await app.anonymous.request(`/company/${deLinde}/vies/check`, { method: 'POST' })).status).toBe(401)
    expect((await check(999_999)).status).toBe(404)
    await setVatId(vanLoon, null)
    expect((await check(vanLoon)).json()).toMatchObject({
      message: 'Dit bedrijf heeft nog geen btw-id. Vul dat eerst in.',
    })
    expect((await shown(vanLoon))('button')).toHaveLength(0)
  })
})

describe('an installation that may ask nobody', () => {
  it('offers no check', async () => {
    const other = await testApp()
    try {
      const browser = await other.as(ROLE.scheduler)
      const { $ } = await browser.get(`/company/${other.story.companies.deLinde}/vies`)
      expect([$('button').length, $.text().includes('Nog niet gecontroleerd.')]).toEqual([0, true])
    } finally {
      await other.close()
    }
  })
})
