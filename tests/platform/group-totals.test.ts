import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { formatCount, formatMoney } from '../../src/platform/format/format.ts'
import { type Answer, type Browser, type TestApp, testApp } from '../support/app.ts'

let app: TestApp
let administrator: Browser
beforeAll(async () => {
  app = await testApp()
  administrator = await app.as(ROLE.administrator)
})
afterAll(() => app.close())

/** What each head of a list says it comes to, by its key. */
const totalsOf = ({ $ }: Answer) =>
  Object.fromEntries(
    $('tr[data-group]')
      .toArray()
      .map((head) => [
        head.attribs['data-group']!,
        $(head)
          .find('.group-sum')
          .toArray()
          .map((sum) => $(sum).text()),
      ]),
  )
const namesOf = ({ $ }: Answer) =>
  $('tr[data-group] b')
    .toArray()
    .map((head) => $(head).text())
const groupsOf = ({ $ }: Answer) =>
  $('select[name=group] option')
    .toArray()
    .flatMap(({ attribs }) => (attribs.value === '' ? [] : [attribs.value]))

interface Total {
  key: string
  count: number
  sums: number[]
}
const rowsOf = async (query: string) => (await app.pool.query<Total>(query)).rows

describe('the heads of a list tell what their rows come to', () => {
  it('of bank entries by their state: how many, and how much', async () => {
    const rows = await rowsOf(`select state as key, count(*)::integer as count, array[sum(amount)]::float8[] as sums
      from bank_entries group by 1`)
    expect(totalsOf(await administrator.page('/administration/bank/entries?group=state&max_per_page=1'))).toEqual(
      Object.fromEntries(
        rows
          .filter(({ key }) => key === 'todo')
          .map(({ key, count, sums }) => [key, [formatCount(count, 'bankregel', 'bankregels'), formatMoney(sums[0]!)]]),
      ),
    )
    const all = totalsOf(await administrator.page('/administration/bank/entries?group=state'))
    for (const { key, sums } of rows) expect([key, all[key]?.[1]]).toEqual([key, formatMoney(sums[0]!)])
  })

  it('of what an old system left open by customer: in all, and open', async () => {
    const rows = await rowsOf(`select coalesce(company_id, -contact_id)::text as key, count(*)::integer as count,
      array[sum(total), sum(open)]::float8[] as sums from opening_items group by 1`)
    expect(rows.length).toBeGreaterThan(0)
    const totals = totalsOf(await administrator.page('/administration/opening-items?group=customer'))
    for (const { key, sums } of rows)
      expect([key, totals[key]?.slice(1)]).toEqual([key, [formatMoney(sums[0]!), formatMoney(sums[1]!)]])
  })

  it('of invoices by their state: below the columns of their amounts, or with a word where those are not shown', async () => {
    const { rows: [owed] } = await app.pool.query<{ id: number }>('select id from invoices where open > 0 and credits_id is null limit 1') // prettier-ignore
    const { id } = (await administrator.post(`/administration/invoice/${owed!.id}/make_credit_invoice`)).json<{ id: number }>() // prettier-ignore
    await administrator.post(`/administration/invoice/definitive/${id}`)
    const rows = await rowsOf(`select state as key, count(*)::integer as count, array[sum(total), sum(open),
      coalesce(sum(total) filter (where credits_id is not null), 0)]::float8[] as sums from invoices group by 1`)
    expect(rows.filter(({ sums }) => sums[2] !== 0)).not.toEqual([])
    const credited = (cents: number) => (cents === 0 ? [] : [`waarvan ${formatMoney(cents)} credit`])
    const path = '/administration/invoices?group=status&max_per_page=200'
    const page = await administrator.page(path)
    const { $ } = page
    const headings = $('.rt-sheet thead th').toArray().map((heading) => $(heading).text().trim()) // prettier-ignore
    /** The column of a cell that stands behind others. */
    const columnOf = (cell: (typeof $.prototype)[number]) =>
      $(cell).prevAll().toArray().reduce((sum, one) => sum + Number(one.attribs.colspan ?? 1), 0) // prettier-ignore
    for (const head of $('tr[data-group]').toArray()) {
      const { sums, count } = rows.find(({ key }) => key === head.attribs['data-group'])!
      const cells = $(head).children('td').toArray()
      expect(columnOf(cells.at(-1)!)).toBe(headings.length - 1)
      const beside = $(cells[0]).find('.group-sum').toArray().map((sum) => $(sum).text()) // prettier-ignore
      expect(beside).toEqual([formatCount(count, 'factuur', 'facturen'), ...credited(sums[2]!)])
      const under = cells.slice(1).flatMap((cell) => ($(cell).text() === '' ? [] : [[headings[columnOf(cell)], $(cell).text()]])) // prettier-ignore
      expect(under).toEqual([['Totaal', formatMoney(sums[0]!)], ['Open', formatMoney(sums[1]!)]]) // prettier-ignore
    }
    const without = totalsOf(await administrator.page(`${path}&columns=uid,customer`))
    for (const { key, sums } of rows.filter((row) => without[row.key]))
      expect([key, without[key]!.slice(1)]).toEqual([key, [formatMoney(sums[0]!), `${formatMoney(sums[1]!)} open`, ...credited(sums[2]!)]]) // prettier-ignore
  })

  it('of material by where it is kept: how many pieces', async () => {
    const rows = await rowsOf(`select coalesce(establishment_id, 0)::text as key, count(*)::integer as count,
      array[sum(count)]::float8[] as sums from materials where active group by 1`)
    const totals = totalsOf(await administrator.page('/settings/resources?group=establishment'))
    for (const { key, sums } of rows)
      expect([key, totals[key]?.[1]]).toEqual([key, formatCount(sums[0]!, 'stuk', 'stuks')])
  })

  it('of checklists by whether they were ever filled in', async () => {
    const page = await administrator.page('/checklists?group=filled&active=all')
    const filled = await app.pool.query('select distinct checklist_id from checklist_submissions')
    expect(namesOf(page)).toEqual(['Al ingevuld', 'Nog nooit ingevuld'])
    expect(totalsOf(page).yes![0]).toBe(formatCount(filled.rows.length, 'checklist', 'checklists'))
  })
})

describe('what belongs together is told', () => {
  it('to who sees more than the own: teachers have nobody to group their absences by', async () => {
    const teacher = await app.as(ROLE.teacher)
    expect(groupsOf(await teacher.page('/availability/absences'))).toEqual([])
    expect((await teacher.page('/availability/absences?group=kind')).$('tr[data-group]')).toHaveLength(0)
    expect(groupsOf(await administrator.page('/availability/absences'))).toEqual(['person', 'kind'])
  })

  it('in the words of the list: who waits for an answer in front, moments by what they are relative to', async () => {
    const supervisor = await app.as(ROLE.supervisor)
    expect(groupsOf(await supervisor.page('/waiting-list'))).toEqual(['course', 'state'])
    const waiting = namesOf(await administrator.page('/waiting-list?group=state'))
    expect(['Aanbod loopt', 'Wacht'].filter((name) => waiting.includes(name))).toEqual(waiting)
    const moments = namesOf(await administrator.page('/messages/moments?group=kind'))
    expect(moments.length).toBeGreaterThan(1)
    for (const name of moments) expect(name).toMatch(/^(Voor|Na) /)
  })
})
