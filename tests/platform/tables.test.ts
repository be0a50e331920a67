import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, type Browser, type TestApp, testApp } from '../support/app.ts'
import { countQueries } from '../support/queries.ts'

let app: TestApp
let planner: Browser
beforeAll(async () => {
  app = await testApp()
  planner = await app.as(2)
  await app.pool.query(`
    insert into contacts (first_name, last_name_prefix, last_name, company_id, roles)
    select 'Rij ' || n, case when n % 2 = 0 then 'van der' else '' end, 'Tabel' || lpad((n % 1000)::text, 4, '0'), 5, '{5}' from generate_series(1, 3000) n`)
  await app.pool.query(
    `insert into contact_companies (contact_id, company_id) select id, 5 from contacts where last_name like 'Tabel%'`,
  )
})
afterAll(() => app.close())

// Rows alone are no document: a parser would throw a <tr> without its table away.
const idsOf = ({ text }: Answer) => [...text.matchAll(/<tr data-id="(\d+)"/g)].map(([, id]) => Number(id))
const nextOf = ({ text }: Answer) => /data-next="([^"]+)"/.exec(text)?.[1]?.replaceAll('&amp;', '&')

describe('a table', () => {
  it('answers a whole page to the address bar and a fragment to htmx, from its own URL [P-068][P-222]', async () => {
    const page = await planner.page('/contacts?search=tabel')
    expect(page.text).toMatch(/^\s*<!doctype html>/i)
    expect(page.headers.get('vary')).toMatch(/HX-Request/i)
    const fragment = await planner.get('/contacts?search=tabel')
    expect(fragment.text).not.toMatch(/<!doctype|<html/i)
    expect(fragment.headers.get('cache-control')).toContain('no-store')
  })

  it('has 30 rows a page unless asked otherwise, at most 200 [P-219][P-247]', async () => {
    expect(idsOf(await planner.get('/contacts?search=tabel'))).toHaveLength(30)
    expect(idsOf(await planner.get('/contacts?search=tabel&max_per_page=50'))).toHaveLength(50)
    expect(idsOf(await planner.get('/contacts?search=tabel&max_per_page=100000'))).toHaveLength(200)
    for (const size of ['0', '-1', 'veel'])
      expect((await planner.get(`/contacts?max_per_page=${size}`)).status).toBe(200)
  })

  it('has as many rows a page as the user chose below it, whatever another chose [P-247]', async () => {
    const [chooser, other] = [await app.as(2), await app.as(1)]
    const sizes = ({ $ }: Answer) =>
      $('[data-page-size] option[selected]')
        .toArray()
        .map((size) => $(size).attr('value'))
    const choose = (value: string) => chooser.prefer('rows-per-page', value)
    expect(sizes(await chooser.page('/contacts?search=tabel'))).toEqual(['30'])
    expect((await choose('100')).status).toBe(200)
    const page = await chooser.page('/contacts?search=tabel')
    expect([idsOf(page).length, sizes(page)]).toEqual([100, ['100']])
    expect(idsOf(await chooser.get('/contacts?search=tabel&max_per_page=veel'))).toHaveLength(100)
    expect(idsOf(await other.get('/contacts?search=tabel'))).toHaveLength(30)
    // A size that is not offered counts as none.
    expect((await choose('5000')).status).toBe(200)
    expect(idsOf(await chooser.get('/contacts?search=tabel'))).toHaveLength(30)
  })

  it('page by page shows every row once, in order, whatever the sort', async () => {
    for (const sort of ['name', '-name', 'client_id', '-company']) {
      const seen: number[] = []
      let url: string | undefined = `/contacts?search=tabel&max_per_page=200&sort=${sort}`
      let pages = 0
      while (url !== undefined) {
        const answer: Answer = await planner.get(url)
        seen.push(...idsOf(answer))
        pages += 1
        url = nextOf(answer)
      }
      // The last page is full, and says that it is the last.
      expect([sort, pages, seen.length, new Set(seen).size]).toEqual([sort, 15, 3000, 3000])
    }
  })

  it('sorts Dutch names on the last name without its prefix', async () => {
    const { $ } = await planner.get('/contacts?search=linde')
    const names = $('tr[data-id] td.c-main')
      .map((_, cell) => $(cell).text().trim())
      .get()
    expect(names).toEqual(['Bram ter Linde', 'Anouk van der Linden'])
  })

  it('finds without accents, capitals and in any order of words', async () => {
    for (const search of ['yıldız', 'YILDIZ', 'yildiz emre']) {
      const answer = await planner.get(`/contacts?search=${encodeURIComponent(search)}`)
      expect([search, idsOf(answer).length > 0]).toEqual([search, true])
    }
  })

  it('takes % and _ literally', async () => {
    for (const search of ['%', '_', '\\'])
      expect(idsOf(await planner.get(`/contacts?search=${encodeURIComponent(search)}`))).toEqual([])
  })

  it('refreshes single rows with onlyGet, inside the scope only [P-220]', async () => {
    const { anouk, gerrit } = app.story.contacts
    expect(idsOf(await planner.get(`/contacts?onlyGet=${anouk},${gerrit}`)).sort()).toEqual([anouk, gerrit].sort())
    const supervisor = await app.as(4)
    expect(idsOf(await supervisor.get(`/contacts?onlyGet=${anouk},${gerrit}`))).toEqual([anouk])
    // A row that was changed may not match the filter any more; until the list is asked again it stays where it is.
    expect(idsOf(await planner.get(`/contacts?search=niemandheetzo&onlyGet=${anouk}`))).toEqual([anouk])
  })

  it('answers the ids of all matching rows with checkAll=1 [P-221]', async () => {
    const ids = (await planner.get('/contacts?search=tabel&checkAll=1')).json<number[]>()
    expect([ids.length, new Set(ids).size]).toEqual([3000, 3000])
    const supervisor = await app.as(4)
    expect((await supervisor.get('/contacts?checkAll=1')).json<number[]>()).not.toContain(app.story.contacts.gerrit)
  })

  it('counts exactly up to 10,000', async () => {
    expect((await planner.get('/contacts?search=tabel&count=1')).text).toBe('3.000')
  })

  it('shows a chip for every set filter and for nothing else [P-170][P-171][P-172]', async () => {
    const chips = async (query: string) =>
      (await planner.get(`/contacts?${query}`))
        .$('.fchip')
        .map((_, chip) => (chip as { attribs: Record<string, string> }).attribs['data-filter-chip'] ?? '')
        .get()
    const labels = async (query: string) =>
      (await planner.get(`/contacts?${query}`)).$('.fchip button').append(' ').text()
    expect(await labels('role=3&active=')).toContain('Rol is Docent')
    expect(await labels('company_id=4&active=')).toContain('Bakkerij Van Loon B.V.')
    expect(await labels('company_id=0&role=all&active=')).not.toMatch(/Bedrijf|Rol/)
    expect(await chips('search=&company_id=-1&active=')).toEqual(await chips('active='))
  })

  it('names the record of a filter whatever it finds, as far as the viewer may know it [P-170]', async () => {
    const { rows } = await app.pool.query<{ id: number; name: string }>(
      `insert into companies (name, client_id) select 'Leeg bedrijf ' || n, 990000 + n from generate_series(1, 2) n returning id, name`,
    )
    const chipOf = async (browser: Browser, query: string) => {
      const answer = await browser.get(`/contacts?${query}`)
      return {
        chip: answer.$('.fchip').first().find('[data-part]').append(' ').text().trim(),
        rows: idsOf(answer).length,
      }
    }
    const found = async (query: string) => (await chipOf(planner, query)).rows
    for (const { id, name } of rows) {
      expect(await chipOf(planner, `company_id=${id}&active=`)).toEqual({ chip: `Bedrijf is ${name}`, rows: 0 })
      await app.pool.query(`insert into contact_companies (contact_id, company_id) values (1, ${id})`)
      expect(await chipOf(planner, `company_id=${id}&active=`)).toEqual({ chip: `Bedrijf is ${name}`, rows: 1 })
    }
    const [first, second] = rows as [{ id: number; name: string }, { id: number; name: string }]
    await app.pool.query(`update companies set name = 'Hernoemd' where id = ${second.id}`)
    expect((await chipOf(planner, `company_id=${second.id}&active=`)).chip).toBe('Bedrijf is Hernoemd')
    expect(await found(`company_id=${first.id}&role=1&active=`)).toBe(1)
    expect(await found(`company_id=${first.id}&role=6&active=`)).toBe(0)
    const supervisor = await app.as(4)
    expect(await chipOf(supervisor, `company_id=${second.id}&active=`)).toEqual({
      chip: 'Bedrijf is onbekend',
      rows: 0,
    })
    await app.pool.query(`delete from contact_companies where company_id = any($1)`, [rows.map(({ id }) => id)])
    await app.pool.query(`delete from companies where id = any($1)`, [rows.map(({ id }) => id)])
  })

  it('keeps a default filter off on every page, in the count and in the export', async () => {
    await app.pool.query(`update contacts set active = false where last_name like 'Tabel%' and id % 10 = 0`)
    const count = async (where: string) =>
      (await app.pool.query<{ count: number }>(`select count(*)::integer as count from contacts where ${where}`))
        .rows[0]!.count
    const active = await count(`search_text like '%tabel%' and active`)
    expect(active).toBeLessThan(3000)
    for (const [off, rows] of [
      ['', active],
      ['&active=', 3000],
      ['&active=all', 3000],
    ] as const) {
      const first = await planner.get(`/contacts?search=tabel&max_per_page=200${off}`)
      let found = idsOf(first).length
      for (let url = nextOf(first); url !== undefined;) {
        const answer: Answer = await planner.get(url)
        found += idsOf(answer).length
        url = nextOf(answer)
      }
      const countUrl = /data-count-url="([^"]+)"/.exec(first.text)![1]!.replaceAll('&amp;', '&')
      expect([off, found, (await planner.get(countUrl)).text]).toEqual([off, rows, rows.toLocaleString('nl-NL')])
    }
    await app.pool.query(`update contacts set active = true where last_name like 'Tabel%'`)
  })

  it('refuses a filter value that cannot be, field by field', async () => {
    expect((await planner.get('/contacts?company_id=abc')).json()).toEqual({ company_id: ['Bedrijf is niet geldig.'] })
    expect((await planner.get('/contacts?role=99')).status).toBe(422)
    expect((await planner.get('/contacts?after=rommel')).status).toBe(400)
  })

  it('exports all rows of the filter as CSV for a Dutch spreadsheet, formulas made harmless', async () => {
    await app.pool.query(
      `insert into contacts (first_name, last_name, roles, job_title) values ('=1+1', 'Formulebreker', '{5}', '')`,
    )
    const csv = await planner.get('/contacts?search=tabel&export=csv')
    expect(csv.headers.get('content-disposition')).toContain('contacten.csv')
    expect(csv.text.split('\r\n').filter(Boolean)).toHaveLength(3001)
    expect(csv.text.split('\r\n')[0]).toContain('Naam;Debiteurnummer;Bedrijf')
    const risky = await planner.get('/contacts?search=formulebreker&export=csv')
    expect(risky.text).toContain(`"'=1+1 Formulebreker"`.replaceAll('"', '')) // a leading apostrophe keeps it text
    const xlsx = await fetch(`${app.url}/contacts?search=tabel&export=xlsx`, { headers: { cookie: planner.cookie } })
    expect(
      Buffer.from(await xlsx.arrayBuffer())
        .subarray(0, 2)
        .toString(),
    ).toBe('PK')
    const events = await app.db.selectFrom('history').select('changes').where('action', '=', 'export').execute()
    expect(events).toHaveLength(3)
  })

  it('deletes a selection at once, and nothing of it when one is blocked [P-223][P-234][M-022][M-023]', async () => {
    const { rows } = await app.pool.query<{ id: number }>(
      `select id from contacts where last_name = 'Tabel0007' order by id`,
    )
    const [one, two, three] = rows.map(({ id }) => id)
    const single = await planner.delete(`/contacts/massDelete?ids=${one}`)
    expect(single.trigger.flash).toEqual({ str: 'Het geselecteerde item is verwijderd.', type: 'success' })
    const several = await planner.post('/contacts/massDelete', { ids: `${two},${three}` })
    expect(several.trigger.flash?.str).toBe('De geselecteerde items zijn verwijderd.')
    expect(several.trigger.changed?.items).toHaveLength(2)
    expect((await planner.get(`/contacts?onlyGet=${one},${two},${three}`)).$('tr[data-id]').length).toBe(0)
    const { rows: left } = await app.pool.query<{ id: number }>(
      `select id from contacts where last_name = 'Tabel0008' order by id limit 1`,
    )
    const blocked = await planner.delete(`/companies/massDelete?ids=${app.story.companies.kuipers}`)
    expect(blocked.status).toBe(409)
    expect(blocked.json<{ reasons: { label: string; count: number }[] }>().reasons.map(({ label }) => label)).toContain(
      'Contacten',
    )
    expect((await planner.delete(`/contacts/massDelete?ids=${left[0]!.id},rommel`)).status).toBe(422)
  })

  it('costs the same number of queries at 30 and at 200 rows', async () => {
    for (const path of ['/contacts', '/companies', '/courses', '/settings/rooms']) {
      const small = await countQueries(app, () => planner.get(`${path}?max_per_page=30`))
      const large = await countQueries(app, () => planner.get(`${path}?max_per_page=200`))
      expect([path, small, large]).toEqual([path, small, small])
      expect(small).toBeLessThanOrEqual(3)
    }
  })
})
