import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { firmDetails, missingForInvoices } from '../../src/administration/catalogue/firm/index.ts'
import { inTransaction } from '../../src/platform/database/transaction.ts'
import { readSetting, writeSetting } from '../../src/system/settings/index.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'
import { shownFields } from '../support/example-calls.ts'

let app: TestApp
let administrator: Browser
beforeAll(async () => {
  app = await testApp()
  administrator = await app.as(ROLE.administrator)
})
afterAll(() => app.close())

const PATH = '/settings/administration'
const save = async (changes: Record<string, string>, path = PATH) =>
  administrator.post(path, { ...shownFields((await administrator.get(path)).$), ...changes })
const missing = async () => missingForInvoices(await firmDetails(app.db)).map(({ text }) => text)

describe('the administration of the organisation', () => {
  it('is a part of the settings with VAT and texts below it, for administrators alone', async () => {
    const { $ } = await administrator.page('/settings/?tab=administration')
    const labels = $('.popup-menu-item')
      .map((_, item) => $(item).text().trim())
      .get()
    const at = labels.indexOf('Administratie')
    expect(labels.slice(at, at + 4)).toEqual(['Administratie', 'Btw', 'Bedrijfsgegevens', 'Betalingscondities'])
    expect(labels.slice(at, labels.indexOf('Koppelingen'))).toContain('Teksten op documenten')
    expect((await (await app.as(ROLE.scheduler)).get(PATH)).status).toBe(403)
  })

  it('has numbers that can exist', async () => {
    const wrong = await save({ coc_no: '1234567', vat_id: 'NL123456789B01', iban: 'NL02 ABNA 0123 4567 88', crkbo_no: 'x!' }) // prettier-ignore
    expect(wrong.json()).toEqual({
      coc_no: ['Een KVK-nummer heeft 8 cijfers.'],
      vat_id: ['Dit btw-id klopt niet: controleer de cijfers.'],
      iban: ['Dit is geen geldig IBAN.'],
      crkbo_no: ['Een CRKBO-nummer heeft alleen letters en cijfers.'],
    })
    expect((await save({ vat_id: 'BE0123456789' })).json()).toEqual({
      vat_id: ['Een Nederlands btw-id ziet eruit als NL123456782B01.'],
    })
    expect((await readSetting(app.db, 'firm')).vat_id).toBe('NL123456782B01')
    const right = await save({ coc_no: '9000 4760', vat_id: 'nl 8575.87.973 b01', iban: 'nl91abna0417164300' })
    expect(right.status).toBe(200)
    expect(await readSetting(app.db, 'firm')).toMatchObject({
      coc_no: '90004760',
      vat_id: 'NL857587973B01',
      iban: 'NL91 ABNA 0417 1643 00',
    })
  })

  it('falls back to the name of the organisation, which is told once', async () => {
    await save({ legal_name: '', iban_name: '' })
    expect(await firmDetails(app.db)).toMatchObject({
      trade_name: 'Noordkaap Opleidingen',
      legal_name: 'Noordkaap Opleidingen',
      iban_name: 'Noordkaap Opleidingen',
      street: 'Havenkade',
      city: 'Zwolle',
    })
    await save({ legal_name: 'Noordkaap B.V.' })
    expect(await firmDetails(app.db)).toMatchObject({ legal_name: 'Noordkaap B.V.', iban_name: 'Noordkaap B.V.' })
  })

  it('is saved once: who saves later over the other is refused', async () => {
    const before = shownFields((await administrator.get(PATH)).$)
    expect((await administrator.post(PATH, { ...before, crkbo_no: '1' })).status).toBe(200)
    expect((await administrator.post(PATH, { ...before, crkbo_no: '2' })).status).toBe(409)
  })

  it('can be taken back', async () => {
    const changed = await save({ crkbo_no: '777' })
    expect((await administrator.post(`/undo/${changed.undo!.set}`)).status).toBe(204)
    expect((await readSetting(app.db, 'firm')).crkbo_no).not.toBe('777')
  })
})

const WHERE_TO_PAY = 'Op de factuur staat nog niet waar de klant kan betalen'

describe('what an invoice still lacks by law', () => {
  it('is nothing in the story', async () => {
    expect(await missing()).toEqual([])
    expect((await administrator.get(PATH)).text).toContain('Alles wat de wet op een factuur vraagt is ingevuld.')
  })

  it.each([
    ['firm', 'coc_no', 'Vul het KVK-nummer in bij Instellingen > Administratie.'],
    ['firm', 'vat_id', 'Vul het btw-id in bij Instellingen > Administratie.'],
    ['organisation', 'name', 'Vul de naam in bij Instellingen > Organisatie.'],
    ['organisation', 'street', 'Vul de straat in bij Instellingen > Organisatie.'],
    ['organisation', 'street_no', 'Vul het huisnummer in bij Instellingen > Organisatie.'],
    ['organisation', 'postal_code', 'Vul de postcode in bij Instellingen > Organisatie.'],
    ['organisation', 'city', 'Vul de plaats in bij Instellingen > Organisatie.'],
  ] as const)('is told where it is filled in: %s %s', async (key, field, text) => {
    const kept = await readSetting(app.db, key)
    await inTransaction(app.db, null, (trx) => writeSetting(trx, key, { ...kept, [field]: '' }))
    expect(await missing()).toEqual([text])
    expect((await administrator.get(PATH)).$('.note').text()).toContain(text)
    await inTransaction(app.db, null, (trx) => writeSetting(trx, key, kept))
  })

  it('is not where to pay, of which the settings, a concept and its confirmation warn', async () => {
    const kept = await readSetting(app.db, 'firm')
    const shown = async () => {
      const path = `/administration/invoice/view/${app.story.invoices.concept}`
      const bulk = `/administration/invoices/bulk/definitive?ids=${app.story.invoices.concept}`
      const { $ } = await administrator.get(path)
      const confirm = $('[data-post$="/definitive/' + String(app.story.invoices.concept) + '"]').attr('data-confirm')
      return [(await administrator.get(PATH)).$('.note').text(), $.root().text(), confirm, (await administrator.get(bulk)).text] // prettier-ignore
    }
    for (const told of await shown()) expect(told).not.toContain(WHERE_TO_PAY)
    await inTransaction(app.db, null, (trx) => writeSetting(trx, 'firm', { ...kept, iban: '' }))
    for (const told of await shown()) expect(told).toContain(WHERE_TO_PAY)
    expect(await missing()).toEqual([])
    await inTransaction(app.db, null, (trx) => writeSetting(trx, 'firm', kept))
  })

  it.each(['Postbus', 'postbus 12', 'Post Bus'])(
    'is an address where somebody is, where there is but %j',
    async (street) => {
      const details = await firmDetails(app.db)
      expect(missingForInvoices({ ...details, street }).map(({ text }) => text)).toEqual([
        'Vul een bezoekadres in bij Instellingen > Organisatie: een postbus alleen is op een factuur niet genoeg.',
      ])
      expect(missingForInvoices({ ...details, street: 'Postbuslaan' })).toEqual([])
    },
  )

  it('is all of it on an empty installation', async () => {
    const empty = await testApp({ empty: true })
    try {
      const fields = missingForInvoices(await firmDetails(empty.db)).map(({ field }) => field)
      expect(fields).toEqual(['name', 'street', 'street_no', 'postal_code', 'city', 'coc_no', 'vat_id'])
    } finally {
      await empty.close()
    }
  })
})

describe('texts of documents', () => {
  it('are kept as they are typed, up to two thousand characters', async () => {
    const path = '/settings/document-texts'
    expect((await save({ invoice_footer: 'x'.repeat(2001) }, path)).status).toBe(422)
    expect((await save({ invoice_footer: 'Dank.\r\nTot ziens.' }, path)).status).toBe(200)
    const { texts } = await firmDetails(app.db)
    expect(texts.invoice_footer).toBe('Dank.\nTot ziens.')
    expect(texts.payment_text).toBe('Vermeld bij uw betaling het factuurnummer.')
  })
})
