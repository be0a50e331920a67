import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { manifests } from '../../src/app.ts'
import { addDays, today } from '../../src/platform/format/zone.ts'
import { type Answer, type Browser, type TestApp, testApp } from '../support/app.ts'
import { countQueries } from '../support/queries.ts'

let app: TestApp
let planner: Browser
let admin: Browser
beforeAll(async () => {
  app = await testApp()
  ;[planner, admin] = [await app.as(2), await app.as(1)]
  await app.pool.query(`
    insert into contacts (first_name, last_name, roles) values
    ('Geen', 'Rolmans', '{}'), ('Twee', 'Rolmans', '{3,5}'), ('Een', 'Rolmans', '{5}')`)
})
afterAll(() => app.close())

const ids = async (path: string, query: Record<string, string>, browser = planner) =>
  (await browser.get(`${path}?${new URLSearchParams({ ...query, checkAll: '1' }).toString()}`)).json<number[]>()
const contacts = (query: Record<string, string>) => ids('/contacts', { active: 'all', ...query })
const count = async (where: string) =>
  (await app.pool.query<{ count: number }>(`select count(*)::integer as count from ${where}`)).rows[0]!.count
const chipsOf = ({ $ }: Answer) =>
  $('.fchip')
    .map((_, chip) =>
      $(chip)
        .find('[data-part]')
        .map((_i, part) => $(part).text())
        .get()
        .join(' '),
    )
    .get()

describe('a filter with several values', () => {
  it('keeps the rows with one of them', async () => {
    const [three, five, both] = [
      await contacts({ role: '3' }),
      await contacts({ role: '5' }),
      await contacts({ role: '3,5' }),
    ]
    expect(new Set(both)).toEqual(new Set([...three, ...five]))
    expect(both.length).toBe(await count(`contacts where roles && '{3,5}'`))
    const { deLinde, kuipers } = app.story.companies
    expect((await contacts({ company_id: `${deLinde},${kuipers}` })).length).toBe(
      await count(
        `contacts where id in (select contact_id from contact_companies where company_id in (${deLinde}, ${kuipers}))`,
      ),
    )
  })

  it('turned around keeps all other rows, those without a value too, whatever it asks', async () => {
    const all = new Set(await contacts({}))
    const roles = fc.uniqueArray(fc.constantFrom('1', '2', '3', '4', '5', '6'), { minLength: 0, maxLength: 3 })
    const companies = fc.uniqueArray(fc.integer({ min: 1, max: 12 }).map(String), { minLength: 0, maxLength: 3 })
    const asked = fc.oneof(
      roles.map((values) => ['role', values] as const),
      companies.map((values) => ['company_id', values] as const),
    )
    await fc.assert(
      fc.asyncProperty(asked, async ([name, values]) => {
        const text = values.length === 0 ? '-' : values.join(',')
        const [kept, others] = [await contacts({ [name]: text }), await contacts({ [name]: `!${text}` })]
        expect(new Set([...kept, ...others])).toEqual(all)
        expect(kept.length + others.length).toBe(all.size)
      }),
      { numRuns: 25 },
    )
  })

  it('asks for rows without a value, and with any', async () => {
    expect((await contacts({ role: '-' })).length).toBe(await count(`contacts where roles = '{}'`))
    expect((await contacts({ role: '!-' })).length).toBe(await count(`contacts where roles <> '{}'`))
    expect((await contacts({ company_id: '-' })).length).toBe(
      await count(`contacts where id not in (select contact_id from contact_companies)`),
    )
  })

  it('is a chip of field, operator and values', async () => {
    const said = async (query: string) => chipsOf(await planner.get(`/contacts?active=all&${query}`))
    expect(await said('role=3')).toEqual(['Rol is Docent'])
    expect(await said('role=3,5')).toEqual(['Rol is een van Docent, Cursist'])
    expect(await said('role=3,4,5')).toEqual(['Rol is een van Docent, Leidinggevende, Cursist'])
    expect(await said('role=2,3,4,5')).toEqual([expect.stringMatching(/^Rol is een van \S+, \S+ en 2 andere$/)])
    expect(await said('role=!3')).toEqual(['Rol is niet Docent'])
    expect(await said('role=!-')).toEqual(['Rol is ingevuld'])
    const { deLinde, kuipers } = app.story.companies
    expect(await said(`company_id=!${deLinde},${kuipers}`)).toEqual([
      expect.stringMatching(/^Bedrijf is geen van .+, .+$/),
    ])
    const many = Array.from({ length: 5 }, (_, i) => i + 1).join(',')
    expect(await said(`company_id=${many}`)).toEqual([expect.stringMatching(/^Bedrijf is een van .+, .+ en 3 andere$/)])
  })

  it('costs no query more than a filter with one', async () => {
    const { deLinde, kuipers } = app.story.companies
    const one = await countQueries(app, () => planner.get(`/contacts?company_id=${deLinde}`))
    const two = await countQueries(app, () => planner.get(`/contacts?company_id=${deLinde},${kuipers}`))
    expect([one, two]).toEqual([one, one])
    expect(one).toBeLessThanOrEqual(3)
  })

  it('refuses what cannot be in Dutch, by the name of the filter', async () => {
    const refused = async (query: string, browser = planner, path = '/contacts') => {
      const answer = await browser.get(`${path}?${query}`)
      return [answer.status, answer.json()]
    }
    expect(await refused('role=3,99')).toEqual([422, { role: ['Rol is niet geldig.'] }])
    expect(await refused('role=!x')).toEqual([422, { role: ['Rol is niet geldig.'] }])
    expect(await refused('company_id=1,b')).toEqual([422, { company_id: ['Bedrijf is niet geldig.'] }])
    expect(await refused('active=-')).toEqual([422, { active: ['Actief kan niet leeg zijn.'] }])
    const most = Array.from({ length: 50 }, (_, i) => i + 1).join(',')
    expect((await planner.get(`/contacts?company_id=${most}`)).status).toBe(200)
    const many = `${most},51`
    expect(await refused(`company_id=${many}`)).toEqual([422, { company_id: ['Kies bij Bedrijf hooguit 50 waarden.'] }])
    expect(await refused('at=2026-11-30..2026-11-01', admin, '/history')).toEqual([
      422,
      { at: ['Datum is geen geldige periode (dd-mm-jjjj..dd-mm-jjjj).'] },
    ])
    expect(await refused('at=-', admin, '/history')).toEqual([422, { at: ['Datum kan niet leeg zijn.'] }])
    // What cannot be read is not left out in silence, in whatever way it is no value.
    expect(await refused('series=reeks', planner, '/plannings')).toEqual([
      422,
      { series: ['Reeks van planning is geen geldig nummer.'] },
    ])
    expect(await refused('role=3&role=4')).toEqual([422, { role: ['Rol is niet geldig.'] }])
    expect(await refused('search[]=jan')).toEqual([422, { search: ['Zoeken is niet geldig.'] }])
    for (const nothing of ['role=', 'role=!', 'role=0', 'role=all', 'role=,', 'search=%20'])
      expect([nothing, (await planner.get(`/contacts?${nothing}`)).status]).toEqual([nothing, 200])
  })

  it('starts a new row with the one record that a list is filtered by, not with several or all others', async () => {
    const { deLinde, kuipers } = app.story.companies
    const addUrl = async (value: string) => {
      const tab = await planner.get(`/contacts?embed=1&company_id=${encodeURIComponent(value)}`)
      return tab.$('.rt-bar a[href^="/contact/add"]').attr('href')
    }
    expect(await addUrl(String(deLinde))).toBe(`/contact/add?company_id=${deLinde}`)
    for (const value of [`${deLinde},${kuipers}`, `!${deLinde}`, '-']) expect(await addUrl(value)).toBe('/contact/add')
  })
})

describe('a filter of days', () => {
  const on = (query: Record<string, string>) => ids('/history', query, admin)
  beforeAll(async () => {
    // Each an action of its own.
    for (const at of [
      'current_date - 400',
      `(current_date - 40)::timestamptz + interval '23 hours 59 minutes'`,
      'current_date - 1',
      'current_date',
    ])
      await app.pool.query(`
        insert into history (record_type, record_id, action, at, changes) values ('contact', 1, 'update', ${at}, '{}')`)
  })

  it('keeps what lies in the period, to the end of its last day, and turned around all else', async () => {
    const all = await on({})
    const forty = addDays(today(), -40)
    const kept = await on({ at: `${forty}..${forty}` })
    expect(kept.length).toBe(1)
    expect((await on({ at: forty })).length).toBe(1)
    for (const at of [`${forty}..`, `..${forty}`, 'this-month', 'last-30', 'yesterday', '..yesterday', 'next-3m']) {
      const [inside, outside] = [await on({ at }), await on({ at: `!${at}` })]
      expect([at, inside.length + outside.length]).toEqual([at, all.length])
      expect(new Set([...inside, ...outside])).toEqual(new Set(all))
    }
    expect((await on({ at: '..yesterday' })).length).toBe(3)
  })

  it('opens the addresses that people kept from before', async () => {
    const day = addDays(today(), -40)
    const [year, month, date] = day.split('-')
    const older = `${date}-${month}-${year}`
    expect(await on({ from: older, until: older })).toEqual(await on({ at: day }))
    expect(await on({ from: older })).toEqual(await on({ at: `${day}..` }))
    expect(await on({ until: older })).toEqual(await on({ at: `..${day}` }))
    const answer = await admin.get(`/history?from=${older}&until=${older}`)
    expect(chipsOf(answer)).toEqual([`Datum op ${older}`])
  })

  it('that is relative stays so, and says so', async () => {
    const answer = await admin.get('/history?at=last-30')
    expect(chipsOf(answer)).toEqual(['Datum in de periode afgelopen 30 dagen'])
    const page = await admin.page('/history?at=last-30')
    expect(page.$('form[data-filters] input[name="at"]').attr('value')).toBe('last-30')
  })
})

describe('every filter of every list', () => {
  interface Offered {
    kind: string
    options: { value: string }[]
    asksEmpty: boolean
  }
  /** Values in each way in which they can be asked. */
  function asked({ kind, options, asksEmpty }: Offered): string[] {
    const values = options.map(({ value }) => value)
    const own = { select: values, selector: ['1', '2'], number: ['1', '2'], text: ['1'] }[kind]
    const texts = own ? [own[0], own.slice(0, 2).join(','), `!${own.slice(0, 2).join(',')}`] : []
    const periods = kind === 'period' ? ['today', 'this-month', '!next-30', '2026-01-01..', '..yesterday'] : []
    return [...texts, ...periods, ...(asksEmpty ? ['-', '!-'] : [])].filter((text) => text !== undefined)
  }

  async function eachFilter(visit: (path: string, filter: Offered & { name: string }) => Promise<void>) {
    const lists = manifests
      .flatMap(({ screens }) => screens)
      .filter(
        ({ kind, path, area }) => kind === 'table' && !path.includes(':') && area !== 'public' && !area.developers,
      )
    for (const { path } of lists) {
      const { $ } = await admin.page(path)
      const filters = $('input[data-filter]')
        .toArray()
        .map((input) => ({ name: $(input).attr('name')!, ...(JSON.parse($(input).attr('data-filter')!) as Offered) }))
      for (const filter of filters) await visit(path, filter)
    }
  }

  // It walks all lists, of which there come more.
  const WALK = { timeout: 120_000 }
  it('finds rows in each way in which it can be asked', WALK, async () => {
    let tried = 0
    await eachFilter(async (path, filter) => {
      // The search box is the only place for words; the menus of the others write choices, periods and numbers.
      expect([path, filter.name, filter.kind === 'text']).toEqual([path, filter.name, false])
      for (const text of asked(filter)) {
        const query = new URLSearchParams({ [filter.name]: text }).toString()
        for (const also of ['', '&count=1']) {
          const { status } = await admin.get(`${path}?${query}${also}`)
          expect([path, query + also, status]).toEqual([path, query + also, 200])
        }
        tried += 1
      }
    })
    expect(tried).toBeGreaterThan(100)
  })

  // An action holds records of several kinds, and is found by each of them.
  const ACTIONS = new Set(['/history type', '/history record', '/history action'])
  it('keeps what it leaves out when it is turned around, where a row says nothing too', WALK, async () => {
    const counted = async (path: string, name: string, text: string) => {
      const { text: count } = await admin.get(`${path}?${new URLSearchParams({ [name]: text, count: '1' }).toString()}`)
      return Number(count)
    }
    let tried = 0
    await eachFilter(async (path, filter) => {
      if (filter.kind === 'text' || ACTIONS.has(`${path} ${filter.name}`)) return
      const all = await counted(path, filter.name, 'all')
      for (const text of asked(filter).filter((one) => !one.startsWith('!'))) {
        const [kept, others] = [await counted(path, filter.name, text), await counted(path, filter.name, `!${text}`)]
        expect([path, filter.name, text, kept + others]).toEqual([path, filter.name, text, all])
        tried += 1
      }
    })
    expect(tried).toBeGreaterThan(50)
  })

  it('has an index that a list of those rows is read from', async () => {
    const plan = async (table: string, where: string, by: string) => {
      const client = await app.pool.connect()
      try {
        await client.query(
          'begin; set local enable_seqscan = off; set local enable_sort = off; set local enable_bitmapscan = off',
        )
        const { rows } = await client.query<{ 'QUERY PLAN': string }>(
          `explain select id from ${table} where ${where} order by ${by} limit 30`,
        )
        return rows.map((row) => row['QUERY PLAN']).join('\n')
      } finally {
        await client.query('rollback')
        client.release()
      }
    }
    const name = 'last_name collate "nl-x-icu", first_name collate "nl-x-icu", id'
    expect(await plan('contacts', 'email is null', name)).toContain('contacts_without_email')
    expect(await plan('contacts', 'company_id is null', name)).toContain('contacts_without_company')
    expect(await plan('companies', 'email is null', 'name collate "nl-x-icu", id')).toContain('companies_without_email')
    const until = `coalesce(valid_until, 'infinity'::date)`
    expect(
      await plan('certificates', `${until} >= '2026-11-22' and ${until} <= '2027-02-22'`, `${until}, id`),
    ).toContain('certificates_by_valid_until')
    expect(await plan('documents', `created_at >= '2026-11-22'`, 'created_at desc, id desc')).toContain(
      'documents_created',
    )
  })

  it('that has an order of its own brings it along, until another is chosen', async () => {
    const sorted = async (query: string) => {
      const page = await planner.page(`/certificates?${query}`)
      return [page.$('th[aria-sort="ascending"]').text(), page.$('input[name="sort"]').attr('value')]
    }
    expect(await sorted('valid_until=next-3m')).toEqual(['Geldig tot en met', ''])
    expect(await sorted('valid_until=next-3m&sort=number')).toEqual(['Nummer', 'number'])
  })

  it('tells who cannot be mailed, and what ends within three months', async () => {
    await app.pool.query(`insert into contacts (first_name, last_name, email) values ('Zonder', 'Adres', null)`)
    expect((await contacts({ mail: '-' })).length).toBe(await count('contacts where email is null'))
    expect((await contacts({ mail: '!-' })).length).toBe(await count('contacts where email is not null'))
    expect(chipsOf(await planner.get('/contacts?active=all&mail=-'))).toEqual(['E-mail is leeg'])
    expect((await ids('/certificates', { valid_until: 'next-3m' })).length).toBe(
      await count(`certificates where valid_until between current_date and current_date + interval '3 months'`),
    )
    await app.pool.query('update certificates set valid_until = null where id = (select max(id) from certificates)')
    expect((await ids('/certificates', { valid_until: '-' })).length).toBe(
      await count('certificates where valid_until is null'),
    )
    // What never ends is in no period, however open.
    expect((await ids('/certificates', { valid_until: '2001-01-01..' })).length).toBe(
      await count(`certificates where valid_until >= '2001-01-01'`),
    )
  })
})
