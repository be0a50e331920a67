import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { addDays, today } from '../../src/platform/format/zone.ts'
import { type OfferedLine, offeredLines } from '../../src/administration/orders/expiring/expiring.rules.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'
import { addPeople, addPlanning, put } from '../training/enrolment-support.ts'

let app: TestApp
let planner: Browser
beforeAll(async () => {
  app = await testApp()
  planner = await app.as(ROLE.scheduler)
})
afterAll(() => app.close())

type Row = Record<string, string>
const fileOf = async (browser: Browser, url: string): Promise<Row[]> => {
  const answer = await browser.get(`${url}${url.includes('?') ? '&' : '?'}export=csv`)
  expect([url, answer.status]).toEqual([url, 200])
  return parse<Row>(answer.text, { delimiter: ';', bom: true, columns: true })
}
const one = async <T extends object>(text: string, values: unknown[] = []) =>
  (await app.pool.query<T>(text, values)).rows

/** Things of a customer that end within so many days, or did; kept by nobody's list but the tables. */
const counted = (customer: string, id: number) =>
  one<{ kind: string; count: number }>(
    `select 'Herhaling' as kind, count(*)::integer from contact_refreshers r join contacts c on c.id = r.contact_id
       join courses k on k.id = r.course_id where c.active and c.${customer} and r.expires_at <= current_date + 90
       and r.expires_at >= current_date - 750 and (r.expires_at + make_interval(months => k.grace_months))::date >= current_date
     union all select 'Apparaat', count(*)::integer from devices d where d.${customer} and d.status = 'in_use'
       and d.next_on <= current_date + 90
     union all select 'Contract', count(*)::integer from inspection_contracts i where i.${customer} and i.terminated_on is null
       and i.expires_at between current_date and current_date + 90`,
    [id],
  )

describe('what expires', () => {
  it('is of each customer what the separate lists have', async () => {
    const { rows } = await app.pool.query<{ id: number }>('select id from companies order by id limit 100')
    let found = 0
    for (const { id } of rows) {
      const list = await fileOf(planner, `/expiring?within=90&company_id=${id}`)
      for (const { kind, count } of await counted('company_id = $1', id)) {
        expect([id, kind, list.filter(({ Soort }) => Soort === kind).length]).toEqual([id, kind, count])
        found += count
      }
      const separate = await fileOf(planner, `/courses/refreshers?company_id=${id}`)
      expect(separate.length).toBeGreaterThanOrEqual(list.filter(({ Soort }) => Soort === 'Herhaling').length)
    }
    expect(found).toBeGreaterThan(10)
  })

  it('tells a certificate where no refresher tells of the same, and only the newest', async () => {
    const { id: course } = (await one<{ id: number }>('select id from courses where refresher_course_id is not null limit 1'))[0]! // prettier-ignore
    const list = await fileOf(planner, '/expiring?within=365&kind=certificate')
    const held = await one<{ count: number }>(
      `select count(*)::integer from (select distinct on (c.contact_id, c.course_id) c.* from certificates c
         where c.withdrawn_at is null order by c.contact_id, c.course_id, coalesce(c.valid_until, 'infinity') desc, c.id desc) c
       join contacts p on p.id = c.contact_id join courses k on k.id = c.course_id
       where p.active and c.valid_until between current_date - 750 and current_date + 365 and not exists (select from contact_refreshers r
         where r.contact_id = c.contact_id and r.course_id = coalesce(k.refresher_course_id, k.id))`,
    )
    expect(course).toBeGreaterThan(0)
    expect(list.length).toBe(held[0]!.count)
  })

  it('is for a supervisor that of the own companies, and for nobody else', async () => {
    const supervisor = await app.as(ROLE.supervisor)
    const own = new Set((await fileOf(supervisor, '/expiring?within=365')).map(({ Klant }) => Klant))
    const all = new Set((await fileOf(planner, '/expiring?within=365')).map(({ Klant }) => Klant))
    expect(own.size).toBeGreaterThan(0)
    expect(own.size).toBeLessThan(all.size)
    expect((await supervisor.get(`/expiring/quotation?company_id=${app.story.companies.deLinde}`)).status).toBe(403)
    for (const role of [ROLE.teacher, ROLE.student, ROLE.lotus])
      expect((await (await app.as(role)).get('/expiring')).status).toBe(403)
  })
})

describe('one quotation of it', () => {
  /** A company with people of whom nobody, one by invitation and one by enrolment was asked. */
  async function customer() {
    const [company] = await one<{ id: number }>(
      `insert into companies (name, client_id) select 'Combinatie bv', max(client_id) + 1000 from companies returning id`,
    )
    const people = await addPeople(app, 3)
    await app.pool.query('update contacts set company_id = $1 where id = any($2)', [company!.id, people])
    const [{ id: course }] = (await one<{ id: number }>('select id from courses where product_id is not null and grace_months is not null order by id limit 1')) as [{ id: number }] // prettier-ignore
    const { parts } = await addPlanning(app, { courseId: course, inDays: 30, status: 'planned' })
    await put(app, parts, [people[2]!])
    await app.pool.query(
      `insert into contact_refreshers (contact_id, course_id, expires_at, invited_at)
       select p.id, $2, $3::date, case when p.id = $4 then now() end from unnest($1::integer[]) p(id)`,
      [people, course, addDays(today(), 40), people[1]],
    )
    return { company: company!.id, people }
  }

  it('proposes what nobody did anything about, and says of the rest why not; three clicks make it', async () => {
    const { company } = await customer()
    const url = `/expiring/quotation?company_id=${company}`
    const { $ } = await planner.get(url)
    const boxes = $('input[name="chosen[]"]').toArray()
    expect(boxes.length).toBe(3)
    const told = boxes.map((box) => [
      $(box).attr('checked') !== undefined,
      $(box).closest('tr').find('td').last().text(),
    ])
    expect(told.filter(([checked]) => checked)).toEqual([[true, 'Nog niets gedaan']])
    expect(told.map(([, state]) => String(state).split(',')[0]).sort()).toEqual(['Ingepland', 'Nog niets gedaan', 'Uitgenodigd']) // prettier-ignore
    const ids = boxes.map((box) => Number($(box).val()))
    const answer = await planner.post(url, { 'chosen[]': ids.slice(0, 2) })
    expect([answer.status, answer.text]).toEqual([204, ''])
    const [made] = await one<{ id: number; lines: number; count: string }>(
      `select q.id, count(*)::integer as lines, sum(l.count)::integer as count from quotations q join sale_lines l on l.quotation_id = q.id
       where q.company_id = $1 and l.kind = 'product' group by q.id`,
      [company],
    )
    expect([made!.lines, Number(made!.count)]).toEqual([1, 2])
    expect(answer.trigger['popup-open']?.url).toBe(`/administration/quotation/view/${made!.id}`)
    expect((await planner.post(url, {})).status).toBe(422)
  })

  it('is of one customer: rows of two are refused, and rows of another are not taken', async () => {
    const { company } = await customer()
    const ids = await one<{ id: number }>('select id from contact_refreshers order by id')
    const rows = (await planner.get('/expiring?within=365&max_per_page=200')).$('tbody[data-rows] tr[data-id]').map((_i, row) => Number(row.attribs['data-id'])).get() // prettier-ignore
    expect(rows.length).toBeGreaterThan(3)
    expect((await planner.get(`/expiring/quotation?ids=${rows.join(',')}`)).status).toBe(422)
    const foreign = ids[0]!.id * 8
    expect((await planner.post(`/expiring/quotation?company_id=${company}`, { 'chosen[]': [foreign] })).status).toBe(
      422,
    )
    expect((await planner.get('/expiring/quotation')).status).toBe(404)
  })

  it('names what costs by use, and adds up what is the same', () => {
    const row = (record_id: number, product_id: number | null, who: string, price: string | null = null) => ({
      ...{
        record_id,
        product_id,
        who,
        price,
        key: 'x',
        what: `Wat ${product_id}`,
        state: 'open' as const,
        state_on: null,
      },
    })
    const lines = offeredLines([row(1, 5, 'A'), row(2, 5, 'B'), row(3, 5, 'C', '10'), row(4, null, ''), row(5, null, '')], () => 'Kop') // prettier-ignore
    const told = ({ product_id, count, price, description }: OfferedLine) => [product_id, count, price, description]
    expect(lines.map(told)).toEqual([
      [5, 2, null, 'A, B'],
      [5, 1, '10', 'C'],
      [null, 1, null, 'Wat null'],
      [null, 1, null, 'Wat null'],
    ])
  })
})
