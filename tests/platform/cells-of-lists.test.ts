import { load } from 'cheerio'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Browser, type TestApp, testApp } from '../support/app.ts'

let app: TestApp
let planner: Browser
beforeAll(async () => {
  app = await testApp()
  planner = await app.as(1)
  await app.pool.query(`update companies set website = 'www.delinde.example', phone = '038 123 45 67' where id = $1`, [
    app.story.companies.deLinde,
  ])
  await app.pool.query(`update contacts set job_title = 'Ploegleider', phone = '038 123 45 67' where id = $1`, [
    app.story.contacts.anouk,
  ])
})
afterAll(() => app.close())

interface Held {
  list: string
  table: string
  id: () => number
  fields: string[]
  /** What a teacher is told, who changes none of them; 404 where teachers change records of their own. */
  refused?: number
}
const lists: Held[] = [
  {
    list: '/contacts',
    table: 'contacts',
    id: () => app.story.contacts.anouk,
    fields: ['email', 'mobile_phone', 'phone', 'job_title'],
  },
  {
    list: '/companies',
    table: 'companies',
    id: () => app.story.companies.deLinde,
    fields: ['coc_no', 'vat_id', 'peppol_id', 'phone', 'email', 'invoice_email', 'website'],
  },
  { list: '/courses', table: 'courses', id: () => app.story.courses.bhv, fields: ['code', 'max_count'] },
  { list: '/settings/rooms', table: 'rooms', id: () => app.story.rooms.zwolle1, fields: ['capacity'] },
  {
    list: '/settings/establishments',
    table: 'establishments',
    id: () => app.story.establishments.zwolle,
    fields: ['street', 'street_no', 'street_no_adding', 'postal_code', 'city', 'email'],
  },
  { list: '/documents', table: 'documents', id: () => app.story.documents.contract, fields: ['name'], refused: 404 },
  { list: '/documents/types', table: 'document_types', id: () => app.story.documents.type, fields: ['name'] },
  { list: '/messages/default', table: 'default_messages', id: () => app.story.defaultMessage, fields: ['name'] },
  { list: '/checklists', table: 'checklists', id: () => app.story.checklists.hall, fields: ['name'] },
  { list: '/settings/closing-days', table: 'closing_days', id: () => app.story.closingDay, fields: ['description'] },
  {
    list: '/products/categories',
    table: 'product_categories',
    id: () => app.story.productCategories.books,
    fields: ['name'],
  },
]
/** What a sensible user would put there instead. */
const OTHERS: Record<string, string> = {
  email: 'anders@noordkaap.example',
  invoice_email: 'facturen@noordkaap.example',
  mobile_phone: '06 1234 5678',
  phone: '030 765 43 21',
  coc_no: '12345678',
  vat_id: 'NL123456782B01',
  peppol_id: '0208:0411905847',
  website: 'www.anders.example',
  code: 'ANDERS',
  postal_code: '7411 BB',
  street_no: '199',
}

async function held({ table, id }: Held): Promise<Record<string, string | number | null>> {
  const { rows } = await app.pool.query<Record<string, string | number | null>>(
    `select * from ${table} where id = $1`,
    [id()],
  )
  return rows[0]!
}

const without = (row: object, names: string[]) =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)))

/** The cells of one row that can be changed in the list, with what they begin with. */
async function cellsOf({ list, id, fields }: Held): Promise<Record<string, string[]>> {
  const { text } = await planner.get(`${list}?onlyGet=${id()}&columns=${fields.join()}`)
  // Cells stand in a table, or a parser throws them away.
  const $ = load(`<table>${text}</table>`)
  return Object.fromEntries(
    $(`tr[data-id=${id()}] td[data-edit]`)
      .toArray()
      .map(({ attribs }): [string, string[]] => [
        attribs['data-edit']!,
        [attribs['data-value']!, attribs['data-version']!],
      ]),
  )
}

describe.each(lists)('a cell of $list', (one) => {
  it('begins with what its record holds, also in a column that was asked for', async () => {
    const row = await held(one)
    const begins = one.fields.map((field) => [field, [String(row[field] ?? ''), String(row.version)]])
    expect(await cellsOf(one)).toEqual(Object.fromEntries(begins))
  })

  it('is saved alone, by the version that it was drawn with', async () => {
    for (const field of one.fields) {
      const before = await held(one)
      const value = OTHERS[field] ?? '17'
      const sent = { id: one.id(), field, value, version: before.version! }
      const url = `${one.list}/cell`
      expect([field, (await planner.post(url, sent)).status]).toEqual([field, 204])
      const after = await held(one)
      const moves = [field, 'version', 'updated_at', 'search_text']
      expect(without(after, moves)).toEqual(without(before, moves))
      expect(String(after[field])).toContain(value.slice(-3))
      expect((await planner.post(url, { ...sent, value: OTHERS[field] ?? '18' })).status).toBe(409)
      expect((await planner.post(url, { ...sent, field: 'id' })).status).toBe(422)
    }
  })

  it('is for who may change the record', async () => {
    const teacher = await app.as(3)
    const { version, [one.fields[0]!]: value } = await held(one)
    const sent = { id: one.id(), field: one.fields[0]!, value: OTHERS[one.fields[0]!] ?? '19', version: version! }
    expect((await teacher.post(`${one.list}/cell`, sent)).status).toBe(one.refused ?? 403)
    expect((await held(one))[one.fields[0]!]).toBe(value)
  })
})

it('the name of a document is changed in the list by who added it, or by the office', async () => {
  const teacher = await app.as(3)
  const { teachers, contract } = app.story.documents
  const { text } = await teacher.get(`/documents?onlyGet=${teachers},${contract}`)
  const $ = load(`<table>${text}</table>`)
  const editable = (id: number) => $(`tr[data-id=${id}] td[data-edit]`).length
  expect([editable(teachers), editable(contract)]).toEqual([1, 0])
  const { rows } = await app.pool.query<{ version: number }>('select version from documents where id = $1', [teachers])
  const sent = { id: teachers, field: 'name', value: 'Lesbrief', version: rows[0]!.version }
  expect((await teacher.post('/documents/cell', sent)).status).toBe(204)
})

describe('groups', () => {
  it.each([
    ['/courses?group=kind', ['Klassikaal', 'Online']],
    ['/settings/rooms?group=establishment', []],
    ['/plannings?group=course&when=all', []],
  ])('of %s: each name once, in order, with sums that are those of the rows', async (url, names) => {
    const { $ } = await planner.page(`${url}&max_per_page=200`)
    const heads = $('tr[data-group] .group-toggle b')
      .toArray()
      .map((head) => $(head).text())
    expect(heads.length).toBeGreaterThan(1)
    expect(new Set(heads).size).toBe(heads.length)
    expect(heads).toEqual(heads.toSorted((a, b) => a.localeCompare(b, 'nl')))
    if (names.length > 0) expect(heads).toEqual(names)
    const counts = $('tr[data-group]')
      .toArray()
      .map((head) => Number(/\d+/.exec($(head).find('.group-sum').first().text())![0]))
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe($('tr[data-id]').length)
  })

  it('of rooms tell how many places they have together', async () => {
    const { rows } = await app.pool.query<{ sum: number }>(
      `select coalesce(sum(capacity), 0)::integer as sum from rooms where active and establishment_id = $1`,
      [app.story.establishments.zwolle],
    )
    const { $ } = await planner.page('/settings/rooms?group=establishment')
    expect($(`tr[data-group="${app.story.establishments.zwolle}"]`).text()).toContain(`${rows[0]!.sum} plaatsen`)
  })
})
