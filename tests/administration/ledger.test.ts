import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { entriesOf } from '../../src/administration/books/ledger/index.ts'
import { ROLE } from '../../src/platform/access/roles.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'

let app: TestApp
let administrator: Browser
beforeAll(async () => {
  app = await testApp()
  administrator = await app.as(ROLE.administrator)
})
afterAll(() => app.close())

const definitive = () =>
  app.db
    .selectFrom('invoices')
    .select(['id', 'uid', 'base', 'vat'])
    .where('definitive_at', 'is not', null)
    .orderBy('id')
    .execute()

describe('ledger accounts', () => {
  it('are there from the first day with their rules, so that any invoice can be booked', async () => {
    const empty = await testApp({ empty: true })
    try {
      const rows = await empty.db.selectFrom('ledger_accounts').select('code').orderBy('code').execute()
      expect(rows.map(({ code }) => code)).toEqual(
        '1300 1500 1501 8000 8010 8020 8030 8040 8050 8060 8900 8910'.split(' '),
      )
      const rules = await empty.db.selectFrom('ledger_rules').select('kind').execute()
      expect(rules.map(({ kind }) => kind).sort()).toEqual([
        'costs',
        'debtors',
        'interest',
        ...Array<string>(7).fill('turnover'),
        'vat',
        'vat',
      ])
    } finally {
      await empty.close()
    }
  })

  it('are tabs of the settings, for administrators alone', async () => {
    const page = await administrator.page('/settings/?tab=ledger')
    expect(page.text).toContain('/settings/ledger?embed=1')
    const { $ } = await administrator.get('/settings/ledger?embed=1')
    // What each is for stands beside it.
    expect($('tbody tr').text()).toContain('Wat klanten schuldig zijn')
    expect($('tbody td.c-main').map((_, cell) => $(cell).text().trim()).get()).toContain('8110') // prettier-ignore
    const scheduler = await app.as(ROLE.scheduler)
    expect((await scheduler.get('/settings/ledger')).status).toBe(403)
  })

  it('have one number each, and stay while a rule names them', async () => {
    const twice = await administrator.post('/settings/ledger/add', { code: '8000', name: 'Omzet', kind: 'turnover' })
    expect(twice.json()).toEqual({ code: ['Dit nummer bestaat al.'] })
    const bad = await administrator.post('/settings/ledger/add', { code: '80 00', name: 'Omzet', kind: 'turnover' })
    expect(bad.status).toBe(422)
    const kept = await administrator.post('/settings/ledger/delete', { id: app.story.ledgerAccounts.books })
    expect(kept.status).toBe(409)
  })

  it('are given to one thing each', async () => {
    const add = (form: Record<string, string | number>) => administrator.post('/settings/ledger/rules/add', form)
    const { books } = app.story.ledgerAccounts
    const twice = await add({ kind: 'vat', tax_type_id: 1, ledger_account_id: books })
    expect(twice.json()).toEqual({ tax_type_id: ['Hiervoor is al een grootboekrekening gekozen.'] })
    const both = await add({
      kind: 'turnover',
      product_id: app.story.products.bhvBook,
      category_id: app.story.productCategories.books,
      ledger_account_id: books,
    })
    expect(both.json()).toEqual({ category_id: ['Kies een product of een categorie, niet allebei.'] })
    expect((await add({ kind: 'vat', ledger_account_id: books })).json()).toEqual({
      tax_type_id: ['Kies een btw-soort.'],
    })
  })
})

describe('the entries of the invoices of the story', () => {
  it('come to what was frozen, with books on their own account', async () => {
    const invoices = await definitive()
    const entries = await entriesOf(app.db, invoices.map(({ id }) => id)) // prettier-ignore
    expect(entries).toHaveLength(invoices.length)
    for (const [i, { lines, lacking }] of entries.entries()) {
      const { base, vat } = invoices[i]!
      const sum = (kind: string) =>
        lines.filter((line) => line.kind === kind).reduce((all, { amount }) => all + amount, 0)
      expect([sum('debtors'), 0 - sum('turnover'), 0 - sum('vat'), lacking]).toEqual([base + vat, base, vat, []])
    }
    const { late } = app.story.invoices
    expect(entries.find(({ id }) => id === late)!.lines.map((line) => line.ledger_account_id)).toContain(
      app.story.ledgerAccounts.books,
    )
  })
})
